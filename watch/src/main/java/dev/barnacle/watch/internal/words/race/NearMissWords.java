package dev.barnacle.watch.internal.words.race;

import dev.barnacle.ir.MemoryOrder;
import dev.barnacle.ir.MemoryScope;
import dev.barnacle.watch.internal.race.access.NearMiss;
import dev.barnacle.watch.internal.race.access.Region;
import dev.barnacle.watch.internal.race.shadow.Race;
import org.jspecify.annotations.Nullable;

/** Explains races of accesses that an atomic write and an atomic read have nearly ordered. */
final class NearMissWords {
  private final Race race;
  private final NearMiss near;
  private final RacyProgram program;

  private NearMissWords(Race race, NearMiss near, RacyProgram program) {
    this.race = race;
    this.near = near;
    this.program = program;
  }

  static MissingEdge of(Race race, NearMiss near, RacyProgram program) {
    return new NearMissWords(race, near, program).of();
  }

  private MissingEdge of() {
    return switch (near.kind()) {
      case NO_RELEASE -> noRelease();
      case RELEASE_FLAG ->
          releaseFence(
              "has no " + flag() + " flag, but the write is to " + memory(),
              insteadOr("Add " + flag() + " to the flags of the fence"));
      case RELEASE_ORDER ->
          program.isImplicitFence(MemoryOrder.ACQUIRE)
              ? releaseFence(
                  "is read_mem_fence, which releases nothing",
                  insteadOr("Use mem_fence or write_mem_fence there"))
              : releaseFence(
                  "is memory_order_acquire, which releases nothing",
                  insteadOr("Make the fence memory_order_release"));
      case RELEASE_SCOPE ->
          releaseFence(
              "has work_item scope, which reaches no other work-item",
              "Give the fence memory_scope_" + wideEnough().keyword() + acquireToo() + ".");
      case PLAIN_WRITE ->
          new MissingEdge(
              "the atomic read"
                  + program.at(near.read())
                  + " reads from the write"
                  + program.at(near.write())
                  + ", which is not atomic and so releases nothing",
              "Make that write atomic, with memory_order_release and memory_scope_"
                  + wideEnough().keyword()
                  + acquireToo()
                  + ".");
      case NO_ACQUIRE -> noAcquire();
      case ACQUIRE_FLAG ->
          new MissingEdge(
              "the fence behind the atomic read of what a release has published has no "
                  + flag()
                  + " flag, but the read is of "
                  + memory(),
              "Add " + flag() + " to the flags of the fence.");
      case ACQUIRE_ORDER ->
          program.isImplicitFence(MemoryOrder.RELEASE)
              ? acquireFence("write_mem_fence", "Use mem_fence or read_mem_fence there.")
              : acquireFence("memory_order_release", "Make the fence memory_order_acquire.");
      case SCOPES_DIFFER -> scopesDiffer();
      case SCOPE_TOO_NARROW -> scopeTooNarrow();
      case OTHER_REGION -> otherRegion();
      case NO_BARRIER_BEHIND -> noBarrierBehind();
      case NO_BARRIER_BEFORE -> noBarrierBefore();
      case UNORDERED_BEFORE -> unorderedBefore();
    };
  }

  private MissingEdge noRelease() {
    MemoryOrder order = program.order(near.write());
    if (order.releases()) {
      return new MissingEdge(
          "the release in the atomic write"
              + program.at(near.write())
              + " has work_item scope, which reaches no other work-item",
          "Give the atomic write memory_scope_" + wideEnough().keyword() + acquireToo() + ".");
    }
    boolean one = near.write() == near.read();
    boolean acquires = order.acquires() || (one && near.noAcquire());
    MemoryScope scope = program.scope(near.write());
    String before = fence("release", isWide(scope) ? scope : wideEnough());
    String behind = fence("acquire", isWide(scope) ? scope : wideEnough());
    return new MissingEdge(
        (one
                ? "the atomic operation"
                    + program.at(near.read())
                    + " reads what another work-item has written by it"
                : "the atomic read"
                    + program.at(near.read())
                    + " reads from the atomic write"
                    + program.at(near.write()))
            + ", which is no release (memory_order_"
            + order.keyword()
            + "), and no release fence comes before it",
        "Make "
            + (one ? "it" : "the atomic write")
            + " memory_order_"
            + (acquires ? "acq_rel" : "release")
            + (near.noAcquire() && !one ? " and " + acquiring() : "")
            + ", or put "
            + before
            + (near.noAcquire()
                ? (one ? " before it" : " before the one") + " and " + behind
                : " before it")
            + (near.noAcquire() ? (one ? " behind it." : " behind the other.") : "."));
  }

  private String fence(String order, @Nullable MemoryScope scope) {
    return "atomic_work_item_fence("
        + flag()
        + ", memory_order_"
        + order
        + ", memory_scope_"
        + keyword(scope)
        + ")";
  }

  /** Returns what makes the read an acquire: "the atomic read memory_order_acquire". */
  private String acquiring() {
    MemoryOrder order = program.order(near.read());
    return order.acquires()
        ? "the failure order of the atomic read memory_order_acquire"
        : "the atomic read memory_order_" + (order.releases() ? "acq_rel" : "acquire");
  }

