package dev.barnacle.model.internal.plan;

import dev.barnacle.model.BaseRelation;
import dev.barnacle.model.BaseSet;
import dev.barnacle.model.internal.operator.Operator;
import java.util.List;

/** An expression of the relation algebra; equal expressions are one object (see {@link Terms}). */
public abstract sealed class Term {
  /** The least level of what a chosen order matters to. */
  static final int CHOSEN = 2;

  /** The level of what is part of a recursive definition. */
  static final int RECURSIVE = 1000;

  final boolean set;
  final Traits traits;

  private Term(boolean set, Traits traits) {
    this.set = set;
    this.traits = traits;
  }

  /** Returns whether it denotes a set of events, and not a relation. */
  public final boolean isSet() {
    return set;
  }

  /**
   * The properties of a term when only a part of the events is there.
   *
   * @param stable on the events that are there, its value never changes
   * @param pastClosed whatever it relates to an event that is there is there too
   * @param diagonal a part of the identity
   * @param initial a set of initialisation events alone
   * @param within the number of the chosen order that it is a part of, or -1
   * @param level 0: the events decide it; 1: reads-from too; 2 + k: the chosen order k too
   */
  record Traits(
      boolean stable,
      boolean pastClosed,
      boolean diagonal,
      boolean initial,
      int within,
      int level) {}

  /** A base set. */
  static final class SetBase extends Term {
    final BaseSet base;

    SetBase(BaseSet base) {
      super(
          true,
          new Traits(
              base != BaseSet.FINAL_WRITE,
              false,
              false,
              base == BaseSet.INIT,
              -1,
              base == BaseSet.FINAL_WRITE ? 1 : 0));
      this.base = base;
    }
  }

  /** A base relation. */
  static final class RelationBase extends Term {
    final BaseRelation base;

    RelationBase(BaseRelation base) {
      super(
          false,
          new Traits(
              base != BaseRelation.READS_FROM,
              base == BaseRelation.SEQUENCED_BEFORE || base == BaseRelation.IDENTITY,
              base == BaseRelation.IDENTITY,
              false,
              -1,
              base == BaseRelation.READS_FROM ? 1 : 0));
      this.base = base;
    }
  }

  /** The empty relation or set. */
  static final class Empty extends Term {
    Empty(boolean set) {
      super(set, new Traits(true, true, true, true, -1, 0));
    }
  }

  /** An operator applied to arguments. */
  static final class Apply extends Term {
    final Operator operator;
    final List<Term> arguments;

    Apply(Operator operator, List<Term> arguments, boolean set, Traits traits) {
      super(set, traits);
      this.operator = operator;
      this.arguments = arguments;
    }
  }

  /** A total order, over a set or over each location's part of it, that the search chooses. */
  static final class Choice extends Term {
    final int number;
    final String name;
    final Term domain;
    final Term base;
    final boolean byLocation;

    Choice(int number, String name, Term domain, Term base, boolean byLocation) {
      super(false, new Traits(false, false, false, false, number, CHOSEN + number));
      this.number = number;
      this.name = name;
      this.domain = domain;
      this.base = base;
      this.byLocation = byLocation;
    }
  }

  /** A variable of a recursive definition. */
  static final class Variable extends Term {
    final Recursion recursion;
    final int index;

    Variable(Recursion recursion, int index, boolean set) {
      super(set, new Traits(false, false, false, false, -1, RECURSIVE));
      this.recursion = recursion;
      this.index = index;
    }
  }

  /** A group of mutually recursive definitions: the least fixed point. */
  static final class Recursion {
    List<Variable> variables = List.of();
    List<Term> bodies = List.of();
  }
}
