package dev.barnacle.cli.internal;

import dev.barnacle.ir.ByteText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The command line's arguments with the bytes that they were given. Java reads arguments in the
 * locale's encoding; what is none in that, as all above ASCII in the locale C, it replaces.
 */
public final class CommandBytes {
  private static final Path COMMAND = Path.of("/proc/self/cmdline");
  private static final char REPLACEMENT = 0xFFFD;

  private CommandBytes() {}

  /** Returns the arguments of this process, of which Java made {@code args}. */
  public static String[] of(String[] args) {
    try {
      return with(args, Files.readAllBytes(COMMAND));
    } catch (IOException e) {
      return args; // no Linux
    }
  }

  /** Returns the arguments with the bytes that a process's command line ends with. */
  static String[] with(String[] args, byte[] commandLine) {
    List<String> words = words(commandLine);
    int first = words.size() - args.length;
    if (first < 0) {
      return args;
    }
    String[] all = args.clone();
    for (int i = 0; i < all.length; i++) {
      if (all[i].indexOf(REPLACEMENT) >= 0) {
        all[i] = words.get(first + i);
      }
    }
    return all;
  }

  private static List<String> words(byte[] commandLine) {
    List<String> words = new ArrayList<>();
    int from = 0;
    for (int i = 0; i < commandLine.length; i++) {
      if (commandLine[i] == 0) {
        words.add(ByteText.decode(Arrays.copyOfRange(commandLine, from, i)));
        from = i + 1;
      }
    }
    return words;
  }
}
