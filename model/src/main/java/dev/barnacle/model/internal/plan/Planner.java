package dev.barnacle.model.internal.plan;

import dev.barnacle.model.BaseRelation;
import dev.barnacle.model.BaseSet;
import dev.barnacle.model.Bits;
import dev.barnacle.model.Execution;
import dev.barnacle.model.Relation;
import dev.barnacle.model.internal.operator.Complement;
import dev.barnacle.model.internal.operator.Composition;
import dev.barnacle.model.internal.operator.Difference;
import dev.barnacle.model.internal.operator.Identity;
import dev.barnacle.model.internal.operator.Intersection;
import dev.barnacle.model.internal.operator.Inverse;
import dev.barnacle.model.internal.operator.Operator;
import dev.barnacle.model.internal.operator.Product;
import dev.barnacle.model.internal.operator.ReflexiveClosure;
import dev.barnacle.model.internal.operator.TransitiveClosure;
import dev.barnacle.model.internal.operator.Union;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Compiles terms to steps over slots that exist beforehand.
 *
 * <p>Each term has two bounds: what is certainly in it, and what may still get into it while orders
 * are undecided ({@code partial} false) or even events are missing ({@code partial} true). A bound
 * of an operator is the operator on bounds of its arguments, with the other bound where the
 * operator is antitone. While events are missing, the upper bound of a term whose value depends on
 * them is everything, but for two cases: stable terms are known exactly, and parts of a chosen
 * order stay in what that order may still contain.
 */
final class Planner {
  /** Stands for a slot that is always empty, or always full. */
  private enum Constant {
    EMPTY,
    FULL
  }

  private record Key(Term term, boolean upper) {}

  private record ConstantKey(Constant constant, boolean set) {}

  private record GroupKey(Term.Recursion recursion, boolean upper) {}

  private final Execution execution;
  private final boolean partial;
  private final Relation[] decided;
  private final Map<Key, Object> slots = new HashMap<>();
  private final Map<GroupKey, Bits[]> groups = new HashMap<>();
  private final Map<ConstantKey, Bits> constants = new HashMap<>();
  private final List<Step> early;
  private List<Step> late;
  private @Nullable List<Step> loop;

  /**
   * @param partial whether events may be missing
   * @param decided the pairs decided of each chosen order
   * @param early where the steps go that no chosen order matters to
   * @param late where the others go
   */
  Planner(
      Execution execution, boolean partial, Relation[] decided, List<Step> early, List<Step> late) {
    this.execution = execution;
    this.partial = partial;
    this.decided = decided;
    this.early = early;
    this.late = late;
  }

  /** Sends the following late steps elsewhere; steps already planned are not repeated there. */
  void lateInto(List<Step> other) {
    late = other;
  }

  /** Returns the list that the steps of a term go to. */
  List<Step> steps(Term term) {
    if (term.traits.level() < Term.CHOSEN) {
      return early;
    }
    return loop != null && term.traits.level() == Term.RECURSIVE ? loop : late;
  }

  private boolean exact(Term term) {
    return partial ? term.traits.stable() : term.traits.level() < Term.CHOSEN;
  }

  /** The slot of a bound of a term. */
  Bits slot(Term term, boolean upper) {
    Object value = plan(term, upper);
    return value instanceof Constant constant ? constant(constant, term.isSet()) : (Bits) value;
  }

  /** The slot of a bound of a term, or null when the bound is always empty. */
  @Nullable Bits slotUnlessEmpty(Term term, boolean upper) {
    Object value = plan(term, upper);
    return value == Constant.EMPTY ? null : slot(term, upper);
  }

  private Bits constant(Constant constant, boolean set) {
    return constants.computeIfAbsent(
        new ConstantKey(constant, set),
        k -> {
          Bits slot = Step.slot(set, execution.capacity());
          if (constant == Constant.FULL) {
            early.add(new Step.Fill(slot));
          }
          return slot;
        });
  }

  private Object plan(Term term, boolean upperBound) {
    boolean upper = upperBound && !exact(term);
    Key key = new Key(term, upper);
    Object known = slots.get(key);
    if (known == null) {
      known = fresh(term, upper);
      slots.put(key, known);
    }
    return known;
  }

  private Object fresh(Term term, boolean upper) {
    return switch (term) {
      case Term.Empty e -> Constant.EMPTY;
      case Term.SetBase s -> set(s.base, upper);
      case Term.RelationBase r -> relation(r.base, upper);
      case Term.Choice c -> choice(c, upper);
      case Term.Variable v -> variable(v, upper);
      case Term.Apply a -> apply(a, upper);
    };
  }

  private Object set(BaseSet base, boolean upper) {
    if (base == BaseSet.FINAL_WRITE && partial) {
      return upper ? Constant.FULL : Constant.EMPTY;
    }
    return execution.set(base);
  }

