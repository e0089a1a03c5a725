package dev.barnacle.engine;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/**
 * The memory that a process on Linux may have: the computer's, or less where control groups say so
 * (proc(5), cgroups(7)). The JDK knows it too, but takes milliseconds for it.
 *
 * @param processes where {@code /proc} is
 * @param groups where control groups are: {@code /sys/fs/cgroup}
 */
record LinuxMemory(Path processes, Path groups) {
  private static final int KILOBYTE = 1024;
  private static final String TOTAL = "MemTotal:";

  /** Returns that of this process. */
  static LinuxMemory ofProcess() {
    return new LinuxMemory(Path.of("/proc"), Path.of("/sys/fs/cgroup"));
  }

  /** Returns how much there is; empty where things are not in their usual places. */
  OptionalLong bytes() {
    try {
      long all = total();
      String ofGroups = limit(text(processes.resolve("self/cgroup")));
      return all <= 0 || ofGroups.isEmpty()
          ? OptionalLong.empty()
          : OptionalLong.of(Math.min(all, Long.parseLong(ofGroups)));
    } catch (IOException | NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  private long total() throws IOException {
    for (String line : lines(text(processes.resolve("meminfo")))) {
      if (line.startsWith(TOTAL) && line.endsWith(" kB")) {
        String number = line.substring(TOTAL.length(), line.length() - 3).strip();
        return Math.multiplyExact(Long.parseLong(number), KILOBYTE);
      }
    }
    return 0;
  }

  /**
   * Returns the least limit of the groups that a process is in; empty where it is not known.
   *
   * @param memberships a line {@code NUMBER:CONTROLLERS:PATH} for each hierarchy of groups
   */
  private String limit(String memberships) throws IOException {
    String unified = "";
    for (String line : lines(memberships)) {
      int first = line.indexOf(':');
      int second = line.indexOf(':', first + 1);
      if (second < 0) {
        return "";
      }
      String path = line.substring(second + 1);
      if (List.of(line.substring(first + 1, second).split(",", -1)).contains("memory")) {
        return least(groups.resolve("memory"), path, "memory.limit_in_bytes", true);
      }
      if (line.startsWith("0::")) {
        unified = path;
      }
    }
    return unified.isEmpty() || text(groups.resolve("cgroup.controllers")).isEmpty()
        ? ""
        : least(groups, unified, "memory.max", false);
  }

  /** Returns the least limit of a group and those around it; empty where the group is not found. */
  private static String least(Path root, String path, String file, boolean rootHasOne)
      throws IOException {
    if (!path.startsWith("/") || path.contains("..")) {
      return ""; // it is outside of what this process sees
    }
    Path folder = root.resolve(path.substring(1)).normalize();
    long least = Long.MAX_VALUE;
    for (Path at = folder; at != null && at.startsWith(root); at = at.getParent()) {
      if (at.equals(root) && !rootHasOne && !at.resolve(file).toFile().exists()) {
        break; // the root of all groups has no limits
      }
      String limit = text(at.resolve(file)).strip();
      least = limit.equals("max") ? least : Math.min(least, Long.parseLong(limit));
    }
    return String.valueOf(least);
  }

  private static String[] lines(String text) {
    return text.split("\n", 0);
  }

  /** Not by a channel, which takes more of the JVM's interpreter than the file has bytes. */
  private static String text(Path file) throws IOException {
    try (FileInputStream in = new FileInputStream(file.toFile())) {
      return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }
}
