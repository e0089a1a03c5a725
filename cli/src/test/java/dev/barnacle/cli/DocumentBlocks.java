package dev.barnacle.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The fenced blocks of a document. */
final class DocumentBlocks {
  private static final String FENCE = "```";
  private static final String MARK = "<!-- not run: ";
  private static final String FILE = " file=";

  private DocumentBlocks() {}

  /**
   * A block.
   *
   * @param line of its fence
   * @param info what stands behind the fence
   * @param marked whether a line above says why it is not run
   */
  record Block(int line, String info, List<String> lines, boolean marked) {
    /** Whether it has commands, each with what it prints. */
    boolean isConsole() {
      return info.equals("console");
    }

    /** The file that the reader is to write, if it is one. */
    Optional<String> file() {
      int at = info.indexOf(FILE);
      return at < 0 ? Optional.empty() : Optional.of(info.substring(at + FILE.length()));
    }

    String text() {
      return lines.stream().map(line -> line + "\n").collect(Collectors.joining());
    }

    /** The commands of a console. */
    List<Command> commands() {
      List<Command> commands = new ArrayList<>();
      for (int i = 0; i < lines.size(); ) {
        StringBuilder command = new StringBuilder(lines.get(i++).substring(2));
        while (command.toString().endsWith("\\")) {
          command.append('\n').append(lines.get(i++));
        }
        List<String> output = new ArrayList<>();
        while (i < lines.size() && !lines.get(i).startsWith("$ ")) {
          output.add(lines.get(i++));
        }
        commands.add(new Command(command.toString(), output));
      }
      return commands;
    }
  }

  /**
   * A command with what it prints: {@code …} is any part of a line, and alone in a line any number
   * of lines.
   */
  record Command(String command, List<String> output) {
    boolean prints(String text) {
      StringBuilder pattern = new StringBuilder();
      for (String line : output) {
        if (line.equals("…")) {
          pattern.append("(?:[^\n]*\n)*?");
        } else {
          for (String part : line.split("(?<=…)|(?=…)", -1)) {
            pattern.append(part.equals("…") ? "[^\n]*" : Pattern.quote(part));
          }
          pattern.append('\n');
        }
      }
      return Pattern.matches(pattern.toString(), text);
    }
  }

  static List<Block> of(Path document) throws IOException {
    List<String> lines = Files.readAllLines(document);
    List<Block> blocks = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).startsWith(FENCE)) {
        boolean marked = i > 0 && lines.get(i - 1).startsWith(MARK);
        int end = i + 1;
        while (!lines.get(end).equals(FENCE)) {
          end++;
        }
        String info = lines.get(i).substring(FENCE.length());
        blocks.add(new Block(i + 1, info, List.copyOf(lines.subList(i + 1, end)), marked));
        i = end;
      }
    }
    return blocks;
  }
}
