package dev.barnacle.explore.internal.kernel.search;

import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.internal.kernel.code.Address;
import dev.barnacle.explore.internal.kernel.graph.Cell;
import dev.barnacle.explore.internal.kernel.item.Execution;
import dev.barnacle.explore.internal.kernel.item.Fault;
import dev.barnacle.explore.internal.kernel.item.Item;
import dev.barnacle.explore.internal.kernel.item.Stepper;
import java.util.Objects;

/**
 * Whether an execution in which no work-item can go on never ends: each that has not ended goes
 * round a loop for ever though it reads the last write of each object (Lahav, Namakonov,
 * Oberhauser, Podkopaev and Vafeiadis, "Making weak memory models fair", OOPSLA 2021), or waits at
 * a barrier for one that does.
 */
final class Hang {
  private static final int ROUNDS = 2;

  private final Stepper stepper;

  Hang(Stepper stepper) {
    this.stepper = stepper;
  }

  /** Returns whether an execution never ends. */
  boolean isHang(Execution x) throws ExploreException {
    boolean spins = false;
    for (int i = 0; i < x.items(); i++) {
      Item item = x.item(i);
      if (item.isWaiting()) {
        if (!item.awaits || !spins(x.fork(), i, 0, 0)) {
          return false;
        }
        spins = true;
      } else if (item.status == Item.Status.SPINNING) {
        spins = true;
      }
    }
    return spins;
  }

  private boolean spins(Execution x, int index, int rounds, int depth) throws ExploreException {
    if (depth > 64) {
      return false;
    }
    for (int choice : stepper.atomic().candidates(x, x.item(index))) {
      if (choice >= 0 && isLast(x, x.item(index).reading, choice)) {
        Execution next = x.fork();
        if (goesOn(next, index, choice, rounds, depth)) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean goesOn(Execution x, int index, int choice, int rounds, int depth)
      throws ExploreException {
    try {
      if (!stepper.atomic().perform(x, x.own(index), choice)) {
        return false;
      }
      int idle = rounds;
      while (true) {
        Stepper.Stop how = stepper.run(x, index);
        if (how == Stepper.Stop.IDLE) {
          idle++;
          if (idle >= ROUNDS) {
            return true;
          }
        } else {
          return how == Stepper.Stop.READ && spins(x, index, idle, depth + 1);
        }
      }
    } catch (Fault f) {
      return false; // it is found where the read takes the write
    }
  }

  private static boolean isLast(Execution x, long address, int write) {
    Cell cell =
        Objects.requireNonNull(x.memory().cell(Address.object(address), Address.offset(address)));
    for (int chain = 0; chain < cell.chains(); chain++) {
      if (cell.lastOf(chain) == write) {
        return cell.mayBeLast(chain);
      }
    }
    return false;
  }
}
