package dev.parley;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The house keeps its order: dependencies point down this list, never up, and never in a circle.
 */
final class ArchitectureTest {
    private static final String ROOT = "dev.parley";

    /**
     * Every package of the hub from top to bottom; those on one line may see each other one way.
     */
    private static final List<List<String>> ORDER =
            List.of(
                    List.of("demo"),
                    List.of("cli"),
                    List.of("config"),
                    // doors
                    List.of("http", "stream", "mcp", "a2a", "console"),
                    // who acts
                    List.of("host"),
                    List.of("budget"),
                    List.of("model"),
                    List.of("tool"),
                    List.of("session"),
                    List.of("notice"),
                    List.of("task"),
                    List.of("topic"),
                    List.of("orchestration"),
                    List.of("relay"),
                    List.of("channel"),
                    List.of("rlm"),
                    List.of("operate"),
                    // the conversation
                    List.of("inbox"),
                    List.of("question"),
                    List.of("run"),
                    // admission
                    List.of("guard"),
                    List.of("agent"),
                    List.of("access"),
                    // what keeps it, what watches it
                    List.of("program"),
                    List.of("clock"),
                    List.of("audit"),
                    List.of("store"),
                    List.of("bus"),
                    List.of("metric"),
                    // the words that all of them use, from modules of their own
                    List.of("client"),
                    List.of("protocol"));

    private static final Pattern FEATURE = Pattern.compile("^dev\\.parley\\.([^.]+)");

    private static final Set<String> DOORS = Set.of("http", "stream", "mcp", "a2a", "console");

    private static final JavaClasses HUB =
            new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                    .importPackages(ROOT);

    @Test
    void everyPackageHasAPlaceInTheOrder() {
        var placed = ORDER.stream().flatMap(List::stream).collect(Collectors.toSet());

        assertThat(HUB.stream().map(ArchitectureTest::feature).filter(name -> !name.isEmpty()))
                .isSubsetOf(placed);
    }

    @Test
    void dependenciesPointDownTheOrderAndNeverUp() {
        for (int line = 0; line < ORDER.size(); line++) {
            for (var feature : ORDER.get(line)) {
                var above =
                        ORDER.subList(0, line).stream()
                                .flatMap(List::stream)
                                .collect(Collectors.toSet());
                check(
                        noClasses()
                                .that(areIn(Set.of(feature)))
                                .should()
                                .dependOnClassesThat(areIn(above).or(areInTheRoot()))
                                .as(feature + " sees only what is below it"));
            }
        }
    }

    @Test
    void noPackagesDependOnEachOtherInACircle() {
        check(slices().matching("dev.parley.(**)").should().beFreeOfCycles());
    }

    @Test
    void aFeatureNeverSeesADoor() {
        var features = ORDER.stream().flatMap(List::stream).collect(Collectors.toSet());
        features.removeAll(DOORS);
        features.removeAll(Set.of("cli", "config"));
        check(
                noClasses()
                        .that(areIn(features))
                        .should()
                        .dependOnClassesThat(areIn(DOORS))
                        .orShould()
                        .dependOnClassesThat()
                        .resideInAnyPackage("org.eclipse.jetty..")
                        .as("features see neither doors nor the web server"));
    }

    @Test
    void onlyServerAndTheCommandLineReadTheConfiguration() {
        check(
                noClasses()
                        .that(areNotIn(Set.of("", "cli", "config")))
                        .should()
                        .dependOnClassesThat(areIn(Set.of("config")))
                        .as("whatever a part needs to know is handed to it"));
    }

    @Test
    void onlyServerAndTheOfflineCommandsSeeAConcreteStore() {
        check(
                noClasses()
                        .that(areNotIn(Set.of("", "cli")))
                        .and()
                        .resideOutsideOfPackages(
                                "dev.parley.store.sqlite..", "dev.parley.store.postgres..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(
                                "dev.parley.store.sqlite..",
                                "dev.parley.store.postgres..",
                                "org.sqlite..",
                                "org.postgresql.."));
    }

    @Test
    void logsGoThroughSlf4j() {
        check(noClasses().should().dependOnClassesThat().resideInAnyPackage("java.util.logging.."));
    }

    @Test
    void onlyTheCommandLineWritesToTheTerminal() {
        check(
                noClasses()
                        .that(areNotIn(Set.of("cli")))
                        .should()
                        .accessField(System.class, "out")
                        .orShould()
                        .accessField(System.class, "err"));
    }

    /** Packages that do not exist yet keep every rule. */
    private static void check(ArchRule rule) {
        rule.allowEmptyShould(true).check(HUB);
    }

    private static DescribedPredicate<JavaClass> areIn(Set<String> features) {
        return describe(
                "in " + features,
                type -> type.getPackageName().startsWith(ROOT) && features.contains(feature(type)));
    }

    private static DescribedPredicate<JavaClass> areNotIn(Set<String> features) {
        return describe("not in " + features, type -> !features.contains(feature(type)));
    }

    private static DescribedPredicate<JavaClass> areInTheRoot() {
        return describe("in the root", type -> type.getPackageName().equals(ROOT));
    }

    /** The first package below the root: {@code store} for {@code dev.parley.store.sqlite}. */
    private static String feature(JavaClass type) {
        var below = FEATURE.matcher(type.getPackageName());
        return below.find() ? below.group(1) : "";
    }
}
