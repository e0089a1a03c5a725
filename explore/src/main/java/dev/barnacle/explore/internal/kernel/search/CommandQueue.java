package dev.barnacle.explore.internal.kernel.search;

import dev.barnacle.explore.internal.kernel.graph.Clock;
import dev.barnacle.explore.internal.kernel.item.Execution;
import dev.barnacle.explore.internal.kernel.item.Item;
import java.util.List;
import java.util.Set;

/**
 * Launches that begin when those in their event wait lists have ended; what these did happens
 * before (OpenCL, 3.3.6.6, "Memory Ordering Rules: Host-side and Device-side Commands").
 */
public final class CommandQueue {
  private final List<Set<Integer>> waits;

  /**
   * Makes one.
   *
   * @param waits for each launch the numbers of those that it waits for
   */
  public CommandQueue(List<Set<Integer>> waits) {
    this.waits = waits;
  }

  /** Begins the launches that can; returns false if there are none. */
  boolean begin(Execution x) {
    boolean any = false;
    for (int i = 0; i < waits.size(); i++) {
      if (isQueued(x, i) && waits.get(i).stream().allMatch(other -> isOver(x, other))) {
        begin(x, i);
        any = true;
      }
    }
    return any;
  }

  private static boolean isQueued(Execution x, int launch) {
    for (int i = 0; i < x.items(); i++) {
      Item item = x.item(i);
      if (item.place.launch() == launch && item.status == Item.Status.QUEUED) {
        return true;
      }
    }
    return false;
  }

  private static boolean isOver(Execution x, int launch) {
    for (int i = 0; i < x.items(); i++) {
      Item item = x.item(i);
      if (item.place.launch() == launch && item.status != Item.Status.ENDED) {
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
      if (waits.get(launch).contains(item.place.launch())) {
        global = global.join(item.done());
        images = images.join(item.doneInImages());
      }
    }
    for (int i = 0; i < x.items(); i++) {
      Item item = x.item(i);
      if (item.place.launch() == launch && item.status == Item.Status.QUEUED) {
        x.own(i).begin(global, images);
      }
    }
  }

  /** Returns whether all that a work-item's command waits for may come to an end. */
  boolean mayBegin(Execution x, Item item, boolean[] able) {
    for (int i = 0; i < x.items(); i++) {
      Item other = x.item(i);
      if (waits.get(item.place.launch()).contains(other.place.launch())
          && other.status != Item.Status.ENDED
          && !able[i]) {
        return false;
      }
    }
    return true;
  }
}