  private String acquireToo() {
    return near.noAcquire() ? ", and make " + acquiring() : "";
  }

  private MissingEdge releaseFence(String what, String suggestion) {
    return new MissingEdge(
        "the fence before the atomic write" + program.at(near.write()) + " " + what, suggestion);
  }

  private MissingEdge scopeTooNarrow() {
    String wide = "memory_scope_" + wideEnough().keyword();
    return new MissingEdge(
        "the release has "
            + keyword(near.release())
            + " scope, but the work-items are in different "
            + (race.sameGroup() ? "sub-groups" : "work-groups")
            + (near.noAcquire()
                ? "; nor is the atomic read"
                    + program.at(near.read())
                    + " an acquire (memory_order_"
                    + program.order(near.read()).keyword()
                    + "), or an acquire fence behind it"
                : ""),
        near.noAcquire()
            ? "Give the release " + wide + ", and make " + acquiring() + " of that scope."
            : "Give the release and the acquire " + wide + narrowFence() + ".");
  }

  /** Returns what makes a fence a release, with what its scope and the acquire lack. */
  private String insteadOr(String mend) {
    boolean narrow = near.release() != null && !isWide(near.release());
    String mended =
        !narrow
            ? mend
            : program.hasImplicitFence()
                ? "Use " + fence("release", wideEnough()) + " (OpenCL C 2.0) there"
                : mend + ", give it memory_scope_" + wideEnough().keyword();
    return mended + acquireToo() + ".";
  }

  private static MissingEdge acquireFence(String what, String suggestion) {
    return new MissingEdge(
        "the fence behind the atomic read of what a release has published is "
            + what
            + ", which acquires nothing",
        suggestion);
  }

  /** Says which fence takes a scope, where the program has one that takes none. */
  private String narrowFence() {
    return program.hasImplicitFence()
        ? "; mem_fence takes no scope and has that of a work-group, atomic_work_item_fence"
            + " (OpenCL C 2.0) takes one"
        : "";
  }

  private MissingEdge noAcquire() {
    MemoryOrder order = program.order(near.read());
    return new MissingEdge(
        "the atomic read"
            + program.at(near.read())
            + " reads what a release has published, but "
            + (order.acquires()
                ? "has failed, and its failure order acquires nothing"
                : "is no acquire (memory_order_" + order.keyword() + ")")
            + ", and no acquire fence comes behind it",
        "Make " + acquiring() + ", or put " + fence("acquire", near.release()) + " behind it.");
  }

  private MissingEdge noBarrierBefore() {
    String flag = MissingEdge.flag(race.where().region());
    return new MissingEdge(
        "the barrier between the first access and the release"
            + program.at(near.write())
            + " by another work-item of its work-group has no "
            + flag
            + " flag",
        "Add " + flag + " to the flags of that barrier.");
  }

  private MissingEdge unorderedBefore() {
    return new MissingEdge(
        "no barrier lies between the first access and the release"
            + program.at(near.write())
            + " by another work-item of its work-group, which hands over what comes before it only",
        "Put "
            + MissingEdge.barrier(race)
            + " in front of that release, where all work-items of the work-group come by.");
  }

  private MissingEdge scopesDiffer() {
    boolean release = isWide(near.release());
    boolean acquire = isWide(near.acquire());
    MemoryScope wide = release ? near.release() : acquire ? near.acquire() : wideEnough();
    return new MissingEdge(
        "the release has "
            + keyword(near.release())
            + " scope and the acquire "
            + keyword(near.acquire())
            + " scope, which do not include each other",
        "Give "
            + (release ? "the acquire" : acquire ? "the release" : "both")
            + " memory_scope_"
            + keyword(wide)
            + narrowFence()
            + ".");
  }

  private boolean isWide(@Nullable MemoryScope scope) {
    return scope != null && scope.compareTo(wideEnough()) >= 0;
  }

  private MissingEdge otherRegion() {
    boolean global = race.where().region() != Region.LOCAL;
    return new MissingEdge(
        "the accesses are ordered in "
            + (global ? "local memory only, not in global" : "global memory only, not in local")
            + " memory",
        "Put atomic_work_item_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE,"
            + " memory_order_acq_rel, memory_scope_"
            + wideEnough().keyword()
            + ") before the release and after the acquire.");
  }

  private MissingEdge noBarrierBehind() {
    String flag = MissingEdge.flag(race.where().region());
    return new MissingEdge(
        "another work-item of its work-group has acquired what the first one did, but no barrier"
            + " with "
            + flag
            + " lies between that and the second access",
        "Put barrier(" + flag + ") behind the acquire, or add the flag to the barrier there.");
  }

  private String flag() {
    return near.local() ? "CLK_LOCAL_MEM_FENCE" : "CLK_GLOBAL_MEM_FENCE";
  }

  private String memory() {
    return near.local() ? "local memory" : "global memory";
  }

  private static String keyword(@Nullable MemoryScope scope) {
    return scope == null ? "no" : scope.keyword();
  }

  private MemoryScope wideEnough() {
    return race.sameGroup() ? MemoryScope.WORK_GROUP : MemoryScope.DEVICE;
  }
}
