package dev.barnacle.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinuxMemoryTest {
  private static final long TOTAL = 4096L << 10;

  @TempDir private Path root;

  @BeforeEach
  void total() throws IOException {
    write("proc/meminfo", "MemTotal:           4096 kB\nMemFree:            1024 kB\n");
  }

  private void write(String file, String text) throws IOException {
    Path path = root.resolve(file);
    Files.createDirectories(path.resolveSibling("."));
    Files.writeString(path, text);
  }

  private OptionalLong bytes() {
    return new LinuxMemory(root.resolve("proc"), root.resolve("groups")).bytes();
  }

  @Test
  void isWhatTheJdkSaysOrNotKnown() {
    OptionalLong known = LinuxMemory.ofProcess().bytes();
    long ofJdk =
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
    assertEquals(ofJdk, known.orElse(ofJdk));
  }

  @Test
  void theLeastLimitOfAllGroupsAroundCounts() throws IOException {
    write("proc/self/cgroup", "0::/a/b\n");
    write("groups/cgroup.controllers", "cpu memory\n");
    write("groups/a/memory.max", "2000000\n");
    write("groups/a/b/memory.max", "max\n");
    assertEquals(OptionalLong.of(2000000), bytes());
    write("groups/a/b/memory.max", "1000000\n");
    assertEquals(OptionalLong.of(1000000), bytes());
    write("groups/a/b/memory.max", "max\n");
    write("groups/a/memory.max", "9000000000\n");
    assertEquals(OptionalLong.of(TOTAL), bytes());
  }

  @Test
  void aContainerSeesItsOwnGroupAsTheRoot() throws IOException {
    write("proc/self/cgroup", "0::/\n");
    write("groups/cgroup.controllers", "memory\n");
    assertEquals(OptionalLong.of(TOTAL), bytes());
    write("groups/memory.max", "1000000\n");
    assertEquals(OptionalLong.of(1000000), bytes());
  }

  @Test
  void groupsOfTheFirstVersionHaveAHierarchyForMemory() throws IOException {
    write("proc/self/cgroup", "9:name=systemd:/\n4:cpu,memory:/a\n0::/\n");
    write("groups/memory/memory.limit_in_bytes", "9223372036854771712\n");
    write("groups/memory/a/memory.limit_in_bytes", "1000000\n");
    assertEquals(OptionalLong.of(1000000), bytes());
  }

  @Test
  void whatIsElsewhereIsNotKnown() throws IOException {
    assertEquals(OptionalLong.empty(), bytes());
    write("proc/self/cgroup", "4:memory:/a\n");
    assertEquals(OptionalLong.empty(), bytes());
    write("proc/self/cgroup", "0::/a\n");
    assertEquals(OptionalLong.empty(), bytes());
    write("groups/cgroup.controllers", "memory\n");
    assertEquals(OptionalLong.empty(), bytes());
    write("groups/a/memory.max", "much\n");
    assertEquals(OptionalLong.empty(), bytes());
    write("proc/self/cgroup", "0::/../a\n");
    assertEquals(OptionalLong.empty(), bytes());
  }
}
