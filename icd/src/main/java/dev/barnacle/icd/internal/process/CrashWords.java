package dev.barnacle.icd.internal.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What is said of a kernel that leaves its memory, before the program gets the signal. */
public final class CrashWords implements UnaryOperator<String> {
  private static final Path COMMAND = Path.of("/proc/self/cmdline");
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

  @Override
  public String apply(String kernel) {
    return "error: kernel "
        + kernel
        + " left its memory; this shows where: barnacle check -- "
        + command()
        + "\n";
  }

  private static String command() {
    try {
      String words = Files.readString(COMMAND, StandardCharsets.ISO_8859_1);
      String quoted =
          Arrays.stream(words.split("\0")).map(CrashWords::quote).collect(Collectors.joining(" "));
      return new String(quoted.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "PROGRAM";
    }
  }

  private static String quote(String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
