package dev.barnacle.watch.internal.words.race;

import dev.barnacle.ir.FenceFlag;
import dev.barnacle.ir.MemoryOrder;
import dev.barnacle.ir.MemoryScope;
import dev.barnacle.watch.internal.race.access.AccessKind;
import dev.barnacle.watch.internal.race.access.NearMiss;
import dev.barnacle.watch.internal.race.access.Region;
import dev.barnacle.watch.internal.race.shadow.GroupOrder;
import dev.barnacle.watch.internal.race.shadow.Race;
import org.jspecify.annotations.Nullable;

/**
 * Why nothing orders the two accesses of a race, and what could, in words for the author of the
 * kernel.
 *
 * @param explanation what synchronisation is missing or too weak, one clause without a full stop
 * @param suggestion what to try, one sentence
 * @param cause what the races have in common that one mend is for
 */
public record MissingEdge(String explanation, String suggestion, Cause cause) {
  /** One of which it is not known whether others have the same cause. */
  public MissingEdge(String explanation, String suggestion) {
    this(explanation, suggestion, Cause.Named.NONE);
  }

  private MissingEdge withCause(Cause common) {
    return new MissingEdge(explanation, suggestion, common);
  }

  /**
   * The properties of one of the two accesses.
   *
   * @param kind what it does; a read-modify-write is an ATOMIC_UPDATE
   * @param order its memory order, if it is atomic
   * @param scope its memory scope, if it is atomic
   * @param bytes its size, if it is atomic
   */
  public record Facts(
      AccessKind kind, @Nullable MemoryOrder order, @Nullable MemoryScope scope, int bytes) {
    /** Returns the facts of a non-atomic access. */
    public static Facts plain(AccessKind kind) {
      return new Facts(kind, null, null, 0);
    }
  }

  /** Explains a race. */
  public static MissingEdge of(Race race, Facts earlier, Facts later, RacyProgram program) {
    if (earlier.kind().atomic() && later.kind().atomic()) {
      return earlier.bytes() == later.bytes()
          ? scopes(race, earlier, later, program)
          : sizes(earlier, later);
    }
    NearMiss near = race.near();
    boolean mixed = earlier.kind().atomic() != later.kind().atomic();
    boolean other = near != null && near.kind() == NearMiss.Kind.OTHER_REGION;
    if (near != null
        && isNear(race, near, program)
        && !(mixed && near.isOfRelease())
        && !(other && race.barriersBetween() > 0)) {
      MissingEdge words = NearMissWords.of(race, near, program);
      MissingEdge edge = isOfOnePair(near) ? words.withCause(cause(near, words)) : words;
      PathFacts between = other ? program.between(race) : PathFacts.UNKNOWN;
      return between.weak() == PathFacts.Weak.NOTHING
          ? edge
          : new NoBarrierWords(race, between, program).of().withCause(barrier(race, between));
    }
    if (!race.sameGroup()) {
      return groups(race, earlier, later, program);
    }
    if (race.barriersBetween() > 0) {
      return flags(race);
    }
    return noBarrier(race, earlier, later, program);
  }

  /** Returns whether what is missing lies at the two atomic operations alone. */
  private static boolean isOfOnePair(NearMiss near) {
    return switch (near.kind()) {
      case NO_RELEASE,
          RELEASE_FLAG,
          RELEASE_ORDER,
          RELEASE_SCOPE,
          PLAIN_WRITE,
          NO_ACQUIRE,
          ACQUIRE_FLAG,
          ACQUIRE_ORDER,
          SCOPES_DIFFER,
          SCOPE_TOO_NARROW ->
          near.write() >= 0 || near.read() >= 0;
      case NO_BARRIER_BEFORE, UNORDERED_BEFORE, OTHER_REGION, NO_BARRIER_BEHIND -> false;
    };
  }

  private static Cause cause(NearMiss near, MissingEdge words) {
    return new Cause.Named(
        String.join(
            "\n",
            near.kind().name(),
            near.write() + " " + near.read(),
            words.explanation,
            words.suggestion));
  }

  /** Returns the common cause of all races of a two-step update: its write. */
  private static Cause update(Race race) {
    return new Cause.Named(
        "update " + (race.later().kind().writes() ? race.later() : race.earlier()).place());
  }

  /**
   * Returns whether what is missing could be put there: a barrier before a release, only if that is
   * behind.
   */
  private static boolean isNear(Race race, NearMiss near, RacyProgram program) {
    int first = race.earlier().place();
    if (near.kind() == NearMiss.Kind.UNORDERED_BEFORE) {
      return !race.sameGroup() && program.isForward(first, near.write());
    }
    return !near.own() || first == near.write() || program.mayLead(first, near.write());
  }

  private static MissingEdge sizes(Facts earlier, Facts later) {
    return new MissingEdge(
        "the atomic operations overlap, but one is of "
            + earlier.bytes()
            + " bytes and one of "
            + later.bytes()
            + ": they are not of one atomic object",
        "Access each atomic object by its own type only.");
  }

  private static MissingEdge scopes(Race race, Facts earlier, Facts later, RacyProgram program) {
    MemoryScope a = earlier.scope();
    MemoryScope b = later.scope();
    if (a == null || b == null) {
      throw new IllegalArgumentException("an atomic access without a scope");
    }
    MemoryScope needed = race.sameGroup() ? MemoryScope.WORK_GROUP : MemoryScope.DEVICE;
    String fix = "Give both atomic operations memory_scope_" + needed.keyword() + ".";
    if (a != b) {
      return new MissingEdge(
          "the atomic operations have different scopes, "
              + a.keyword()
              + " and "
              + b.keyword()
              + ", which do not include each other",
          fix);
    }
    String where =
        race.sameGroup()
            ? a == MemoryScope.SUB_GROUP
                ? "the work-items are in different " + program.subGroups()
                : "they are executed by different work-items"
            : "the work-items are in different work-groups";
    return new MissingEdge(
        "the atomic operations have " + a.keyword() + " scope, but " + where, fix);
  }

