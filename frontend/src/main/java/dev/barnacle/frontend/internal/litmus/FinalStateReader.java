package dev.barnacle.frontend.internal.litmus;

import dev.barnacle.frontend.internal.litmus.InitialState.Shared;
import dev.barnacle.frontend.litmus.LitmusTest.LitmusThread;
import dev.barnacle.frontend.litmus.LitmusTest.Quantifier;
import dev.barnacle.frontend.litmus.Proposition;
import dev.barnacle.frontend.litmus.Reference;
import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.IntType;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads what a test says of its final state: the condition, the filter, what is shown. */
final class FinalStateReader {
  private static final int MOST_NAMES = 8;

  private final InitialState locations;
  private final List<LitmusThread> threads;
  private final Set<Reference> observed = new LinkedHashSet<>();
  private final Proposition condition;
  private final Proposition filter;
  private final Quantifier quantifier;

  FinalStateReader(
      LitmusParser.TailContext tail, InitialState locations, List<LitmusThread> threads) {
    this.locations = locations;
    this.threads = threads;
    LitmusParser.ConstraintContext constraint = tail.constraint();
    condition =
        constraint == null
            ? new Proposition.Constant(true)
            : proposition(constraint.proposition(), observed);
    filter =
        tail.proposition() == null
            ? new Proposition.Constant(true)
            : proposition(tail.proposition(), new HashSet<>());
    tail.observed().forEach(o -> observe(o.reference(), observed));
    quantifier = quantifier(constraint);
  }

  Proposition condition() {
    return condition;
  }

  Proposition filter() {
    return filter;
  }

  Quantifier quantifier() {
    return quantifier;
  }

  List<Reference> observed() {
    return List.copyOf(observed);
  }

  private static Quantifier quantifier(LitmusParser.@Nullable ConstraintContext constraint) {
    if (constraint == null || constraint.FORALL() != null) {
      return Quantifier.FORALL;
    }
    boolean negated = constraint.TILDE() != null || constraint.NOT_WORD() != null;
    return negated ? Quantifier.NOT_EXISTS : Quantifier.EXISTS;
  }

  private Proposition proposition(LitmusParser.PropositionContext context, Set<Reference> seen) {
    return switch (context) {
      case LitmusParser.TruePropositionContext t -> new Proposition.Constant(true);
      case LitmusParser.FalsePropositionContext f -> new Proposition.Constant(false);
      case LitmusParser.ParenthesisedPropositionContext p -> proposition(p.proposition(), seen);
      case LitmusParser.NotPropositionContext n ->
          new Proposition.Not(proposition(n.proposition(), seen));
      case LitmusParser.AndPropositionContext a ->
          new Proposition.And(
              proposition(a.proposition(0), seen), proposition(a.proposition(1), seen));
      case LitmusParser.OrPropositionContext o ->
          new Proposition.Or(
              proposition(o.proposition(0), seen), proposition(o.proposition(1), seen));
      case LitmusParser.ImpliesPropositionContext i ->
          new Proposition.Implies(
              proposition(i.proposition(0), seen), proposition(i.proposition(1), seen));
      case LitmusParser.AtomPropositionContext a -> atom(a, seen);
      default -> throw LitmusErrors.at(context, "unknown proposition");
    };
  }

  private Proposition atom(LitmusParser.AtomPropositionContext a, Set<Reference> seen) {
    LitmusParser.PropositionValueContext value = a.propositionValue();
    Proposition atom =
        value.LBRACE() != null
            ? arrayAtom(a.reference(), value, seen)
            : scalarAtom(observe(a.reference(), seen), value, seen);
    return a.op.getType() == LitmusParser.NE ? new Proposition.Not(atom) : atom;
  }

  private Proposition scalarAtom(
      Reference left, LitmusParser.PropositionValueContext value, Set<Reference> seen) {
    if (value.AND() != null) {
      Shared to = locations.existing(value.NAME().getText(), value);
      if (!value.INT().isEmpty() && LitmusNumbers.integer(value.INT(0).getText(), value) != 0) {
        throw LitmusErrors.at(value, "only the address of an array's element 0 can be compared");
      }
      return new Proposition.IsAddress(left, to.number, to.name);
    }
    if (!value.INT().isEmpty()) {
      long number = LitmusNumbers.integer(value.INT(0).getText(), value);
      return isValue(left, value.MINUS().isEmpty() ? number : -number);
    }
    LitmusParser.ReferenceContext right = value.reference();
    boolean plainName = right.owner() == null && right.LBRACK() == null && right.STAR() == null;
    if (plainName) {
      Shared to = locations.existing(right.NAME().getText(), right);
      return new Proposition.IsAddress(left, to.number, to.name);
    }
    return new Proposition.IsSame(left, observe(right, seen));
  }

