package dev.barnacle.cli.internal.fix;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The lines of a program as statements and blocks, by its text alone: what is not laid out as most
 * code is may be taken for something else, so that an edit does not compile and is not offered.
 */
final class Code {
  private static final Pattern LOOP = Pattern.compile("\\b(for|while|do)\\b");
  private static final Pattern BRANCH = Pattern.compile("\\b(if|else|switch)\\b");
  private static final Pattern KERNEL = Pattern.compile("\\b(?:__)?kernel\\b");

  private final String file;
  private final List<String> lines;
  private final List<String> bare = new ArrayList<>();
  private final List<Block> blocks = new ArrayList<>();

  /**
   * A pair of braces.
   *
   * @param head the line, from 1, of what it belongs to: a function, a loop or a branch
   * @param open the line of its brace
   * @param close the line of the other
   */
  record Block(int head, int open, int close, String text) {
    boolean isLoop() {
      return LOOP.matcher(text).find();
    }

    boolean isBranch() {
      return BRANCH.matcher(text).find() && !isLoop();
    }

    boolean holds(int line) {
      return line > head && line <= close;
    }
  }

  /** Reads lines. */
  Code(String file, List<String> lines) {
    this.file = file;
    this.lines = List.copyOf(lines);
    boolean comment = false;
    for (String line : lines) {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < line.length(); i++) {
        if (!comment && line.startsWith("//", i)) {
          break;
        }
        if (!comment && line.startsWith("/*", i)) {
          comment = true;
        }
        text.append(comment ? ' ' : line.charAt(i));
        if (comment && i > 0 && line.startsWith("*/", i - 1)) {
          comment = false;
        }
      }
      bare.add(text.toString());
    }
    findBlocks();
  }

  private void findBlocks() {
    List<Integer> open = new ArrayList<>();
    for (int i = 0; i < bare.size(); i++) {
      for (char c : bare.get(i).toCharArray()) {
        if (c == '{') {
          open.add(i + 1);
        } else if (c == '}' && !open.isEmpty()) {
          int line = open.removeLast();
          int head = start(line);
          blocks.add(new Block(head, line, i + 1, text(head, line)));
        }
      }
    }
  }

  /** Returns the file's name. */
  String file() {
    return file;
  }

  /** Returns a line, from 1, without comments. */
  String bare(int line) {
    return line < 1 || line > bare.size() ? "" : bare.get(line - 1);
  }

  /** Returns a line, from 1, as it is. */
  String line(int line) {
    return lines.get(line - 1);
  }

  /** Returns how many lines there are. */
  int size() {
    return lines.size();
  }

  /** Returns lines without comments as one text. */
  String text(int from, int to) {
    return String.join(" ", bare.subList(from - 1, to));
  }

  /** Returns the first line of the statement that a line is of. */
  int start(int line) {
    int first = line;
    while (first > 1 && !ends(bare(first - 1))) {
      first--;
    }
    return first;
  }

  /** Returns the last line of the statement that a line is of; that of a block is its head's. */
  int end(int line) {
    int last = line;
    while (last < bare.size() && !ends(bare(last))) {
      last++;
    }
    return last;
  }

  private static boolean ends(String line) {
    String text = line.strip();
    return text.isEmpty()
        || text.endsWith(";")
        || text.endsWith("{")
        || text.endsWith("}")
        || text.startsWith("#")
        || text.endsWith(":");
  }

  /** Returns the blocks that hold a line, the innermost first. */
  List<Block> around(int line) {
    return blocks.stream()
        .filter(block -> block.holds(line))
        .sorted((a, b) -> Integer.compare(a.close() - a.head(), b.close() - b.head()))
        .toList();
  }

  /** Returns the outermost block that holds a line: its function's. */
  Optional<Block> function(int line) {
    List<Block> around = around(line);
    return around.isEmpty() ? Optional.empty() : Optional.of(around.getLast());
  }

  /** Returns whether a line is in a function that is a kernel. */
  boolean isInKernel(int line) {
    return function(line).filter(f -> KERNEL.matcher(f.text()).find()).isPresent();
  }

  /** Returns whether a line is in a loop. */
  boolean isInLoop(int line) {
    return around(line).stream().anyMatch(Block::isLoop);
  }

  /** Returns the blanks that a line begins with. */
  String indent(int line) {
    String text = line < 1 || line > lines.size() ? "" : lines.get(line - 1);
    return text.substring(0, text.length() - text.stripLeading().length());
  }

  /** Returns the lines of a function that a pattern is found in. */
  List<Integer> linesWith(int of, Pattern pattern) {
    List<Integer> found = new ArrayList<>();
    function(of)
        .ifPresent(
            f -> {
              for (int line = f.head(); line <= f.close(); line++) {
                if (pattern.matcher(bare(line)).find()) {
                  found.add(line);
                }
              }
            });
    return found;
  }

  /** Returns the name of a line's first match of a group; empty for none. */
  Optional<String> first(int line, Pattern pattern) {
    Matcher matcher = pattern.matcher(bare(line));
    return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
  }
}
