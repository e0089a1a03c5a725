package dev.barnacle.icd.internal;

import dev.barnacle.watch.Finding;
import dev.barnacle.watch.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Set;

/**
 * What the engine that watches kernels finds, in the file that {@code BARNACLE_REPORT} names;
 * {@code barnacle check --} reads it when the program has ended. A finding is written once, when it
 * is first met, so that a program that crashes afterwards has told of it.
 */
final class Reports {
  private static final Set<String> WRITTEN = new HashSet<>();

  private Reports() {}

  /** Writes what a launch of a kernel found. */
  static synchronized void add(String kernel, Report report) {
    String file = System.getenv("BARNACLE_REPORT");
    if (file == null || report.isClean()) {
      return;
    }
    StringBuilder text = new StringBuilder();
    for (Finding finding : report.findings()) {
      if (WRITTEN.add(
          kernel
              + finding.kind()
              + finding.accesses().stream().map(a -> a.location() + a.access()).toList())) {
        text.append(finding).append(" [kernel ").append(kernel).append("]\n");
      }
    }
    try {
      Files.writeString(Path.of(file), text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      Driver.debug("writing " + file, e);
    }
  }
}
