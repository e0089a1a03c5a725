package dev.barnacle.watch.internal.race;

import dev.barnacle.watch.internal.race.access.Region;
import dev.barnacle.watch.internal.race.shadow.GroupOrder;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds the racy bytes of a trace that only barriers order, by looking at each pair of accesses.
 */
final class BarrierOracle {
  private BarrierOracle() {}

  static Set<Trace.RacyByte> racyBytes(Trace trace) {
    Set<Trace.RacyByte> bytes = new TreeSet<>();
    for (int j = 0; j < trace.steps.size(); j++) {
      for (int i = 0; i < j; i++) {
        if (trace.steps.get(i) instanceof Trace.Access a
            && trace.steps.get(j) instanceof Trace.Access b
            && a.region() == b.region()
            && (a.region() == Region.GLOBAL || a.group() == b.group())
            && (a.kind().writes() || b.kind().writes())
            && !(a.kind().atomic() && b.kind().atomic())
            && !ordered(trace, i, j, a, b)) {
          int end = Math.min(a.offset() + a.bytes(), b.offset() + b.bytes());
          for (int at = Math.max(a.offset(), b.offset()); at < end; at++) {
            bytes.add(new Trace.RacyByte(a.region() == Region.GLOBAL ? -1 : a.group(), at));
          }
        }
      }
    }
    return bytes;
  }

  private static boolean ordered(Trace trace, int i, int j, Trace.Access a, Trace.Access b) {
    if (a.group() != b.group()) {
      return false;
    }
    return a.item() == b.item()
        || trace.steps.subList(i, j).stream()
            .anyMatch(
                step ->
                    step instanceof Trace.Barrier barrier
                        && barrier.group() == a.group()
                        && (a.region() == Region.GLOBAL
                            ? GroupOrder.ordersGlobal(barrier.flags())
                            : GroupOrder.ordersLocal(barrier.flags())));
  }
}
