package dev.barnacle.model.internal.cat;

import dev.barnacle.model.BaseRelation;
import dev.barnacle.model.BaseSet;
import dev.barnacle.model.ModelException;
import dev.barnacle.model.Nearest;
import dev.barnacle.model.internal.plan.Check;
import dev.barnacle.model.internal.plan.Term;
import dev.barnacle.model.internal.plan.Terms;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.antlr.v4.runtime.ParserRuleContext;
import org.jspecify.annotations.Nullable;

/**
 * The tags of herd's .bell files ({@code enum}, {@code instructions}, {@code default}). The orders
 * and scopes of operations are tags of events; other tags are no more than values of a model.
 */
final class CatTags {
  private static final Set<BaseSet> ORDERS = EnumSet.range(BaseSet.RELAXED, BaseSet.SEQ_CST);
  private static final Set<BaseSet> SCOPES =
      EnumSet.range(BaseSet.WORK_ITEM, BaseSet.ALL_SVM_DEVICES);

  private static final Map<String, BaseSet> SETS = new TreeMap<>();

  static {
    name(BaseSet.RELAXED, "rlx", "relaxed");
    name(BaseSet.CONSUME, "con", "consume");
    name(BaseSet.ACQUIRE, "acq", "acquire");
    name(BaseSet.RELEASE, "rel", "release");
    name(BaseSet.ACQ_REL, "ar", "acq_rel", "acq-rel");
    name(BaseSet.SEQ_CST, "sc", "seq_cst", "seq-cst");
    name(BaseSet.NON_ATOMIC, "na", "nonatomic", "non-atomic");
    name(BaseSet.WORK_ITEM, "wi", "work_item", "work-item");
    name(BaseSet.SUB_GROUP, "sg", "sub_group", "sub-group");
    name(BaseSet.WORK_GROUP, "wg", "work_group", "work-group");
    name(BaseSet.DEVICE, "dv", "dev", "device");
    name(BaseSet.ALL_SVM_DEVICES, "all", "all_svm_devices", "all-svm-devices", "system");
  }

  /**
   * The tags that an instruction may have.
   *
   * @param line where that is first said
   */
  private record Allowed(String file, int line, Set<BaseSet> sets) {}

  private final CatModel model;
  private final Set<String> declared = new HashSet<>();
  private final Map<String, Allowed> allowed = new LinkedHashMap<>();

  CatTags(CatModel model) {
    this.model = model;
  }

  private static void name(BaseSet set, String... tags) {
    for (String tag : tags) {
      SETS.put(tag, set);
    }
  }

  /** Returns the set of the events that have a tag; null if none can have it. */
  private static @Nullable BaseSet set(String tag) {
    return SETS.get(tag);
  }

  /** Returns the events that have a tag, for {@code tag2events}. */
  static Term events(CatExpressions in, Terms terms, CatValue value, ParserRuleContext at)
      throws ModelException {
    return terms.base(known(in, value, at));
  }

  /** Returns which events share the instance of a scope, for {@code tag2scope}. */
  static Term scope(CatExpressions in, Terms terms, CatValue value, ParserRuleContext at)
      throws ModelException {
    BaseSet set = known(in, value, at);
    Term all = terms.base(BaseSet.ALL);
    return switch (set) {
      case WORK_ITEM -> terms.base(BaseRelation.THREAD);
      case SUB_GROUP -> terms.base(BaseRelation.SUB_GROUP);
      case WORK_GROUP -> terms.base(BaseRelation.WORK_GROUP);
      case DEVICE -> terms.base(BaseRelation.DEVICE);
      case ALL_SVM_DEVICES -> terms.product(all, all);
      default -> throw in.error(at, "the tag '" + name(value) + " is no scope");
    };
  }

  private static BaseSet known(CatExpressions in, CatValue value, ParserRuleContext at)
      throws ModelException {
    BaseSet set = value instanceof CatValue.Tag tag ? set(tag.name()) : null;
    if (set == null) {
      throw in.error(
          at,
          value instanceof CatValue.Tag tag
              ? "no event of a dialect has the tag '" + tag.name() + nearest(tag.name())
              : "expected a tag, found " + value.sort());
    }
    return set;
  }

