package dev.parley.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
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
}
