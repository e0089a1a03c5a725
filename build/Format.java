import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import com.google.googlejavaformat.java.RemoveUnusedImports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The formatter step of the build: google-java-format over every Java source of the tree.
 *
 * <p>It runs on the build's JDK (google-java-format parses with the running JDK's compiler, and
 * Maven itself may run on an older one). {@code check} names each file that is not formatted and
 * exits 1; {@code write} rewrites those files.
 */
public final class Format {
  public static void main(String[] args) throws IOException {
    boolean write = args[0].equals("write");
    Path root = Path.of(args[1]);
    Formatter formatter = new Formatter();
    int changed = 0;
    for (Path file : sources(root)) {
      String text = Files.readString(file);
      String formatted;
      try {
        formatted = formatter.formatSourceAndFixImports(RemoveUnusedImports.removeUnusedImports(text));
      } catch (FormatterException e) {
        System.err.println(root.relativize(file) + ":" + e.getMessage());
        changed++;
        continue;
      }
      if (formatted.equals(text)) {
        continue;
      }
      if (write) {
        Files.writeString(file, formatted);
        System.err.println(root.relativize(file) + ": formatted");
      } else {
        System.err.println(root.relativize(file) + ":1:1: error: not formatted (mvn -q -N process-sources -Dformat)");
        changed++;
      }
    }
    if (changed > 0) {
      System.exit(1);
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