  private static String nearest(String tag) {
    String near = Nearest.to(tag, List.copyOf(SETS.keySet()));
    return near == null
        ? "; those there are: '" + String.join(", '", SETS.keySet())
        : "; '" + near + "?";
  }

  private static String name(CatValue value) {
    return value instanceof CatValue.Tag tag ? tag.name() : value.sort();
  }

  /**
   * Declares the tags of an {@code enum}. Those of events are sets with a capital letter, as herd
   * has them.
   */
  CatValue declare(CatParser.EnumInstructionContext context, CatScope scope) {
    List<CatValue> tags = new ArrayList<>();
    for (var token : context.TAG()) {
      String tag = token.getText().substring(1);
      declared.add(tag);
      tags.add(new CatValue.Tag(tag));
      BaseSet set = set(tag);
      String name = Character.toUpperCase(tag.charAt(0)) + tag.substring(1);
      if (set != null && scope.find(name) == null) {
        scope.bind(name, new CatValue.Algebra(model.terms().base(set)));
      }
    }
    return new CatValue.Elements(tags);
  }

  /**
   * Takes the tags that the events of an instruction may have. What a default says matters to no
   * dialect: each operation has an order and a scope.
   *
   * @param given the evaluated sets of tags
   */
  void instruction(
      CatParser.BellInstructionContext context,
      List<CatValue> given,
      CatExpressions in,
      String file)
      throws ModelException {
    String name = context.NAME().getText();
    BaseSet kind = kind(name);
    if (kind == null) {
      throw in.error(context, "no dialect has the instruction " + name + "; R, W, F and RMW are");
    }
    Set<BaseSet> sets = EnumSet.noneOf(BaseSet.class);
    for (CatValue value : given) {
      for (CatValue tag : value instanceof CatValue.Elements e ? e.values() : List.of(value)) {
        if (!(tag instanceof CatValue.Tag t) || !declared.contains(t.name())) {
          throw in.error(context, "expected tags of an enum, found " + found(tag));
        }
        BaseSet set = set(t.name());
        if (set != null) {
          sets.add(set);
        }
      }
    }
    if (context.INSTRUCTIONS() != null) {
      int line = context.getStart().getLine();
      allowed
          .computeIfAbsent(kind.symbol(), k -> new Allowed(file, line, sets))
          .sets()
          .addAll(sets);
    }
  }

  private static String found(CatValue tag) {
    return tag instanceof CatValue.Tag t ? "'" + t.name() : tag.sort();
  }

  private static @Nullable BaseSet kind(String name) {
    return switch (name) {
      case "R", "W", "F", "RMW" -> BaseSet.named(name);
      default -> null;
    };
  }

  /** Adds a fault for each instruction: an order or a scope that it may not have. */
  void addFaults() {
    Terms terms = model.terms();
    allowed.forEach(
        (name, a) -> {
          Term bad = terms.union(other(ORDERS, a.sets()), other(SCOPES, a.sets()));
          Term kind = terms.base(java.util.Objects.requireNonNull(BaseSet.named(name)));
          String text = name + " has an order or scope that is not declared";
          model
              .checks()
              .add(
                  new CatModel.Named(
                      text,
                      new Check(Check.Kind.EMPTY, false, terms.intersection(kind, bad)),
                      true,
                      text,
                      a.file(),
                      a.line()));
        });
  }

  /** The events with one of some orders or scopes that is not among the allowed, if some are. */
  private Term other(Set<BaseSet> family, Set<BaseSet> sets) {
    Terms terms = model.terms();
    Term other = terms.empty(true);
    if (sets.stream().anyMatch(family::contains)) {
      for (BaseSet set : family) {
        other = sets.contains(set) ? other : terms.union(other, terms.base(set));
      }
    }
    return terms.difference(other, terms.base(BaseSet.INIT));
  }
}
