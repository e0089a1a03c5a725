package dev.barnacle.cli.internal.fix;

import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Location;
import dev.barnacle.watch.Finding;
import java.util.List;
import java.util.Objects;

/** Reads from findings what the rules need. */
final class Places {
  private Places() {}

  /** Returns the lines of a file that a finding's accesses are in, in their order. */
  static List<Integer> lines(Finding finding, Code code) {
    return finding.accesses().stream()
        .map(Finding.Access::location)
        .filter(Objects::nonNull)
        .map(at -> outermost(at, code.file()))
        .filter(Objects::nonNull)
        .filter(at -> at.file().equals(code.file()) && at.line() >= 1 && at.line() <= code.size())
        .map(Location::line)
        .toList();
  }

  /** Returns the same of work-items that part before a barrier; no lines of another finding. */
  static List<Integer> linesOfDivergence(Finding finding, Code code) {
    return finding.kind() == FindingKind.BARRIER_DIVERGENCE ? lines(finding, code) : List.of();
  }

  /** A place in another file is that of the call through which it was reached. */
  private static Location outermost(Location at, String file) {
    Location here = at;
    while (!here.file().equals(file) && here.inlinedAt() != null) {
      here = here.inlinedAt();
    }
    return here;
  }

  /** Returns whether all accesses are of one work-group. */
  static boolean isInOneGroup(Finding finding) {
    return finding.accesses().stream().map(Finding.Access::groupId).distinct().count() == 1;
  }

  /** Returns the flag of a barrier for a finding's memory. */
  static String flag(Finding finding) {
    return finding.space() == AddressSpace.LOCAL ? "CLK_LOCAL_MEM_FENCE" : "CLK_GLOBAL_MEM_FENCE";
  }
}