  private Object relation(BaseRelation base, boolean upper) {
    Relation known = execution.relation(base);
    if (base != BaseRelation.READS_FROM || !upper || !partial) {
      return known;
    }
    Relation out = new Relation(execution.capacity());
    early.add(new Step.PendingReads(execution, known, out));
    return out;
  }

  private Relation choice(Term.Choice choice, boolean upper) {
    Bits domain = slot(choice.domain, false);
    Bits same =
        choice.byLocation
            ? execution.relation(BaseRelation.LOCATION)
            : constant(Constant.FULL, false);
    Relation out = new Relation(execution.capacity());
    if (upper) {
      Relation certain = (Relation) plan(choice, false);
      steps(choice).add(new Step.Choosable(domain, same, certain, out));
    } else {
      Bits base = slot(choice.base, false);
      steps(choice).add(new Step.Chosen(domain, base, same, decided[choice.number], out));
    }
    return out;
  }

  private Object apply(Term.Apply term, boolean upper) {
    if (partial && upper && !term.traits.stable() && !term.operator.isLocal()) {
      return term.traits.within() >= 0 ? order(term.traits.within(), term) : Constant.FULL;
    }
    Object[] in = new Object[term.arguments.size()];
    for (int i = 0; i < in.length; i++) {
      in[i] = plan(term.arguments.get(i), upper ^ term.operator.antitone(i));
    }
    Object folded = fold(term.operator, in[0], in[in.length - 1]);
    if (folded != null) {
      return folded;
    }
    Bits[] bits = new Bits[in.length];
    for (int i = 0; i < in.length; i++) {
      bits[i] = slot(term.arguments.get(i), upper ^ term.operator.antitone(i));
    }
    Bits out = Step.slot(term.isSet(), execution.capacity());
    steps(term).add(new Step.Apply(term.operator, bits, out));
    if (upper && term.traits.within() >= 0 && !term.operator.isLocal()) {
      steps(term).add(new Step.Cut(out, order(term.traits.within(), term)));
    }
    return out;
  }

  private Bits order(int number, Term term) {
    return (Bits) plan(choiceOf(number, term), true);
  }

  private static Term choiceOf(int number, Term term) {
    if (term instanceof Term.Choice c && c.number == number) {
      return c;
    }
    if (term instanceof Term.Apply a) {
      for (Term argument : a.arguments) {
        if (argument.traits.within() == number) {
          return choiceOf(number, argument);
        }
      }
    }
    throw new IllegalStateException("a term within an order that does not contain it");
  }

  private Object variable(Term.Variable variable, boolean upper) {
    if (partial && upper) {
      return Constant.FULL;
    }
    GroupKey key = new GroupKey(variable.recursion, upper);
    Bits[] group = groups.get(key);
    return group != null ? group[variable.index] : recursion(key, variable.index);
  }

  private Bits recursion(GroupKey key, int index) {
    List<Term.Variable> variables = key.recursion.variables;
    Bits[] group = new Bits[variables.size()];
    for (int i = 0; i < group.length; i++) {
      group[i] = Step.slot(variables.get(i).isSet(), execution.capacity());
    }
    groups.put(key, group);
    List<Step> outer = loop == null ? late : loop;
    List<Step> body = new ArrayList<>();
    List<Step> before = loop;
    loop = body;
    Bits[] values = new Bits[group.length];
    for (int i = 0; i < group.length; i++) {
      values[i] = slot(key.recursion.bodies.get(i), key.upper);
    }
    loop = before;
    outer.add(new Step.Fixpoint(body, group, values));
    return group[index];
  }

  /** Simplifies operators on always empty and always full arguments; null when it cannot. */
  private static @Nullable Object fold(Operator operator, Object a, Object b) {
    boolean anyEmpty = a == Constant.EMPTY || b == Constant.EMPTY;
    boolean anyFull = a == Constant.FULL || b == Constant.FULL;
    return switch (operator) {
      case Union u when anyEmpty -> a == Constant.EMPTY ? b : a;
      case Union u when anyFull -> Constant.FULL;
      case Intersection i when anyEmpty -> Constant.EMPTY;
      case Intersection i when anyFull -> a == Constant.FULL ? b : a;
      case Difference d when a == Constant.EMPTY || b == Constant.FULL -> Constant.EMPTY;
      case Difference d when b == Constant.EMPTY -> a;
      case Complement c when a == Constant.EMPTY -> Constant.FULL;
      case Complement c when a == Constant.FULL -> Constant.EMPTY;
      case Composition c when anyEmpty -> Constant.EMPTY;
      case Product p when anyEmpty -> Constant.EMPTY;
      case ReflexiveClosure r when a == Constant.FULL -> Constant.FULL;
      case Identity i when a == Constant.EMPTY -> Constant.EMPTY;
      case Inverse i when a instanceof Constant -> a;
      case TransitiveClosure c when a instanceof Constant -> a;
      default -> null;
    };
  }
}
