package dev.barnacle.icd.internal.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;

/** The message about a kernel that leaves its memory, before the program gets the signal. */
public final class CrashWords implements UnaryOperator<String> {
  private static final Path COMMAND = Path.of("/proc/self/cmdline");

  /** The program's command line, which stays the same; empty until somebody asks. */
  private volatile String command = "";

  @Override
  public String apply(String kernel) {
    if (command.isEmpty()) {
      command = command();
    }
    return "error: kernel "
        + kernel
        + " left its memory; this shows where: barnacle check -- "
        + command
        + "\n";
  }

  private static String command() {
    try {
      String words = Files.readString(COMMAND, StandardCharsets.ISO_8859_1);
      StringBuilder quoted = new StringBuilder();
      for (String word : words.split("\0", 0)) {
        quoted.append(quoted.isEmpty() ? "" : " ").append(quote(word));
      }
      byte[] bytes = quoted.toString().getBytes(StandardCharsets.ISO_8859_1);
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "PROGRAM";
    }
  }

  private static String quote(String word) {
    return isPlain(word) ? word : "'" + word.replace("'", "'\\''") + "'";
  }

  /** Without a regular expression: each program's first launch comes here. */
  private static boolean isPlain(String word) {
    for (int i = 0; i < word.length(); i++) {
      char c = word.charAt(i);
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
      if (!letter && "_@%+=:,./-".indexOf(c) < 0) {
        return false;
      }
    }
    return !word.isEmpty();
  }
}
