package dev.barnacle.simd.internal.kernel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The OpenCL C of the tree: each {@code .cl} file but the built-in library's, and each text block
 * with a kernel in the tests' Java.
 */
final class KernelSources {
  private static final Pattern TEXT_BLOCK = Pattern.compile("\"\"\"\\R(.*?)\"\"\"", Pattern.DOTALL);
  private static final Pattern UNICODE = Pattern.compile("\\\\u+(\\p{XDigit}{4})");
  private static final Pattern KERNEL = Pattern.compile("\\bkernel\\s+void\\b");

  /**
   * A source.
   *
   * @param name the file, and which text block of it
   */
  record Source(String name, String text) {}

  private KernelSources() {}

  /** Finds those of a folder, in the order of their names. */
  static List<Source> in(Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(folder)) {
      files = all.filter(KernelSources::mayHaveKernels).sorted().toList();
    }
    List<Source> sources = new ArrayList<>();
    for (Path file : files) {
      String name = folder.relativize(file).toString();
      String text = Files.readString(file);
      if (name.endsWith(".cl")) {
        sources.add(new Source(name, text));
      } else {
        addBlocks(name, text, sources);
      }
    }
    return sources;
  }

  private static boolean mayHaveKernels(Path file) {
    String path = file.toString().replace('\\', '/');
    return !path.contains("/target/")
        && !path.contains("/src/main/")
        && (path.endsWith(".cl") || (path.endsWith(".java") && path.contains("/src/test/")));
  }

  private static void addBlocks(String name, String text, List<Source> sources) {
    Matcher blocks = TEXT_BLOCK.matcher(text);
    int number = 0;
    while (blocks.find()) {
      number++;
      String block = blocks.group(1);
      if (KERNEL.matcher(block).find()) {
        sources.add(new Source(name + "#" + number, unescaped(block.stripIndent())));
      }
    }
  }

  private static String unescaped(String block) {
    String text =
        UNICODE
            .matcher(block)
            .replaceAll(
                u -> Matcher.quoteReplacement("" + (char) Integer.parseInt(u.group(1), 16)));
    return text.translateEscapes();
  }
}