  private static MissingEdge groups(Race race, Facts earlier, Facts later, RacyProgram program) {
    if (earlier.kind().atomic() != later.kind().atomic()) {
      return new MissingEdge(
          "only the "
              + (earlier.kind().atomic() ? "first" : "second")
              + " access is atomic,"
              + " and the work-items are in different work-groups, which barriers never order",
          "Make the other access atomic as well, with memory_scope_device.");
    }
    PathFacts between = program.between(race);
    if (between.use() == PathFacts.Use.UPDATE) {
      return NoBarrierWords.update(
              between, "; the work-items are in different work-groups, which barriers never order")
          .withCause(update(race));
    }
    return new MissingEdge(
        "the work-items are in different work-groups, which barriers never order"
            + relaxed(program),
        betweenGroups(race),
        new Cause.Shared("groups"));
  }

  private static String betweenGroups(Race race) {
    boolean image = race.where().region() == Region.IMAGE;
    if (race.earlier().place() == race.later().place()) {
      return "Let only one work-item write it, or each an element of its own"
          + (image ? "." : ", or use an atomic operation.");
    }
    return image
        ? "Let each work-group have its own part of the image, or use two kernels."
        : "Let each work-group have its own part of the memory, use atomic operations, hand the"
            + " data over by a release and an acquire of memory_scope_device, or use two kernels.";
  }

  /** Returns what to say of atomic operations that look as if they ordered something. */
  static String relaxed(RacyProgram program) {
    return program.isRelaxed()
        ? "; the kernel's atomic operations, which are all memory_order_relaxed, order no other"
            + " accesses"
        : "";
  }

  /** Explains a race across barriers that do not order its memory. */
  public static MissingEdge flags(Race race) {
    Region region = race.where().region();
    String flag = flag(region);
    if (GroupOrder.orders(region, race.flagsBetween())) {
      throw new IllegalArgumentException("a barrier orders the accesses: " + race);
    }
    boolean one = race.barriersBetween() == 1;
    String flags = flagNames(race.flagsBetween());
    if (flags.isEmpty() && (race.flagsBetween() & GroupOrder.WAIT) != 0) {
      return new MissingEdge(
          "wait_group_events lies between them, but orders what the copies do only, not the"
              + " work-items' own accesses",
          "Put barrier(" + flag + ") between them.");
    }
    if (flags.isEmpty() && (race.flagsBetween() & GroupOrder.COLLECTIVE) != 0) {
      return new MissingEdge(
          "a work-group function lies between them, but only barriers order memory, not"
              + " reductions, scans, broadcasts and votes",
          "Put barrier(" + flag + ") between them.");
    }
    return new MissingEdge(
        (one ? "the barrier between them has " : "the barriers between them have ")
            + (flags.isEmpty() ? "no memory fence flag" : flags + " only")
            + ", which does not order "
            + region.words(),
        "Add " + flag + " to the flags of " + (one ? "the barrier." : "one of the barriers."),
        new Cause.Named("flags " + flag + " " + flags));
  }

  /** Returns the common cause of races for which a barrier is missing in one place. */
  private static Cause barrier(Race race, PathFacts between) {
    return new Cause.Barrier(barrier(race), between.gaps());
  }

  /** Returns the barrier that orders the memory of a race. */
  public static String barrier(Race race) {
    return "barrier(" + flag(race.where().region()) + ")";
  }

  static String flag(Region region) {
    return switch (region) {
      case GLOBAL -> "CLK_GLOBAL_MEM_FENCE";
      case LOCAL -> "CLK_LOCAL_MEM_FENCE";
      case IMAGE -> "CLK_IMAGE_MEM_FENCE";
    };
  }

  private static String flagNames(int flags) {
    StringBuilder names = new StringBuilder();
    append(names, GroupOrder.ordersLocal(flags), "CLK_LOCAL_MEM_FENCE");
    append(names, (flags & FenceFlag.GLOBAL.bit()) != 0, "CLK_GLOBAL_MEM_FENCE");
    append(names, (flags & FenceFlag.IMAGE.bit()) != 0, "CLK_IMAGE_MEM_FENCE");
    return names.toString();
  }

  private static void append(StringBuilder names, boolean has, String name) {
    if (has) {
      names.append(names.isEmpty() ? "" : " | ").append(name);
    }
  }

  private static MissingEdge noBarrier(Race race, Facts earlier, Facts later, RacyProgram program) {
    String flag = flag(race.where().region());
    PathFacts between = program.between(race);
    if (earlier.kind().atomic() != later.kind().atomic()) {
      return new MissingEdge(
          "only the "
              + (earlier.kind().atomic() ? "first" : "second")
              + " access is atomic, and no barrier lies between them",
          "Put barrier(" + flag + ") between them, or make the other access atomic as well.",
          barrier(race, between));
    }
    MissingEdge edge = new NoBarrierWords(race, between, program).of();
    Cause cause = between.use() == PathFacts.Use.UPDATE ? update(race) : barrier(race, between);
    return new MissingEdge(edge.explanation() + relaxed(program), edge.suggestion(), cause);
  }
}
