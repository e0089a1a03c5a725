package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What is said in one place: extensions, their features and those of SPIR-V in their registry, the
 * families of processors in their room, instructions of SPIR-V in its grammar.
 */
class NamedOnceTest {
  private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|//[^\\n\"]*(?=\\n)");
  private static final Pattern EXTENSION =
      Pattern.compile(
          "\\b(cl_(khr|ext|intel|img|arm|amd|nv|pocl)_\\w+|__opencl_c_\\w+|SPV_[A-Z]+_\\w*[a-z]\\w*)");
  private static final Pattern MACHINE =
      Pattern.compile("os\\.arch|\"(x86_64|aarch64|amd64|arm64)[^\"]*\"");

  private static final Pattern INSTRUCTION = Pattern.compile("\"Op[A-Z]\\w*\"");

  @Test
  void extensions() throws IOException {
    Map<String, String> excuses =
        Map.of("Workloads.java", "a kernel in OpenCL C that asks for a macro");
    Map<String, Set<String>> named = namedOutside("dev/barnacle/frontend/extension", EXTENSION);
    assertEquals(excuses.keySet(), named.keySet(), named.toString());
  }

  @Test
  void machines() throws IOException {
    Map<String, String> excuses =
        Map.of("Release.java", "names packages as their formats do, without module llvm");
    Map<String, Set<String>> named = namedOutside("dev/barnacle/llvm/machine", MACHINE);
    assertEquals(excuses.keySet(), named.keySet(), named.toString());
  }

  @Test
  void instructionsOfSpirv() throws IOException {
    String begins = "asks how names of a family of instructions begin";
    String composes = "makes the names of a family, which DictionaryTest looks up in the grammar";
    Map<String, String> excuses =
        Map.of(
            "BuiltinFunction.java", composes,
            "GroupReduction.java", composes,
            "InstructionWriter.java", begins,
            "QueueLowering.java", begins,
            "SpirvModule.java", begins,
            "TypeWriter.java", "names opaque types as their instructions");
    Map<String, Set<String>> named = namedOutside("generated-sources", INSTRUCTION);
    assertEquals(excuses.keySet(), named.keySet(), named.toString());
  }

  /** Returns what a pattern finds in the code of files outside of a folder. */
  private static Map<String, Set<String>> namedOutside(String folder, Pattern pattern)
      throws IOException {
    Path root = Files.exists(Path.of("ARCHITECTURE.md")) ? Path.of("") : Path.of("..");
    Map<String, Set<String>> named = new TreeMap<>();
    try (Stream<Path> modules = Files.list(root.toAbsolutePath())) {
      for (Path sources : modules.map(m -> m.resolve("src/main/java")).toList()) {
        for (Path file : Files.exists(sources) ? Rooms.files(sources, ".java") : Set.<Path>of()) {
          Set<String> names =
              pattern
                  .matcher(COMMENT.matcher(Files.readString(file)).replaceAll(""))
                  .results()
                  .map(MatchResult::group)
                  .collect(Collectors.toCollection(TreeSet::new));
          if (!names.isEmpty() && !file.toString().contains(folder)) {
            named.put(String.valueOf(file.getFileName()), names);
          }
        }
      }
    }
    assertFalse(named.isEmpty(), "nothing has been read");
    return named;
  }
}
