package dev.parley.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A data folder is on a disk of this machine and belongs to one hub at a time. */
class DataFolderTest {
    @TempDir Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nfs",
                "nfs4",
                "NFS",
                "cifs",
                "smb3",
                "9p",
                "fuse.sshfs",
                "glusterfs",
                "ceph"
            })
    void aNetworkFileSystemIsRefused(String type) {
        assertThatThrownBy(() -> DataFolder.requireLocal(folder, type))
                .isInstanceOfSatisfying(
                        ParleyException.class,
                        refusal -> {
                            assertThat(refusal.problem()).isEqualTo(Problem.DATA_UNUSABLE);
                            assertThat(refusal.detail()).contains("network", type, "--data");
                        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"ext4", "xfs", "btrfs", "zfs", "tmpfs", "overlay", "apfs", "NTFS"})
    void aLocalFileSystemIsTaken(String type) {
        assertThatCode(() -> DataFolder.requireLocal(folder, type)).doesNotThrowAnyException();
    }

    @Test
    void aSecondHubIsToldWhoHasTheFolder() {
        try (var held = DataFolder.claim(folder)) {
            held.announce("http://127.0.0.1:7420");
            assertThatThrownBy(() -> DataFolder.claim(folder).close())
                    .isInstanceOfSatisfying(
                            ParleyException.class,
                            refusal -> {
                                assertThat(refusal.problem()).isEqualTo(Problem.DATA_IN_USE);
                                assertThat(refusal.detail())
                                        .contains("" + ProcessHandle.current().pid(), "7420");
                            });
        }
        DataFolder.claim(folder).close();
    }

    @Test
    void whatAnEndedHubHasWrittenIsNotBelieved() throws Exception {
        Files.writeString(
                folder.resolve("parley.lock"), "{\"pid\":1,\"url\":\"http://127.0.0.1:7420\"}");
        assertThat(DataFolder.running(folder)).isEmpty();
        try (var held = DataFolder.claim(folder)) {
            long pid = ProcessHandle.current().pid();
            assertThat(DataFolder.running(folder)).contains(new DataFolder.Holder(pid, ""));
            assertThat(Neighbour.seesHolderOf(folder)).isEqualTo(pid + " at ");
            held.announce("http://127.0.0.1:7421");
        }
        assertThat(DataFolder.running(folder)).isEmpty();
        assertThat(DataFolder.running(folder.resolve("none"))).isEmpty();
    }

    @Test
    void aHubThatAsksWhoHasItsFolderKeepsIt() throws Exception {
        try (var held = DataFolder.claim(folder)) {
            held.announce("http://127.0.0.1:7420");
            assertThat(DataFolder.running(folder.resolve("."))).isPresent();
            assertThatThrownBy(() -> DataFolder.claim(folder).close())
                    .isInstanceOf(ParleyException.class);

            assertThat(Neighbour.seesHolderOf(folder))
                    .isEqualTo(ProcessHandle.current().pid() + " at http://127.0.0.1:7420");
        }
        assertThat(Neighbour.seesHolderOf(folder)).isEqualTo("nobody");
    }
}
