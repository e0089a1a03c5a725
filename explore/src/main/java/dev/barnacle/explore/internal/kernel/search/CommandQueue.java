package dev.barnacle.explore.internal.kernel.search;

import dev.barnacle.explore.internal.kernel.code.Child;
import dev.barnacle.explore.internal.kernel.code.Children;
import dev.barnacle.explore.internal.kernel.graph.Clock;
import dev.barnacle.explore.internal.kernel.item.Enqueuing;
import dev.barnacle.explore.internal.kernel.item.Execution;
import dev.barnacle.explore.internal.kernel.item.Item;
import java.util.BitSet;
import java.util.List;
import java.util.Set;

/**
 * Launches that begin when others have ended; what these did happens before (OpenCL, 3.3.6.6,
 * "Memory Ordering Rules: Host-side and Device-side Commands"). Those of the host wait for the ones
 * in their event wait lists, with all that these have enqueued; those that a kernel has enqueued
 * wait for that, for its work-group, or for nobody, and for those whose events they are given. Who
 * waits for an event that fails does not run, nor does who waits for what has enqueued it (3.2.1,
 * 3.2.5).
 */
public final class CommandQueue {
  private final List<Set<Integer>> waits;
  private final Children children;
  private final BitSet absent;

  /**
   * Makes one.
   *
   * @param waits for each launch of the host the numbers of those that it waits for
   * @param children the launches behind these
   * @param absent the work-items that do not begin though their launch does
   */
  public CommandQueue(List<Set<Integer>> waits, Children children, BitSet absent) {
    this.absent = absent;
    this.waits = waits;
    this.children = children;
  }

  /** Begins the launches that can; returns false if there are none. */
  boolean begin(Execution x) {
    boolean any = false;
    for (int i = 0; i < waits.size() + children.all().size(); i++) {
      if (isQueued(x, i) && waitsForFailed(x, i)) {
        fail(x, i);
        any = true;
      } else if (isQueued(x, i) && isOver(x, i)) {
        begin(x, i);
        any = true;
      }
    }
    return any || forget(x);
  }

  /** Returns whether a launch waits for one that has failed. */
  private boolean waitsForFailed(Execution x, int launch) {
    Child child = children.of(launch);
    var before = child == null ? waits.get(launch) : child.waits();
    return before.stream().anyMatch(other -> hasFailed(x, other));
  }

  /** Returns whether a launch has failed: by itself, or since what it has enqueued has. */
  private boolean hasFailed(Execution x, int other) {
    for (int i = 0; i < x.items(); i++) {
      int launch = x.item(i).place.launch();
      if (x.item(i).status == Item.Status.FAILED
          && (launch == other || (!isUserEvent(x.item(i)) && comesOf(x, launch, other)))) {
        return true;
      }
    }
    return false;
  }

  private void fail(Execution x, int launch) {
    for (int i : Enqueuing.of(x, launch, Item.Status.QUEUED)) {
      x.own(i).status = Item.Status.FAILED;
      Enqueuing.end(x, children, i);
    }
  }

  /** Ends user events that nobody sets any more, and that nothing waits for. */
  private boolean forget(Execution x) {
    boolean any = false;
    for (int i = 0; i < x.items(); i++) {
      Item item = x.item(i);
      if (item.status == Item.Status.QUEUED && isUserEvent(item) && !isAwaited(x, item)) {
        x.own(i).status = Item.Status.ENDED;
        any = true;
      }
    }
    return any;
  }

  private boolean isUserEvent(Item item) {
    Child child = children.of(item.place.launch());
    return child != null && child.isUserEvent();
  }

  private boolean isAwaited(Execution x, Item event) {
    for (int i = 0; i < x.items(); i++) {
      Child child = children.of(x.item(i).place.launch());
      if (x.item(i).status == Item.Status.QUEUED
          && child != null
          && child.waits().contains(event.place.launch())) {
        return true;
      }
    }
    return false;
  }

  private static boolean isQueued(Execution x, int launch) {
    return Enqueuing.of(x, launch, Item.Status.QUEUED).length > 0;
  }

  /** Returns whether a launch waits for a work-item. */
  private boolean awaits(Execution x, int launch, Item item) {
    Child child = children.of(launch);
    if (child == null) {
      Set<Integer> before = waits.get(launch);
      return before.stream().anyMatch(other -> comesOf(x, item.place.launch(), other));
    }
    if (child.waits().stream().anyMatch(other -> comesOf(x, item.place.launch(), other))) {
      return true;
    }
    Item parent = x.item(child.parent());
    return switch (child.flag()) {
      case NO_WAIT -> false;
      case WAIT_KERNEL -> item.place.launch() == parent.place.launch();
      case WAIT_WORK_GROUP -> item.place.group() == parent.place.group();
    };
  }

  /** Returns whether a launch is another one, or was enqueued by it or what it has enqueued. */
  private boolean comesOf(Execution x, int launch, int other) {
    int at = launch;
    Child child = children.of(at);
    while (at != other && child != null) {
      at = x.item(child.parent()).place.launch();
      child = children.of(at);
    }
    return at == other;
  }

  /** Returns whether all have ended that a launch waits for. */
  private boolean isOver(Execution x, int launch) {
    Child child = children.of(launch);
    if (child != null && child.isUserEvent()) {
      return false;
    }
    for (int i = 0; i < x.items(); i++) {
      if (!x.item(i).isDone() && awaits(x, launch, x.item(i))) {
        return false;
      }
    }
    return true;
  }

  private void begin(Execution x, int launch) {
    Clock global = Clock.NONE;
    Clock images = Clock.NONE;
    for (int i = 0; i < x.items(); i++) {
      Item item = x.item(i);
      if (awaits(x, launch, item)) {
        global = global.join(item.done());
        images = images.join(item.doneInImages());
      }
    }
    for (int i : Enqueuing.of(x, launch, Item.Status.QUEUED)) {
      Item begun = x.own(i);
      begun.begin(global, images);
      if (absent.get(i)) {
        begun.status = Item.Status.ABSENT;
      }
    }
  }

  /**
   * Returns whether a work-item's command may be enqueued, and all that it waits for may come to an
   * end.
   */
  boolean mayBegin(Execution x, Item item, boolean[] able) {
    int launch = item.place.launch();
    Child child = children.of(launch);
    if (item.status == Item.Status.UNKNOWN && (child == null || !able[child.parent()])) {
      return false;
    }
    for (int i = 0; i < x.items(); i++) {
      Item other = x.item(i);
      if (!other.isDone() && !able[i] && awaits(x, launch, other)) {
        return false;
      }
    }
    return true;
  }
}
