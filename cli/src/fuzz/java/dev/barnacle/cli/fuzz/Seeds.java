package dev.barnacle.cli.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The files that a fuzzer starts from. */
final class Seeds {
  private Seeds() {}

  /** The contents of all files of some folders whose names end so. */
  static Stream<byte[]> files(String ending, Path... folders) throws IOException {
    List<byte[]> seeds = new ArrayList<>();
    for (Path folder : folders) {
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file : files.filter(f -> f.toString().endsWith(ending)).sorted().toList()) {
          seeds.add(Files.readAllBytes(file));
        }
      }
    }
    return seeds.stream();
  }
}
