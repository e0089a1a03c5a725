package dev.barnacle.dist;

import java.nio.file.Path;
import java.time.Instant;

/**
 * The release that is packaged.
 *
 * @param root of the sources, with what was built
 * @param version such as {@code 0.1.0}
 * @param time of all files in packages, so that the same sources give the same bytes
 */
record Release(Path root, String version, Instant time) {
  /** Returns the machine's architecture as uname has it. */
  String machine() {
    String arch = System.getProperty("os.arch", "");
    return arch.equals("amd64") ? "x86_64" : arch;
  }

  /** Returns the architecture as Debian has it. */
  String debianMachine() {
    return machine().equals("x86_64") ? "amd64" : "arm64";
  }

  /** Returns the name of the folder that the archive unpacks to. */
  String folder() {
    return "barnacle-" + version + "-linux-" + machine();
  }

  /**
   * Returns the tag of the wheels: the LLVM that they carry asks for glibc 2.34 and the libstdc++
   * of GCC 12, which auditwheel has there.
   */
  String wheelTag() {
    return "py3-none-manylinux_2_35_" + machine();
  }
}
