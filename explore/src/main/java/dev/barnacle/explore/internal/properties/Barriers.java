package dev.barnacle.explore.internal.properties;

import dev.barnacle.model.BaseRelation;
import dev.barnacle.model.Evaluator;
import dev.barnacle.model.Event;
import dev.barnacle.model.Execution;
import dev.barnacle.model.MemoryOrder;
import dev.barnacle.model.MemoryScope;
import dev.barnacle.model.Model;

/** Finds whether a model knows what barriers of a work-group do. */
public final class Barriers {
  private final Execution x = new Execution(16);
  private final Model model;
  private final boolean local;

  private Barriers(Model model, boolean local) {
    this.model = model;
    this.local = local;
  }

  /**
   * Returns whether what a work-item writes before a barrier is what another of its work-group
   * reads after it, without a fault, and nothing older.
   */
  public static boolean areIn(Model model) {
    return new Barriers(model, false).order() && new Barriers(model, true).order();
  }

  private boolean order() {
    int init = add(-1, Event.Kind.INIT);
    int write = add(0, Event.Kind.WRITE);
    add(0, Event.Kind.ENTRY_FENCE);
    add(0, Event.Kind.EXIT_FENCE);
    add(1, Event.Kind.ENTRY_FENCE);
    add(1, Event.Kind.EXIT_FENCE);
    int read = add(1, Event.Kind.READ);
    return isFine(write, read) && !isFine(init, read);
  }

  private boolean isFine(int write, int read) {
    x.relation(BaseRelation.READS_FROM).add(write, read);
    try {
      Evaluator evaluator = model.evaluator(x);
      if (!evaluator.begin() || !evaluator.choose()) {
        return false;
      }
      boolean consistent = evaluator.confirm();
      for (int i = 0; i < model.faults().size(); i++) {
        consistent &= !evaluator.faultPossible(i);
      }
      return consistent;
    } finally {
      x.relation(BaseRelation.READS_FROM).remove(write, read);
    }
  }

  private int add(int thread, Event.Kind kind) {
    boolean fence = kind == Event.Kind.ENTRY_FENCE || kind == Event.Kind.EXIT_FENCE;
    int place = thread < 0 ? -1 : 0;
    int id =
        x.add(
            new Event(
                thread,
                place,
                place,
                place,
                kind,
                fence,
                MemoryOrder.NONE,
                fence ? MemoryScope.WORK_GROUP : MemoryScope.NONE,
                fence ? -1 : 0,
                !fence,
                !local,
                local,
                fence ? 0 : -1,
                x.size()));
    for (int e = 0; e < id; e++) {
      if (thread >= 0 && x.event(e).thread() == thread) {
        x.relation(BaseRelation.SEQUENCED_BEFORE).add(e, id);
      }
    }
    return id;
  }
}
