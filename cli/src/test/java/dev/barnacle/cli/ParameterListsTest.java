package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.reflect.AccessFlag;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * No method, constructor or record has many parameters, but for those that are listed here, with
 * how many they have and why. The list may only shrink.
 */
class ParameterListsTest {
  private static final int MOST = 8;

  private static final String TABLE = "a row of a table: each component is read by its name";
  private static final String SETTINGS = "settings, made in one place and changed by withers";
  private static final String PARTS = "the parts of an object, wired in one place";
  private static final String FORMAT = "written and read as a whole, in the order of its format";

  /**
   * Why there may be more.
   *
   * @param most how many there are
   */
  private record Excuse(int most, String reason) {}

  private static final Map<String, Excuse> EXCUSES =
      Map.ofEntries(
          excuse("cl.Device", 13, PARTS),
          excuse("cl.ImageDescription", 10, TABLE),
          excuse("cl.ImageLimits", 13, TABLE),
          excuse("cl.KernelParameter", 10, TABLE),
          excuse("bench.internal.Workload", 9, TABLE),
          excuse("cli.internal.check.CheckResult", 15, TABLE),
          excuse("cli.internal.explore.ExploreOptions", 12, SETTINGS),
          excuse("cli.internal.explore.ExploreResult", 10, TABLE),
          excuse("cli.internal.launch.LaunchSpec", 9, TABLE),
          excuse("cli.internal.report.Answer", 12, TABLE),
          excuse("engine.NativePlan", 10, FORMAT),
          excuse("engine.enqueue.EnqueueRequest", 11, FORMAT),
          excuse("explore.Distinction.Operation", 9, TABLE),
          excuse("explore.internal.kernel.KernelSettings", 10, SETTINGS),
          excuse("explore.internal.kernel.graph.Event", 13, "made for each step of a search: flat"),
          excuse("explore.internal.kernel.item.Execution.add", 9, "makes such an event"),
          excuse("explore.internal.search.ExplorationTask", 9, PARTS),
          excuse("frontend.internal.reader.context.ReaderContext", 9, PARTS),
          excuse("frontend.internal.spirv.write.TypeWriter.declare", 9, PARTS),
          excuse("frontend.internal.spirv.write.WrittenType", 9, TABLE),
          excuse("frontend.litmus.LitmusTest", 11, TABLE),
          excuse("icd.ReportFile.Contents", 10, FORMAT),
          excuse("icd.internal.Driver.start", 11, "C calls it"),
          excuse("model.Event", 14, TABLE),
          excuse("simd.KernelExplanation", 9, TABLE),
          excuse("simd.SimdOptions", 10, SETTINGS),
          excuse("simd.internal.abi.Specialization", 14, SETTINGS),
          excuse("simd.internal.plan.KernelPlan", 11, PARTS),
          excuse("watch.internal.run.WatchedRun", 9, PARTS),
          excuse("watch.internal.run.exec.AsyncCopies.copy", 9, "generated code calls it"),
          excuse("watch.internal.run.exec.BoundArguments", 9, PARTS),
          excuse("watch.internal.run.exec.LaunchState", 11, PARTS),
          excuse("watch.internal.run.kernel.KernelFacts", 11, TABLE));

  private static Map.Entry<String, Excuse> excuse(String name, int most, String reason) {
    return Map.entry(name, new Excuse(most, reason));
  }

  @Test
  void parameterListsAreShort() throws IOException {
    Map<String, Integer> listed = new TreeMap<>();
    EXCUSES.forEach((name, excuse) -> listed.put(name, excuse.most()));
    assertEquals(listed, found(), "parameter lists of more than " + MOST);
  }

  /** Returns the long lists of all modules: of a class its longest constructor's. */
  private static Map<String, Integer> found() throws IOException {
    Map<String, Integer> found = new TreeMap<>();
    Path here = Path.of("").toAbsolutePath();
    Path root =
        Files.exists(here.resolve("ARCHITECTURE.md")) ? here : here.resolve("..").normalize();
    for (Path module : modules(root)) {
      for (Path file : Rooms.files(module.resolve("target/classes"), ".class")) {
        add(ClassFile.of().parse(file), found);
      }
    }
    return found;
  }

  private static List<Path> modules(Path root) throws IOException {
    try (Stream<Path> all = Files.list(root)) {
      return all.filter(
              m ->
                  Files.exists(m.resolve("src/main/java/module-info.java"))
                      && Files.exists(m.resolve("target/classes")))
          .sorted()
          .toList();
    }
  }

  private static void add(ClassModel type, Map<String, Integer> found) {
    String name =
        type.thisClass().asInternalName().replaceAll("[/$]", ".").replace("dev.barnacle.", "");
    for (MethodModel method : type.methods()) {
      boolean constructs = method.methodName().equalsString("<init>");
      int hidden = constructs && type.flags().has(AccessFlag.ENUM) ? 2 : 0; // name and ordinal
      int count = method.methodTypeSymbol().parameterCount() - hidden;
      if (count > MOST && !method.flags().has(AccessFlag.SYNTHETIC)) {
        found.merge(
            constructs ? name : name + "." + method.methodName().stringValue(),
            count,
            Integer::max);
      }
    }
  }
}
