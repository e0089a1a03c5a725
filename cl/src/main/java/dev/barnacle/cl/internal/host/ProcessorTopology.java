package dev.barnacle.cl.internal.host;

import dev.barnacle.cl.AffinityDomain;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The caches and memory nodes that processors share, as Linux lists them in {@code /sys}. */
public final class ProcessorTopology {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final Path NODES = Path.of("/sys/devices/system/node");
  private static final Path PROCESSORS = Path.of("/sys/devices/system/cpu");

  private ProcessorTopology() {}

  /** Returns the processors that the process may use, if that are so many; else none. */
  public static List<Integer> processors(int count) {
    try {
      if (!Files.isReadable(STATUS)) {
        return List.of();
      }
      List<Integer> allowed =
          Files.readAllLines(STATUS).stream()
              .filter(l -> l.startsWith("Cpus_allowed_list:"))
              .flatMap(l -> parse(l.substring(l.indexOf(':') + 1)).stream())
              .toList();
      return allowed.size() == count ? allowed : List.of();
    } catch (IOException e) {
      return List.of();
    }
  }

  /**
   * Returns these processors in groups that share a domain; none where the system does not tell of
   * one of them.
   */
  public static List<List<Integer>> groups(AffinityDomain domain, List<Integer> processors) {
    try {
      Set<Set<Integer>> groups = new LinkedHashSet<>();
      for (int processor : processors) {
        Set<Integer> sharing = sharing(domain, processor);
        if (sharing.isEmpty()) {
          return List.of();
        }
        sharing.retainAll(processors);
        groups.add(sharing);
      }
      return groups.stream().map(List::copyOf).toList();
    } catch (IOException | UncheckedIOException e) {
      return List.of();
    }
  }

  private static Set<Integer> sharing(AffinityDomain domain, int processor) throws IOException {
    return switch (domain) {
      case NUMA -> node(processor);
      case L4_CACHE -> cache(processor, 4);
      case L3_CACHE -> cache(processor, 3);
      case L2_CACHE -> cache(processor, 2);
      case L1_CACHE -> cache(processor, 1);
    };
  }

  private static Set<Integer> node(int processor) throws IOException {
    for (Path node : folders(NODES, "node[0-9]*")) {
      Set<Integer> processors = parse(Files.readString(node.resolve("cpulist")));
      if (processors.contains(processor)) {
        return processors;
      }
    }
    return new TreeSet<>();
  }

  private static Set<Integer> cache(int processor, int level) throws IOException {
    for (Path cache : folders(PROCESSORS.resolve("cpu" + processor + "/cache"), "index[0-9]*")) {
      boolean ofData = !Files.readString(cache.resolve("type")).strip().equals("Instruction");
      if (ofData && parse(Files.readString(cache.resolve("level"))).contains(level)) {
        return parse(Files.readString(cache.resolve("shared_cpu_list")));
      }
    }
    return new TreeSet<>();
  }

  private static List<Path> folders(Path parent, String pattern) throws IOException {
    List<Path> folders = new ArrayList<>();
    if (Files.isDirectory(parent)) {
      try (DirectoryStream<Path> found = Files.newDirectoryStream(parent, pattern)) {
        found.forEach(folders::add);
      }
    }
    return folders;
  }

  /** Returns the numbers of a list as the kernel writes them: {@code 0-3,8}. */
  public static Set<Integer> parse(String list) {
    Set<Integer> numbers = new TreeSet<>();
    for (String part : list.strip().split(",", -1)) {
      String[] ends = part.split("-", 2);
      if (!part.isEmpty()) {
        int last = Integer.parseInt(ends[ends.length - 1]);
        for (int i = Integer.parseInt(ends[0]); i <= last; i++) {
          numbers.add(i);
        }
      }
    }
    return numbers;
  }
}
