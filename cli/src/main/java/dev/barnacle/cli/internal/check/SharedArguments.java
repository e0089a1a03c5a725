package dev.barnacle.cli.internal.check;

import dev.barnacle.cl.Kernel;
import dev.barnacle.cl.KernelParameter;
import dev.barnacle.cli.internal.launch.ArgumentSpec;
import dev.barnacle.cli.internal.launch.LaunchSpec;
import dev.barnacle.cli.internal.run.Arguments;
import dev.barnacle.watch.Finding;
import dev.barnacle.watch.Report;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The arguments that the user says are one buffer with others, and the notes about them. */
final class SharedArguments {
  private SharedArguments() {}

  /** Returns the names of arguments that are another's buffer, each with the one whose it is. */
  static Map<String, String> of(Kernel kernel, LaunchSpec launch) {
    Map<String, String> direct = new HashMap<>();
    int next = 0;
    for (LaunchSpec.Given given : launch.arguments()) {
      String name = given.name().isPresent() ? given.name().get() : String.valueOf(next++);
      if (given.spec() instanceof ArgumentSpec.Same same) {
        direct.put(named(kernel, name), named(kernel, same.other()));
      } else {
        direct.remove(named(kernel, name)); // the last one counts
      }
    }
    Map<String, String> roots = new LinkedHashMap<>();
    for (String name : direct.keySet().stream().sorted().toList()) {
      String root = name;
      for (int i = 0; i < direct.size() && direct.containsKey(root); i++) {
        root = direct.get(root);
      }
      roots.put(name, root);
    }
    return roots;
  }

  private static String named(Kernel kernel, String name) {
    for (KernelParameter parameter : kernel.parameters()) {
      if (Arguments.isNamed(parameter, name)) {
        return parameter.name();
      }
    }
    return name;
  }

  /** Returns a report with notes at what is found in buffers that are several arguments. */
  static Report noted(Report report, Map<String, String> shared) {
    if (shared.isEmpty()) {
      return report;
    }
    List<Finding> findings = report.findings().stream().map(f -> noted(f, shared)).toList();
    return new Report(findings, report.benign(), report.compileNanos(), report.kernelNanos());
  }

  private static Finding noted(Finding finding, Map<String, String> shared) {
    if (!finding.note().isEmpty() || finding.object().isEmpty()) {
      return finding;
    }
    String root = shared.getOrDefault(finding.object(), finding.object());
    List<String> parts =
        shared.entrySet().stream()
            .filter(e -> e.getValue().equals(root))
            .map(e -> "'" + e.getKey() + "'")
            .toList();
    return parts.isEmpty()
        ? finding
        : finding.withNote(
            String.join(", ", parts) + " and '" + root + "' are one buffer in this launch");
  }
}
