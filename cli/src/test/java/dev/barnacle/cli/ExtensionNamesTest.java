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

/** Extensions, their features and those of SPIR-V are named in their registry and nowhere else. */
class ExtensionNamesTest {
  private static final String REGISTRY = "dev/barnacle/frontend/extension";
  private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|//[^\\n\"]*(?=\\n)");
  private static final Pattern NAME =
      Pattern.compile(
          "\\b(cl_(khr|ext|intel|img|arm|amd|nv|pocl)_\\w+|__opencl_c_\\w+|SPV_[A-Z]+_\\w*[a-z]\\w*)");

  /** Who names one all the same, and why. */
  private static final Map<String, String> EXCUSES =
      Map.of(
          "SubGroupWords.java", "cites the page of the specification that a finding rests on",
          "Workloads.java", "a kernel in OpenCL C that asks for a macro");

  @Test
  void extensionsAreNamedInTheirRegistryAlone() throws IOException {
    Path root = Files.exists(Path.of("ARCHITECTURE.md")) ? Path.of("") : Path.of("..");
    Map<String, Set<String>> named = new TreeMap<>();
    try (Stream<Path> modules = Files.list(root.toAbsolutePath())) {
      for (Path sources : modules.map(m -> m.resolve("src/main/java")).toList()) {
        for (Path file : Files.exists(sources) ? Rooms.files(sources, ".java") : Set.<Path>of()) {
          Set<String> names =
              NAME.matcher(COMMENT.matcher(Files.readString(file)).replaceAll(""))
                  .results()
                  .map(MatchResult::group)
                  .collect(Collectors.toCollection(TreeSet::new));
          if (!names.isEmpty() && !file.toString().contains(REGISTRY)) {
            named.put(String.valueOf(file.getFileName()), names);
          }
        }
      }
    }
    assertFalse(named.isEmpty(), "nothing has been read");
    assertEquals(EXCUSES.keySet(), named.keySet(), named.toString());
  }
}
