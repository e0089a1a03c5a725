package dev.barnacle.explore.internal.kernel.search;

import dev.barnacle.engine.fault.ExplorationKind;
import dev.barnacle.explore.internal.kernel.code.Address;
import dev.barnacle.explore.internal.kernel.code.Targets;
import dev.barnacle.explore.internal.kernel.item.Execution;
import dev.barnacle.explore.internal.kernel.item.Fault;
import dev.barnacle.explore.internal.kernel.item.Item;
import dev.barnacle.explore.internal.kernel.item.LoadBuffering;
import dev.barnacle.explore.internal.kernel.item.Revisit;
import dev.barnacle.explore.internal.kernel.item.Sequences;
import dev.barnacle.explore.internal.kernel.item.Stepper;
import dev.barnacle.explore.internal.kernel.item.Writes;
import dev.barnacle.explore.internal.kernel.memory.MemoryObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The executions in which a read reads from a later write ({@link LoadBuffering}). */
final class Revisits {
  private final LoadBuffering buffering;
  private final Writes places;
  private final SequentialOrder order;
  private final Results results;

  Revisits(Stepper stepper, SequentialOrder order, Results results) {
    this.buffering = stepper.atomic().buffering();
    this.places = stepper.writes();
    this.order = order;
    this.results = results;
  }

  /** Keeps an execution before a read that may read from what comes of what is after it. */
  void begin(Execution x, int reader) {
    if (mayBuffer(x, x.item(reader))) {
      Revisit revisit = new Revisit(x.fork(), reader);
      x.own(reader).revisit = revisit;
    }
  }

  /**
   * Returns whether others may write what is read, and read of other objects that its work-item may
   * write from here on.
   */
  private boolean mayBuffer(Execution x, Item item) {
    if (item.readsPlainly()) {
      return false;
    }
    long target = Progress.target(x, item.reading);
    MemoryObject object = Objects.requireNonNull(x.memory().object(Address.object(item.reading)));
    long writes = item.mayWriteAtomically();
    if (Targets.isOne(target)
        && !places.mayWriteBeside(item, object, item.reading, item.readingSize)) {
      writes &= ~target; // coherence forbids it where all is one object
    }
    boolean read = false;
    boolean written = false;
    for (int i = 0; i < x.items() && writes != 0 && !(read && written); i++) {
      Item other = x.item(i);
      if (other != item) {
        written |= (other.mayWriteAtomically() & target) != 0;
        read |= (other.mayTouch(false, false) & writes) != 0;
      }
    }
    return read && written;
  }

  /** Adds the executions that are to be looked at for what has happened in one. */
  void add(Execution x, List<Execution> children) {
    for (Execution.Guess guess : x.takeGuesses()) {
      Execution begun = buffering.begin(guess);
      if (begun == null) {
        results.limit(LoadBuffering.LIMIT);
      } else {
        children.add(begun);
      }
    }
  }

  /** Offers a write to a read that has its value already. */
  List<Execution> offer(Execution x) {
    List<Execution> decided = Sequences.decide(x);
    if (decided != null) {
      List<Execution> possible = new ArrayList<>();
      decided.forEach(d -> answered(d, possible));
      return possible;
    }
    Execution reading = x.fork();
    x.decline();
    List<Execution> children = new ArrayList<>();
    switch (buffering.take(reading)) {
      case READS -> answered(reading, children);
      case UNKNOWN -> {
        reading.doubt();
        answered(reading, children);
      }
      case FORBIDDEN -> {}
    }
    children.add(x);
    return children;
  }

  private void answered(Execution x, List<Execution> children) {
    if (!order.isConsistent(x)) {
      return;
    }
    x.tellHeld();
    if (x.isOpen() || !x.isOver()) {
      children.add(x);
    } else if (order.isPossible(x, x.memory().cells())) {
      results.execution(x);
    }
  }

  /** Takes a fault that ends an execution in which a read is open. */
  void hold(Fault fault, Execution x, List<Execution> children) {
    if (fault.kind() == ExplorationKind.ASSERTION) {
      x.hold(fault);
      children.add(x);
    } else {
      results.limit(LoadBuffering.LIMIT);
    }
  }
}
