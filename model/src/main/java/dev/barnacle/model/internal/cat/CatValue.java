package dev.barnacle.model.internal.cat;

import dev.barnacle.model.ModelException;
import dev.barnacle.model.internal.plan.Term;
import java.util.List;
import org.antlr.v4.runtime.ParserRuleContext;

/** The value of an expression of a .cat file while the model is compiled. */
sealed interface CatValue {
  /** A word for messages. */
  String sort();

  /** A set of events or a relation over them. */
  record Algebra(Term term) implements CatValue {
    @Override
    public String sort() {
      return term.isSet() ? "a set of events" : "a relation";
    }
  }

  /** {@code 0} and <code>{}</code>: the empty set or relation, whichever is needed. */
  record Nothing() implements CatValue {
    @Override
    public String sort() {
      return "the empty set";
    }
  }

  /** A tuple. */
  record Tuple(List<CatValue> parts) implements CatValue {
    @Override
    public String sort() {
      return "a tuple of " + parts.size();
    }
  }

  /** A tag, {@code 'name}. */
  record Tag(String name) implements CatValue {
    @Override
    public String sort() {
      return "a tag";
    }
  }

  /** A set whose elements are known while the model is compiled: tags, or sets and relations. */
  record Elements(List<CatValue> values) implements CatValue {
    @Override
    public String sort() {
      return "an explicit set";
    }
  }

  /** The set of total orders that {@code with … from} takes one of. */
  record Orders(Term domain, Term base, boolean byLocation) implements CatValue {
    @Override
    public String sort() {
      return "a set of orders";
    }
  }

  /** Something that can be applied. */
  non-sealed interface Function extends CatValue {
    /** Applies it; {@code at} is the place to name in an error. */
    CatValue apply(CatValue argument, ParserRuleContext at) throws ModelException;

    @Override
    default String sort() {
      return "a function";
    }
  }

  /** A procedure: instructions that {@code call} runs. */
  non-sealed interface Procedure extends CatValue {
    /** Runs it. */
    void call(CatValue argument, ParserRuleContext at) throws ModelException;

    @Override
    default String sort() {
      return "a procedure";
    }
  }
}
