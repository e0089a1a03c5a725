package dev.barnacle.explore.internal.kernel.item;

import dev.barnacle.explore.internal.kernel.code.Address;
import dev.barnacle.explore.internal.kernel.graph.Cell;
import dev.barnacle.explore.internal.kernel.graph.Event;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the release sequences that may go on or be broken by stores of others: both cases are
 * looked at.
 */
public final class Sequences {
  private Sequences() {}

  /**
   * Returns the executions in which a read of a write is to be looked at: more than one where a
   * store of another work-item may break the release sequence that it reads from.
   */
  public static List<Execution> split(Execution x, int reader, int write) {
    Item item = x.item(reader);
    List<Gap> gaps = item.readsPlainly() ? List.of() : ReleaseSequence.gaps(x, item, write);
    List<Execution> list = new ArrayList<>();
    for (int i = 0; i < gaps.size(); i++) {
      Execution broken = x.fork();
      add(broken, gaps.get(i));
      if (i > 0) {
        add(broken, gaps.get(i - 1).intact(write));
      }
      list.add(broken);
    }
    if (!gaps.isEmpty()) {
      add(x, gaps.getLast().intact(write));
    }
    list.add(x);
    return list;
  }

  private static void add(Execution x, Gap gap) {
    x.open(x.open().with(gap));
    for (Event e : x.memory().cell(gap.address()).events()) {
      if (gap.concerns(e)) {
        x.open(x.open().with(new OpenReads.Offer(-1, gap, e.write())));
      }
    }
  }

  /**
   * Decides where a store stands that is offered, if it is to a gap.
   *
   * @return the executions in which it is decided; null if it is offered to a read
   */
  public static @Nullable List<Execution> decide(Execution x) {
    OpenReads.Offer offer = x.open().offers().getFirst();
    Gap gap = offer.gap();
    if (gap == null) {
      return null;
    }
    x.decline();
    List<Execution> decided = new ArrayList<>();
    if (gap.broken()) {
      Execution inside = x.fork();
      if (gap.putInside(own(inside, gap), offer.write())) {
        inside.open(inside.open().without(gap));
        inside.tellHeld();
        decided.add(inside);
      }
      decided.add(x);
      return decided;
    }
    Execution after = x.fork();
    if (own(after, gap).order(gap.last(), offer.write())) {
      decided.add(after);
    }
    if (own(x, gap).order(offer.write(), gap.first())) {
      decided.add(x);
    }
    return decided;
  }

  private static Cell own(Execution x, Gap gap) {
    long offset = Address.offset(gap.address());
    return x.memory().own(x.memory().cell(gap.address()), Address.object(gap.address()), offset);
  }
}
