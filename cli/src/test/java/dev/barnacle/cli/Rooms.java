package dev.barnacle.cli;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The packages of one module, and which of its classes refer to which. A package whose {@code
 * package-info.java} has a line {@code May use: a, b.} (or {@code May use: nothing.}) is a
 * <em>room</em>: it may refer to those rooms of the module and to no other. A room is called by its
 * package without what comes before it in all modules: {@code vector.memory} is {@code
 * dev.barnacle.simd.internal.vector.memory}; packages that are no rooms are not restricted.
 *
 * <p>References are those of the compiled classes: class entries, descriptors and signatures. So
 * comments don't count, nor does a constant whose value was copied.
 *
 * @param module the module's name
 * @param packages the rooms' packages by their names
 * @param mayUse which rooms each room may use
 * @param references which classes of the module each of its classes refers to, nested ones being
 *     part of the class around them; classes that are made by the build are left out
 */
record Rooms(
    String module,
    Map<String, String> packages,
    Map<String, Set<String>> mayUse,
    Map<String, Set<String>> references) {
  private static final Pattern MAY_USE = Pattern.compile("May use: ([\\w.]+(?:, [\\w.]+)*)\\.\\s");
  private static final Pattern DESCRIPTOR = Pattern.compile("L(dev/barnacle/[\\w/$]+)[;<]");

  /** Reads a module that has been compiled. */
  static Rooms of(Path root, String module) throws IOException {
    Path sources = root.resolve(module).resolve("src/main/java");
    Path classes = root.resolve(module).resolve("target/classes");
    Map<String, String> packages = new TreeMap<>();
    Map<String, Set<String>> mayUse = new TreeMap<>();
    for (Path info : files(sources, "package-info.java")) {
      Matcher line = MAY_USE.matcher(Files.readString(info).replaceAll("\\s*\\n \\*\\s?", " "));
      if (line.find()) {
        String name = dotted(sources.relativize(info.getParent()));
        packages.put(room(module, name), name);
        Set<String> used = new TreeSet<>(List.of(line.group(1).split(", ")));
        mayUse.put(room(module, name), used.equals(Set.of("nothing")) ? Set.of() : used);
      }
    }
    Map<String, Set<String>> references = new TreeMap<>();
    for (Path file : Files.exists(classes) ? files(classes, ".class") : List.<Path>of()) {
      String name = dotted(classes.relativize(file)).replaceAll("(\\$.*)?\\.class$", "");
      if (!name.endsWith("-info") && isWritten(sources, name)) {
        Set<String> used = references.computeIfAbsent(name, _ -> new TreeSet<>());
        namesIn(file).stream()
            .filter(n -> !n.equals(name) && isWritten(sources, n))
            .forEach(used::add);
      }
    }
    return new Rooms(module, packages, mayUse, references);
  }

  /** Returns the files of a folder and those in it whose names have an ending. */
  static List<Path> files(Path folder, String ending) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(f -> f.toString().endsWith(ending)).sorted().toList();
    }
  }

  private static String dotted(Path path) {
    return path.toString().replace(path.getFileSystem().getSeparator(), ".");
  }

  private static boolean isWritten(Path sources, String name) {
    return Files.exists(sources.resolve(name.replace('.', '/') + ".java"));
  }

  /** Returns the top-level classes of Barnacle that a class file names. */
  private static Set<String> namesIn(Path file) throws IOException {
    Set<String> names = new TreeSet<>();
    for (PoolEntry entry : ClassFile.of().parse(file).constantPool()) {
      if (entry instanceof ClassEntry type) {
        names.add(type.asInternalName());
      } else if (entry instanceof Utf8Entry text) {
        DESCRIPTOR.matcher(text.stringValue()).results().forEach(r -> names.add(r.group(1)));
      }
    }
    return names.stream()
        .map(n -> n.replace('/', '.').replaceAll("\\$.*", ""))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String room(String module, String name) {
    String prefix = "dev.barnacle." + module;
    String rest = name.equals(prefix) ? module : name.substring(prefix.length() + 1);
    return rest.startsWith("internal.") ? rest.substring("internal.".length()) : rest;
  }

  static String packageOf(String name) {
    return name.substring(0, name.lastIndexOf('.'));
  }

  /** Returns what refers to a room that it may not use, a line each. */
  List<String> forbidden() {
    Map<String, String> rooms = new HashMap<>();
    packages.forEach((room, name) -> rooms.put(name, room));
    List<String> forbidden = new ArrayList<>();
    references.forEach(
        (from, used) -> {
          String room = rooms.get(packageOf(from));
          for (String to : used) {
            String other = rooms.get(packageOf(to));
            if (room != null
                && other != null
                && !room.equals(other)
                && !mayUse.getOrDefault(room, Set.of()).contains(other)) {
              forbidden.add(module + ": " + from + " refers to " + to);
            }
          }
        });
    return forbidden;
  }

  /** Returns the rooms that may be used by others and are none. */
  Set<String> unknown() {
    Set<String> unknown = new TreeSet<>();
    mayUse.values().forEach(unknown::addAll);
    unknown.removeAll(mayUse.keySet());
    return unknown;
  }

  /** Returns the rooms that use each other in a circle; none if use goes one way. */
  Set<String> circle() {
    Map<String, Set<String>> left = new TreeMap<>(mayUse);
    while (left.values().removeIf(used -> used.stream().noneMatch(left::containsKey))) {
      // The next ones may use only those.
    }
    return left.keySet();
  }

  /** Returns how many classes each package has. */
  Map<String, Long> sizes() {
    return references.keySet().stream()
        .collect(Collectors.groupingBy(Rooms::packageOf, TreeMap::new, Collectors.counting()));
  }

  /** Returns the sets of two classes or more that all refer to each other, by way of others too. */
  List<Set<String>> knots() {
    return new Knots(references).found();
  }

  /** Tarjan's algorithm. */
  private static final class Knots {
    private final Map<String, Set<String>> references;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final Map<String, Integer> lowest = new HashMap<>();
    private final Deque<String> stack = new ArrayDeque<>();
    private final List<Set<String>> found = new ArrayList<>();

    Knots(Map<String, Set<String>> references) {
      this.references = references;
    }

    List<Set<String>> found() {
      for (String name : references.keySet()) {
        if (!numbers.containsKey(name)) {
          visit(name);
        }
      }
      return found;
    }

    private void visit(String name) {
      numbers.put(name, numbers.size());
      lowest.put(name, numbers.get(name));
      stack.push(name);
      for (String used : references.getOrDefault(name, Set.of())) {
        if (!numbers.containsKey(used)) {
          visit(used);
          lowest.merge(name, lowest.get(used), Math::min);
        } else if (stack.contains(used)) {
          lowest.merge(name, numbers.get(used), Math::min);
        }
      }
      if (lowest.get(name).equals(numbers.get(name))) {
        Set<String> knot = new TreeSet<>();
        while (!knot.contains(name)) {
          knot.add(stack.pop());
        }
        if (knot.size() > 1) {
          found.add(knot);
        }
      }
    }
  }
}
