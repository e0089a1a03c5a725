package dev.barnacle.explore.internal.kernel.search;

import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.internal.kernel.code.Address;
import dev.barnacle.explore.internal.kernel.graph.Cell;
import dev.barnacle.explore.internal.kernel.item.Execution;
import dev.barnacle.explore.internal.kernel.item.FaultException;
import dev.barnacle.explore.internal.kernel.item.Item;
import dev.barnacle.explore.internal.kernel.item.Rounds;
import dev.barnacle.explore.internal.kernel.item.Stepper;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Finds whether an execution in which no work-item can go on never ends. Then each that has not
 * ended goes round a loop for ever though it reads the last write of each object, or waits at a
 * barrier for one that does. The rule for loops is that of Lahav, Namakonov, Oberhauser, Podkopaev
 * and Vafeiadis, "Making weak memory models fair", OOPSLA 2021.
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
    List<Integer> looping = new ArrayList<>();
    List<Integer> waiting = new ArrayList<>();
    for (int i = 0; i < x.items(); i++) {
      Item item = x.item(i);
      if (item.isWaiting()) {
        if (!item.awaits()) {
          return false;
        }
        waiting.add(i);
      }
      if (item.status == Item.Status.SPINNING) {
        looping.add(i);
      }
    }
    if (looping.isEmpty() && waiting.isEmpty()) {
      return areQueued(x) && order.isPossible(x, x.memory().cells());
    }
    return canAllSpin(x, waiting, looping, Standing.nobody());
  }

  /** Returns whether all that have not ended wait to begin: for an event that nobody sets. */
  private static boolean areQueued(Execution x) {
    for (int i = 0; i < x.items(); i++) {
      if (!x.item(i).isOver() && !x.item(i).isQueued()) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns whether work-items that wait can go round their loops for ever, while others stand.
   *
   * @param looping work-items that go round with their groups ({@link Rounds})
   * @param standing what has happened, but for what they read
   */
  boolean canAllSpin(Execution x, List<Integer> waiting, List<Integer> looping, Standing standing)
      throws ExploreException {
    Execution tried = x.fork();
    tried.quiet();
    List<Rounds.Read> reads = new ArrayList<>();
    Standing happened = standing;
    for (int index : looping) {
      for (Rounds.Read read : x.item(index).lasso()) {
        reads.add(read);
        happened = happened.with(x, read.address(), read.write());
      }
    }
    return allSpin(new Trial(tried, happened, reads), waiting);
  }

  /**
   * Work-items are tried out, one after the other.
   *
   * @param x the execution, with their rounds
   * @param read what they read in them
   */
  private record Trial(Execution x, Standing standing, List<Rounds.Read> read) {
    Trial reading(long address, int write) {
      List<Rounds.Read> more = new ArrayList<>(read);
      more.add(new Rounds.Read(address, write));
      return new Trial(x.fork(), standing.with(x, address, write), more);
    }

    /** Makes what they read the last writes in modification order, but for writes of its value. */
    boolean makeLast() {
      for (Rounds.Read c : read) {
        int object = Address.object(c.address());
        long offset = Address.offset(c.address());
        Cell cell = Objects.requireNonNull(x.memory().cell(object, offset));
        cell = x.memory().own(cell, object, offset);
        for (int other = 0; other < cell.writes(); other++) {
          if (other != c.write()
              && standing.has(x, c.address(), other)
              && cell.value(other) != cell.value(c.write())
              && !cell.order(other, c.write())) {
            return false;
          }
        }
      }
      return true;
    }
  }

  /** Returns whether all can go round their loops for ever in one execution. */
  private boolean allSpin(Trial t, List<Integer> waiting) throws ExploreException {
    if (waiting.isEmpty()) {
      return t.makeLast() && order.isPossible(t.x(), t.x().memory().cells());
    }
    int index = waiting.getFirst();
    return reads(
        t, new Round(index, t.x().item(index).effects, 0, 0), waiting.subList(1, waiting.size()));
  }

  private boolean reads(Trial t, Round round, List<Integer> others) throws ExploreException {
    if (round.reads() > MOST_READS) {
      return false;
    }
    Item item = t.x().item(round.index());
    for (int choice : stepper.atomic().candidates(t.x(), item)) {
      if (choice >= 0) {
        Trial next = t.reading(item.reading, choice);
        if (next.makeLast() && goesOn(next, round, choice, others)) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean goesOn(Trial t, Round before, int choice, List<Integer> others)
      throws ExploreException {
    Round round = before;
    Execution x = t.x();
    try {
      if (!stepper.atomic().perform(x, x.own(round.index()), choice)) {
        return false;
      }
      while (x.item(round.index()).effects == round.effects() && !x.isFaulty()) {
        Stepper.Stop how = stepper.run(x, round.index());
        if (how == Stepper.Stop.IDLE) {
          round = round.again(true);
          if (round.idle() == ROUNDS) {
            return allSpin(t, others);
          }
        } else {
          return how == Stepper.Stop.READ
              && x.item(round.index()).effects == round.effects()
              && reads(t, round.again(false), others);
        }
      }
    } catch (FaultException f) {
      return false; // found where the read takes the write
    }
    return false;
  }
}
