package dev.barnacle.model.internal.plan;

import dev.barnacle.model.Bits;
import dev.barnacle.model.EventSet;
import dev.barnacle.model.Execution;
import dev.barnacle.model.Relation;
import dev.barnacle.model.internal.operator.Operator;
import java.util.List;

/** One step of a plan: computes one slot. Running one allocates nothing. */
abstract sealed class Step {
  /** Runs the step over the first {@code n} events; false when no consistent value exists. */
  abstract boolean run(int n);

  /** An operator on slots. */
  static final class Apply extends Step {
    private final Operator operator;
    private final Bits[] in;
    private final Bits out;

    Apply(Operator operator, Bits[] in, Bits out) {
      this.operator = operator;
      this.in = in;
      this.out = out;
    }

    @Override
    boolean run(int n) {
      operator.apply(in, out, n);
      return true;
    }
  }

  /** Cuts a slot down to what another one holds. */
  static final class Cut extends Step {
    private final Bits target;
    private final Bits mask;

    Cut(Bits target, Bits mask) {
      this.target = target;
      this.mask = mask;
    }

    @Override
    boolean run(int n) {
      int used = target.used(n);
      for (int i = 0; i < used; i++) {
        target.bits()[i] &= mask.bits()[i];
      }
      return true;
    }
  }

  /** Everything: the upper bound of what the events that are still to come decide. */
  static final class Fill extends Step {
    private final Bits out;

    Fill(Bits out) {
      this.out = out;
    }

    @Override
    boolean run(int n) {
      int words = out.words();
      int used = out.used(n);
      for (int i = 0; i < used; i++) {
        out.bits()[i] = Bits.mask(n, i % words);
      }
      return true;
    }
  }

  /** The upper bound of reads-from: a pending read may read from every write of its location. */
  static final class PendingReads extends Step {
    private final Execution execution;
    private final Relation known;
    private final Relation out;

    PendingReads(Execution execution, Relation known, Relation out) {
      this.execution = execution;
      this.known = known;
      this.out = out;
    }

    @Override
    boolean run(int n) {
      System.arraycopy(known.bits(), 0, out.bits(), 0, out.used(n));
      for (int r = 0; r < n; r++) {
        for (int w = 0; w < n && execution.pending().contains(r); w++) {
          if (execution.event(w).isWrite()
              && execution.event(w).location() == execution.event(r).location()) {
            out.add(w, r);
          }
        }
      }
      return true;
    }
  }

  /** Word {@code w} of row {@code i} of all pairs of a set's events. */
  private static long square(Bits set, int i, int w) {
    return set.bits()[w] & -(set.bits()[i >>> 6] >>> i & 1);
  }

  /** The certain part of a chosen order: its base and what was decided, closed transitively. */
  static final class Chosen extends Step {
    private final Bits domain;
    private final Bits base;
    private final Bits same;
    private final Relation decided;
    private final Relation out;

    Chosen(Bits domain, Bits base, Bits same, Relation decided, Relation out) {
      this.domain = domain;
      this.base = base;
      this.same = same;
      this.decided = decided;
      this.out = out;
    }

    @Override
    boolean run(int n) {
      int words = out.words();
      long[] o = out.bits();
      for (int i = 0; i < n; i++) {
        for (int w = 0; w < words; w++) {
          int k = i * words + w;
          o[k] = ((base.bits()[k] & same.bits()[k]) | decided.bits()[k]) & square(domain, i, w);
        }
      }
      out.close(n);
      return !out.hasReflexive(n);
    }
  }

  /** The possible part of a chosen order: all of its pairs whose inverse is not certain. */
  static final class Choosable extends Step {
    private final Bits domain;
    private final Bits same;
    private final Relation certain;
    private final Relation out;

    Choosable(Bits domain, Bits same, Relation certain, Relation out) {
      this.domain = domain;
      this.same = same;
      this.certain = certain;
      this.out = out;
    }

    @Override
    boolean run(int n) {
      int words = out.words();
      long[] o = out.bits();
      for (int i = 0; i < n; i++) {
        for (int w = 0; w < words; w++) {
          int k = i * words + w;
          o[k] = same.bits()[k] & square(domain, i, w) & Bits.mask(n, w);
        }
        out.remove(i, i);
      }
      for (int i = 0; i < n; i++) {
        for (int w = 0; w < words; w++) {
          for (long row = certain.bits()[i * words + w]; row != 0; row &= row - 1) {
            out.remove((w << 6) + Long.numberOfTrailingZeros(row), i);
          }
        }
      }
      return true;
    }
  }

  /** The least fixed point of recursive definitions. */
  static final class Fixpoint extends Step {
    private final List<Step> body;
    private final Bits[] variables;
    private final Bits[] values;

    Fixpoint(List<Step> body, Bits[] variables, Bits[] values) {
      this.body = body;
      this.variables = variables;
      this.values = values;
    }

    @Override
    boolean run(int n) {
      for (Bits variable : variables) {
        variable.clear();
      }
      boolean changed = true;
      while (changed) {
        for (Step step : body) {
          step.run(n);
        }
        changed = false;
        for (int i = 0; i < variables.length; i++) {
          changed |= grow(variables[i], values[i], n);
        }
      }
      return true;
    }

    private static boolean grow(Bits variable, Bits value, int n) {
      boolean changed = false;
      int used = variable.used(n);
      for (int i = 0; i < used; i++) {
        long now = variable.bits()[i] | value.bits()[i];
        changed |= now != variable.bits()[i];
        variable.bits()[i] = now;
      }
      return changed;
    }
  }

  /** Tests a check on a lower bound: false when the check must fail. */
  static final class Test extends Step {
    private final Check check;
    private final Bits lower;
    private final Relation scratch;
    private final int number;
    private final int[] violated;

    Test(Check check, Bits lower, Relation scratch, int number, int[] violated) {
      this.check = check;
      this.lower = lower;
      this.scratch = scratch;
      this.number = number;
      this.violated = violated;
    }

    @Override
    boolean run(int n) {
      if (check.holds(lower, scratch, n)) {
        return true;
      }
      violated[0] = number;
      return false;
    }
  }

  /** A set of one slot, used where a sort is needed. */
  static Bits slot(boolean set, int capacity) {
    return set ? new EventSet(capacity) : new Relation(capacity);
  }
}
