package dev.barnacle.model;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The sets of events that a model starts from, under the names of Wickerson and Batty, "Taming the
 * complexities of the C11 and OpenCL memory models", technical appendix, sections B and C, and,
 * beside them, of herd's C models and of Dat3M's models of GPUs.
 */
@SuppressWarnings("ImmutableEnumChecker") // the predicates keep no state
public enum BaseSet {
  /** All events. */
  ALL(e -> true, "_"),
  /** Memory events. */
  MEMORY(e -> e.location() >= 0, "M"),
  /** Read or RMW events. */
  READ(Event::isRead, "R"),
  /** Write or RMW events, initialisation included. */
  WRITE(Event::isWrite, "W"),
  /** Fences, a barrier's entry and exit fences included. */
  FENCE(Event::isFence, "F"),
  /** Read-modify-write events. */
  RMW(e -> e.kind() == Event.Kind.RMW, "RMW"),
  /** Initialisation events. */
  INIT(Event::isInit, "I", "IW"),
  /** Atomic accesses. */
  ATOMIC(e -> e.atomic() && e.location() >= 0, "A", "NONPRIV"),
  /** Events that represent a non-atomic operation. */
  NON_ATOMIC(e -> !e.atomic(), "na", "NA"),
  /** Events that access a non-atomic location. */
  NON_ATOMIC_LOCATION(Event::nonAtomicLocation, "naL", "NAL"),
  /** Events with {@code memory_order_relaxed}. */
  RELAXED(e -> e.order() == MemoryOrder.RELAXED, "o.rlx", "RLX"),
  /** Events with {@code memory_order_consume}. */
  CONSUME(e -> e.order() == MemoryOrder.CONSUME, "o.con", "CON"),
  /** Events with {@code memory_order_acquire}. */
  ACQUIRE(e -> e.order() == MemoryOrder.ACQUIRE, "o.acq", "ACQ"),
  /** Events with {@code memory_order_release}. */
  RELEASE(e -> e.order() == MemoryOrder.RELEASE, "o.rel", "REL"),
  /** Events with {@code memory_order_acq_rel}. */
  ACQ_REL(e -> e.order() == MemoryOrder.ACQ_REL, "o.ar", "ACQ_REL"),
  /** Events with {@code memory_order_seq_cst}. */
  SEQ_CST(e -> e.order() == MemoryOrder.SEQ_CST, "o.sc", "SC"),
  /** Events with {@code memory_scope_work_item}. */
  WORK_ITEM(e -> e.scope() == MemoryScope.WORK_ITEM, "s.wi", "WI"),
  /** Events with {@code memory_scope_sub_group}. */
  SUB_GROUP(e -> e.scope() == MemoryScope.SUB_GROUP, "s.sg", "SG"),
  /** Events with {@code memory_scope_work_group}. */
  WORK_GROUP(e -> e.scope() == MemoryScope.WORK_GROUP, "s.wg", "WG"),
  /** Events with {@code memory_scope_device}. */
  DEVICE(e -> e.scope() == MemoryScope.DEVICE, "s.dv", "DV"),
  /** Events with {@code memory_scope_all_svm_devices}. */
  ALL_SVM_DEVICES(e -> e.scope() == MemoryScope.ALL_SVM_DEVICES, "s.all", "ALL"),
  /** Events whose region includes global memory. */
  GLOBAL(Event::global, "G", "GLOBAL"),
  /** Events whose region includes local memory. */
  LOCAL(Event::local, "L", "LOCAL"),
  /** Entry fences of barriers. */
  ENTRY_FENCE(e -> e.kind() == Event.Kind.ENTRY_FENCE, "entryF"),
  /** Exit fences of barriers. */
  EXIT_FENCE(e -> e.kind() == Event.Kind.EXIT_FENCE, "exitF"),
  /** The final writes chosen for the observed locations that no generated order covers. */
  FINAL_WRITE(e -> false, "FW"),
  /** Lock events of mutexes: no dialect has them, so the set is empty. */
  LOCK(e -> false, "LK", "LS", "LF"),
  /** Unlock events of mutexes: no dialect has them, so the set is empty. */
  UNLOCK(e -> false, "UL"),
  /** Explicit events, and those that are executed and not speculated: all of them. */
  EXPLICIT(e -> true, "Exp", "EXEC"),
  /** Implicit events, branches, and processor features that no dialect has: empty. */
  NONE(
      e -> false,
      "NExp",
      "EX",
      "X",
      "PTE",
      "PoD",
      "MFENCE",
      "LFENCE",
      "SFENCE",
      "SPEC",
      "emptyset");

  private static final Map<String, BaseSet> BY_NAME = byName();

  private final Predicate<Event> members;
  private final List<String> names;

  BaseSet(Predicate<Event> members, String... names) {
    this.members = members;
    this.names = List.of(names);
  }

  private static Map<String, BaseSet> byName() {
    Map<String, BaseSet> map = new HashMap<>();
    for (BaseSet set : values()) {
      set.names.forEach(n -> map.put(n, set));
    }
    return map;
  }

  /** The set of that name in a .cat file, or null. */
  public static @Nullable BaseSet named(String name) {
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

  /** Returns whether an event's label puts it into the set. */
  public boolean contains(Event event) {
    return members.test(event);
  }
}
