package dev.barnacle.explore.internal.kernel.search;

import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.internal.kernel.item.Execution;
import dev.barnacle.explore.internal.kernel.item.Fault;
import dev.barnacle.explore.internal.kernel.item.FaultException;
import dev.barnacle.explore.internal.kernel.item.Item;
import java.util.ArrayList;
import java.util.List;

/** Takes what comes to an end: final states, and executions that never end. */
final class Outcomes {
  private final FinalMemory memory;
  private final Hang hang;
  private final Waiting waiting;
  private final Results results;

  Outcomes(FinalMemory memory, Hang hang, Waiting waiting, Results results) {
    this.waiting = waiting;
    this.memory = memory;
    this.hang = hang;
    this.results = results;
  }

  /**
   * Takes an execution in which no work-item can go on.
   *
   * @throws FaultException if it never ends
   */
  void end(Execution x) throws FaultException, ExploreException {
    boolean ended = true;
    boolean unmet = false;
    for (int i = 0; i < x.items(); i++) {
      ended &= x.item(i).isDone();
      unmet |= x.item(i).status == Item.Status.UNMET;
    }
    if (x.isFaulty()) {
      if (memory.isPossible(x)) {
        results.execution(x);
      }
    } else if (ended) {
      boolean[] any = new boolean[1];
      memory.each(
          x,
          (state, cells) -> {
            any[0] = true;
            results.state(state, x, cells);
          });
      if (any[0]) {
        results.execution(x);
      }
    } else if (!unmet && (waiting.isFair() || waiting.counts(x)) && hang.isHang(x)) {
      throw new FaultException(Waiting.hang(x, parts(x), Fault.Sure.ALL, 0));
    }
  }

  private static List<Fault.Part> parts(Execution x) {
    List<Fault.Part> parts = new ArrayList<>();
    for (int i = 0; i < x.items(); i++) {
      if (!x.item(i).isOver() && !x.item(i).isQueued()) {
        parts.add(new Fault.Part(i, x.item(i).op()));
      }
    }
    for (int i = 0; parts.isEmpty() && i < x.items(); i++) {
      if (x.item(i).status == Item.Status.QUEUED) {
        parts.add(new Fault.Part(i, x.item(i).op())); // a user event is never set
      }
    }
    return parts;
  }
}
