package dev.barnacle.frontend.internal.clang;

import dev.barnacle.ir.ByteText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Hands clang arguments with other characters than those of ASCII: in a file, whose bytes are what
 * they should be. What Java makes of them on a command line depends on the locale.
 */
final class ResponseFile {
  private ResponseFile() {}

  /**
   * Returns arguments that mean the same and are ASCII.
   *
   * @param folder where a file may be written
   */
  static List<String> plain(List<String> arguments, Path folder) throws IOException {
    if (arguments.stream().allMatch(a -> a.chars().allMatch(c -> c < 0x80))) {
      return arguments;
    }
    Path file = folder.resolve("arguments");
    String text = arguments.stream().map(ResponseFile::quoted).collect(Collectors.joining("\n"));
    Files.write(file, ByteText.encode(text));
    return List.of("@" + file);
  }

  private static String quoted(String argument) {
    return '"' + argument.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
