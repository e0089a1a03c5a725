package dev.barnacle.cli.internal;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Command lines that can be copied into a shell (POSIX.1, Shell Command Language, 2.2). */
public final class ShellWords {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

  private ShellWords() {}

  /** Returns the words as a shell reads them. */
  public static String quote(List<String> words) {
    return words.stream().map(ShellWords::quote).collect(Collectors.joining(" "));
  }

  private static String quote(String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
