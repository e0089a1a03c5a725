package dev.barnacle.cli.internal.check;

import dev.barnacle.cl.bytes.SourceEncoding;
import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Finds the file below a folder from which a program has its text: one that is the text, or else
 * one that has it among its lines, as a host program has a string of several lines.
 */
final class SourceFinder {
  private static final int MOST_FILES = 20_000;
  private static final int MOST_DEPTH = 12;
  private static final long MOST_BYTES = 4 << 20;
  private static final long MOST_BYTES_IN_ALL = 256 << 20;

  /** Folders in which no author keeps sources, like those whose names begin with a dot. */
  private static final Set<String> LEFT_OUT = Set.of("node_modules", "target", "__pycache__");

  private static final Pattern BUILT = Pattern.compile("build([-_].*)?|cmake-build-.*");
  private static final Pattern DIRECTIVE = Pattern.compile("(?m)^\\s*#\\s*(line\\b|\\d)");

  /**
   * The line that PyOpenCL appends to a source that it builds, so that no cache of a driver has it.
   */
  private static final Pattern APPENDED =
      Pattern.compile("\\n*__constant int pyopencl_defeat_cache_\\w+ = \\w+;\\s*$");

  private final Path folder;
  private final List<Entry> files = new ArrayList<>();
  private long bytesRead;

  private record Entry(Path path, long size) {}

  /**
   * The place of a text.
   *
   * @param file its name, from the folder on
   * @param text what the file has
   * @param lines how many lines stand before it
   * @param bytes how many bytes stand before it in its first line
   */
  record Place(Path file, String text, int lines, int bytes) {}

  /** Lists the files below a folder, those of the upper folders first. */
  SourceFinder(Path folder) {
    this.folder = folder;
    try {
      Files.walkFileTree(folder, EnumSet.noneOf(FileVisitOption.class), MOST_DEPTH, new Lister());
    } catch (IOException e) {
      // what was listed by then is looked at
    }
    files.sort(
        Comparator.comparingInt((Entry e) -> e.path().getNameCount())
            .thenComparing(e -> e.path().toString()));
  }

  private final class Lister extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult preVisitDirectory(Path at, BasicFileAttributes attributes) {
      String name =
          at.equals(folder) || at.getFileName() == null ? "" : at.getFileName().toString();
      return name.startsWith(".") || LEFT_OUT.contains(name) || BUILT.matcher(name).matches()
          ? FileVisitResult.SKIP_SUBTREE
          : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path at, BasicFileAttributes attributes) {
      if (attributes.isRegularFile()) {
        files.add(new Entry(at, attributes.size()));
      }
      return files.size() < MOST_FILES ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path at, IOException reason) {
      return FileVisitResult.CONTINUE; // a folder that cannot be read has nothing for its user
    }
  }

  /** Returns where a program's text is. */
  Optional<Place> find(String text) {
    if (text.isBlank()) {
      return Optional.empty();
    }
    byte[] bytes = SourceEncoding.encode(text);
    for (Entry entry : files) {
      if (entry.size() == bytes.length && Arrays.equals(read(entry), bytes)) {
        return Optional.of(new Place(entry.path(), text, 0, 0));
      }
    }
    if (DIRECTIVE.matcher(text).find()) {
      return Optional.empty();
    }
    Optional<Place> place = among(text);
    String own = APPENDED.matcher(text).replaceFirst("");
    return place.isPresent() || own.equals(text) ? place : find(own);
  }

  /** Its first line may begin behind, and its last one end before, what opens and ends a string. */
  private Optional<Place> among(String text) {
    String wanted = plain(text).stripTrailing();
    int blank = 0; // lines in front, which a string's quotes may share
    for (int end = wanted.indexOf('\n'); end >= 0 && wanted.substring(0, end).isBlank(); ) {
      wanted = wanted.substring(end + 1);
      blank++;
      end = wanted.indexOf('\n');
    }
    for (Entry entry : files) {
      if (entry.size() >= wanted.length() && entry.size() <= MOST_BYTES) {
        String all = plain(SourceEncoding.decode(read(entry)));
        int at = all.indexOf(wanted);
        if (at >= 0 && isWhole(all, at, wanted) && all.indexOf('\0') < 0) { // not what is compiled
          int line = all.lastIndexOf('\n', at - 1) + 1;
          int before = (int) all.substring(0, line).chars().filter(c -> c == '\n').count();
          int shift = SourceEncoding.encode(all.substring(line, at)).length;
          return Optional.of(new Place(entry.path(), all, before - blank, blank > 0 ? 0 : shift));
        }
      }
    }
    return Optional.empty();
  }

  /** A text of one line must be a whole line; one of several needs its lines between whole. */
  private static boolean isWhole(String all, int at, String wanted) {
    boolean begins = at == 0 || all.charAt(at - 1) == '\n';
    int end = at + wanted.length();
    boolean ends = end == all.length() || all.charAt(end) == '\n';
    return (begins && ends) || wanted.indexOf('\n') >= 0;
  }

  private static String plain(String text) {
    return text.replace("\r\n", "\n");
  }

  private byte[] read(Entry entry) {
    try {
      if (bytesRead + entry.size() > MOST_BYTES_IN_ALL) {
        return new byte[0];
      }
      bytesRead += entry.size();
      return Files.readAllBytes(entry.path());
    } catch (IOException e) {
      return new byte[0]; // not readable, so not the one
    }
  }
}