  /** A comparison with a number, which may be written signed or unsigned. */
  private Proposition isValue(Reference left, long number) {
    int bits = bits(left);
    boolean fits = bits == 64 || (number >= -(1L << (bits - 1)) && number < 1L << bits);
    return new Proposition.IsValue(
        left, fits ? new IntConstant(new IntType(bits), number).value() : number);
  }

  private int bits(Reference reference) {
    return switch (reference) {
      case Reference.Register r -> {
        Alloca memory = threads.get(r.thread()).registers().get(r.name());
        yield memory == null ? 64 : (int) memory.byteSize() * 8;
      }
      case Reference.Memory m -> locations.all().get(m.location()).element().bits();
    };
  }

  private Proposition arrayAtom(
      LitmusParser.ReferenceContext reference,
      LitmusParser.PropositionValueContext value,
      Set<Reference> seen) {
    if (reference.owner() != null || reference.INT() != null) {
      throw LitmusErrors.at(reference, "only a location that is an array is compared with {…}");
    }
    Shared s = locations.existing(reference.NAME().getText(), reference);
    Proposition all = new Proposition.Constant(true);
    String[] numbers = value.getText().replaceAll("[{}]", "").split(",", -1);
    if (numbers.length != s.length()) {
      throw LitmusErrors.at(value, "the array has " + s.length() + " elements");
    }
    for (int i = 0; i < numbers.length; i++) {
      Reference element = new Reference.Memory(s.number, s.name, i, true);
      seen.add(element);
      boolean negative = numbers[i].startsWith("-");
      long n = LitmusNumbers.integer(negative ? numbers[i].substring(1) : numbers[i], value);
      Proposition one = isValue(element, negative ? -n : n);
      all = i == 0 ? one : new Proposition.And(all, one);
    }
    return all;
  }

  private Reference observe(LitmusParser.ReferenceContext context, Set<Reference> seen) {
    Reference reference = reference(context);
    seen.add(reference);
    return reference;
  }

  private Reference reference(LitmusParser.ReferenceContext context) {
    String name = context.NAME().getText();
    if (context.owner() != null) {
      return register(context, name);
    }
    Shared s = locations.existing(name, context);
    long element =
        context.INT() == null ? 0 : LitmusNumbers.integer(context.INT().getText(), context);
    if (element >= s.length()) {
      throw LitmusErrors.at(
          context, "'%s' has %d element%s".formatted(name, s.length(), s.length() == 1 ? "" : "s"));
    }
    return new Reference.Memory(
        s.number, name, (int) element, context.INT() != null || s.isArray());
  }

  private Reference register(LitmusParser.ReferenceContext context, String name) {
    int thread = LitmusNumbers.thread(context.owner().getText(), context);
    if (thread >= threads.size()) {
      throw LitmusErrors.at(context, "there is no thread " + thread);
    }
    String full =
        context.INT() == null
            ? name
            : name + "[" + LitmusNumbers.integer(context.INT().getText(), context) + "]";
    if (!threads.get(thread).registers().containsKey(full)) {
      throw noRegister(thread, full, context);
    }
    return new Reference.Register(thread, full);
  }

  /** A name that is no register of the thread is a slip: no execution gives it a value. */
  private LitmusErrors.LitmusError noRegister(
      int thread, String name, LitmusParser.ReferenceContext at) {
    LitmusThread t = threads.get(thread);
    boolean parameter = t.function().parameters().stream().anyMatch(p -> name.equals(p.name()));
    if (parameter || locations.has(name)) {
      return LitmusErrors.at(
          at,
          "'%s' is %s, no register: its location is written '%s' or '[%s]'"
              .formatted(
                  name, parameter ? "a parameter of " + t.name() : "a location", name, name));
    }
    return LitmusErrors.at(at, t.name() + " has no register '" + name + "'" + others(t, name));
  }

  /** Returns what may have been meant: a register of another thread, or one of this. */
  private String others(LitmusThread t, String name) {
    List<String> owners =
        threads.stream()
            .filter(o -> o.registers().containsKey(name))
            .map(LitmusThread::name)
            .toList();
    List<String> names = t.registers().keySet().stream().sorted().toList();
    String known =
        names.isEmpty()
            ? " (it has none)"
            : " (it has "
                + String.join(", ", names.subList(0, Math.min(names.size(), MOST_NAMES)))
                + (names.size() > MOST_NAMES ? ", …)" : ")");
    return known + (owners.isEmpty() ? "" : ", but " + String.join(" and ", owners) + " has");
  }
}
