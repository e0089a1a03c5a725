package dev.barnacle.model;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The relations over events that a model starts from, under the names of Wickerson and Batty,
 * "Taming the complexities of the C11 and OpenCL memory models", technical appendix, sections B and
 * C, and, beside them, of herd's C models.
 */
@SuppressWarnings("ImmutableEnumChecker") // the predicates keep no state
public enum BaseRelation {
  /** Identity. */
  IDENTITY((a, b) -> false, "id"),
  /** Same thread; initialisation events belong to none. */
  THREAD((a, b) -> a.thread() >= 0 && a.thread() == b.thread(), "thd", "int"),
  /** Not of one thread; initialisation is as if it were a thread of its own. */
  EXTERNAL((a, b) -> a.thread() != b.thread(), "ext"),
  /** Same sub-group. */
  SUB_GROUP((a, b) -> a.subGroup() >= 0 && a.subGroup() == b.subGroup(), "sg", "ssg"),
  /** Same work-group. */
  WORK_GROUP((a, b) -> a.workGroup() >= 0 && a.workGroup() == b.workGroup(), "wg", "swg"),
  /** Same device. */
  DEVICE((a, b) -> a.device() >= 0 && a.device() == b.device(), "dv", "sdv"),
  /** Same location. */
  LOCATION((a, b) -> a.location() >= 0 && a.location() == b.location(), "loc"),
  /** Same dynamic barrier instance. */
  BARRIER((a, b) -> a.barrier() >= 0 && a.barrier() == b.barrier(), "B"),
  /** Same execution of one instruction. */
  SAME_INSTANCE(
      (a, b) -> a.thread() >= 0 && a.thread() == b.thread() && a.instance() == b.instance(),
      "same-instance",
      "si",
      "sm"),
  /** Sequenced before. */
  SEQUENCED_BEFORE(null, "sb", "po"),
  /** Reads from. */
  READS_FROM(null, "rf"),
  /** From a read to the events whose value it goes into. */
  DATA(null, "data"),
  /** From a read to the accesses whose address it goes into. */
  ADDRESS(null, "addr"),
  /** From a read to the events after a branch on it. */
  CONTROL(null, "ctrl"),
  /** Relations between the parts of an instruction, or of features no dialect has: empty. */
  NONE((a, b) -> false, "rmw", "amo", "lxsx", "iico_data", "iico_ctrl", "loc-overlap");

  private static final Map<String, BaseRelation> BY_NAME = byName();

  private final @Nullable BiPredicate<Event, Event> related;
  private final List<String> names;

  BaseRelation(@Nullable BiPredicate<Event, Event> related, String... names) {
    this.related = related;
    this.names = List.of(names);
  }

  private static Map<String, BaseRelation> byName() {
    Map<String, BaseRelation> map = new HashMap<>();
    for (BaseRelation relation : values()) {
      relation.names.forEach(n -> map.put(n, relation));
    }
    return map;
  }

  /** The relation of that name in a .cat file, or null. */
  public static @Nullable BaseRelation named(String name) {
    return BY_NAME.get(name);
  }

  /** Its name. */
  public String symbol() {
    return names.get(0);
  }

  /** All names. */
  public static List<String> allNames() {
    return List.copyOf(BY_NAME.keySet());
  }

  /**
   * Returns whether the labels of two events decide it; otherwise the execution is given its pairs.
   */
  public boolean fromLabels() {
    return related != null;
  }

  /** Returns whether it relates every event to itself, initialisation included. */
  public boolean isReflexive() {
    return this == IDENTITY || this == SAME_INSTANCE;
  }

  /** Returns whether the labels of two events relate them; that of one event may stand for both. */
  public boolean relates(Event a, Event b) {
    return related != null && related.test(a, b);
  }
}
