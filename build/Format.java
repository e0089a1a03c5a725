import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import com.google.googlejavaformat.java.RemoveUnusedImports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The formatter step of the build: google-java-format over every Java source of the tree.
 *
 * <p>It runs on the build's JDK (google-java-format parses with the running JDK's compiler, and
 * Maven itself may run on an older one). {@code check} names each file that is not formatted and
 * exits 1; {@code write} rewrites those files.
 */
public final class Format {
  private static final String FORMATTED = ": formatted";

  public static void main(String[] args) throws IOException {
    boolean write = args[0].equals("write");
    Path root = Path.of(args[1]);
    List<String> messages =
        sources(root).parallelStream().flatMap(file -> message(root, file, write).stream()).toList();
    messages.forEach(System.err::println);
    if (messages.stream().anyMatch(m -> !m.endsWith(FORMATTED))) {
      System.exit(1);
    }
  }

  /** Looks at a file, or rewrites it; says what there is to say of it. */
  private static Optional<String> message(Path root, Path file, boolean write) {
    try {
      String text = Files.readString(file);
      String formatted = new Formatter().formatSourceAndFixImports(RemoveUnusedImports.removeUnusedImports(text));
      if (formatted.equals(text)) {
        return Optional.empty();
      }
      if (!write) {
        return Optional.of(root.relativize(file) + ":1:1: error: not formatted (mvn -q -N process-sources -Dformat)");
      }
      Files.writeString(file, formatted);
      return Optional.of(root.relativize(file) + FORMATTED);
    } catch (FormatterException e) {
      return Optional.of(root.relativize(file) + ":" + e.getMessage());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> sources(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(f -> f.toString().endsWith(".java"))
          .filter(f -> !inTarget(root.relativize(f)))
          .filter(f -> !f.startsWith(root.resolve("build")))
          .sorted()
          .toList();
    }
  }

  private static boolean inTarget(Path relative) {
    for (Path part : relative) {
      if (part.toString().equals("target") || part.toString().startsWith(".")) {
        return true;
      }
    }
    return false;
  }
}
