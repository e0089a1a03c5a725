package dev.barnacle.explore.internal.kernel.search;

import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.internal.kernel.code.Address;
import dev.barnacle.explore.internal.kernel.graph.Cell;
import dev.barnacle.explore.internal.kernel.item.Execution;
import dev.barnacle.explore.internal.kernel.item.Fault;
import dev.barnacle.explore.internal.kernel.item.Item;
import dev.barnacle.explore.internal.kernel.item.Stepper;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Whether an execution in which no work-item can go on never ends: each that has not ended goes
 * round a loop for ever though it reads the last write of each object (Lahav, Namakonov,
 * Oberhauser, Podkopaev and Vafeiadis, "Making weak memory models fair", OOPSLA 2021), or waits at
 * a barrier for one that does.
 */
final class Hang {
  private static final int ROUNDS = 2;

  private static final int MOST_READS = 64;

  private final Stepper stepper;
  private final SequentialOrder order;

  Hang(Stepper stepper, SequentialOrder order) {
    this.stepper = stepper;
    this.order = order;
  }

  /** A work-item that is watched going round its loop. */
  private record Round(int index, long effects, int idle, int reads) {
    Round again(boolean same) {
      return new Round(index, effects, idle + (same ? 1 : 0), reads + (same ? 0 : 1));
    }
  }

  /** Returns whether an execution never ends. */
  boolean isHang(Execution x) throws ExploreException {
    boolean spins = false;
    List<Integer> waiting = new ArrayList<>();
    for (int i = 0; i < x.items(); i++) {
      Item item = x.item(i);
      if (item.isWaiting()) {
        if (!item.awaits()) {
          return false;
        }
        waiting.add(i);
      }
      spins |= item.status == Item.Status.SPINNING;
    }
    if (!spins && waiting.isEmpty()) {
      return false;
    }
    Execution tried = x.fork();
    tried.quiet();
    return allSpin(tried, waiting);
  }

  /** Whether all can go round their loops for ever in one execution. */
  private boolean allSpin(Execution x, List<Integer> waiting) throws ExploreException {
    if (waiting.isEmpty()) {
      return order.isPossible(x, x.memory().cells());
    }
    int index = waiting.getFirst();
    return reads(
        x, new Round(index, x.item(index).effects, 0, 0), waiting.subList(1, waiting.size()));
  }

  private boolean reads(Execution x, Round round, List<Integer> others) throws ExploreException {
    if (round.reads() > MOST_READS) {
      return false;
    }
    Item item = x.item(round.index());
    for (int choice : stepper.atomic().candidates(x, item)) {
      Execution next = x.fork();
      if (choice >= 0
          && makeLast(next, item.reading, choice)
          && goesOn(next, round, choice, others)) {
        return true;
      }
    }
    return false;
  }

  private boolean goesOn(Execution x, Round before, int choice, List<Integer> others)
      throws ExploreException {
    Round round = before;
    try {
      if (!stepper.atomic().perform(x, x.own(round.index()), choice)) {
        return false;
      }
      while (x.item(round.index()).effects == round.effects() && !x.isFaulty()) {
        Stepper.Stop how = stepper.run(x, round.index());
        if (how == Stepper.Stop.IDLE) {
          round = round.again(true);
          if (round.idle() == ROUNDS) {
            return allSpin(x, others);
          }
        } else {
          return how == Stepper.Stop.READ
              && x.item(round.index()).effects == round.effects()
              && reads(x, round.again(false), others);
        }
      }
    } catch (Fault f) {
      return false; // found where the read takes the write
    }
    return false;
  }

  /** Makes a write the last of its object in modification order. */
  private static boolean makeLast(Execution x, long address, int write) {
    int object = Address.object(address);
    long offset = Address.offset(address);
    Cell cell =
        x.memory().own(Objects.requireNonNull(x.memory().cell(object, offset)), object, offset);
    if (!cell.isLast(write)) {
      return false;
    }
    for (int chain = 0; chain < cell.chains(); chain++) {
      int other = cell.lastOf(chain);
      if (other != write && !cell.order(other, write)) {
        return false;
      }
    }
    return true;
  }
}
