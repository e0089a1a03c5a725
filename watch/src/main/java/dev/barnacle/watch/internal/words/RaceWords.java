package dev.barnacle.watch.internal.words;

import dev.barnacle.engine.NdRange;
import dev.barnacle.ir.AtomicStore;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Type;
import dev.barnacle.watch.internal.race.access.AtomicAccess;
import dev.barnacle.watch.internal.race.access.RaceAccess;
import dev.barnacle.watch.internal.race.shadow.Race;
import dev.barnacle.watch.internal.run.fault.Fault;
import dev.barnacle.watch.internal.run.fault.Faults;
import dev.barnacle.watch.internal.run.fault.RaceFault;
import dev.barnacle.watch.internal.run.kernel.GroupShape;
import dev.barnacle.watch.internal.run.kernel.KernelCode;
import dev.barnacle.watch.internal.run.memory.WatchedObject;
import dev.barnacle.watch.internal.words.race.MissingEdge;
import java.util.regex.Pattern;

/** Puts races into words. */
final class RaceWords {
  private static final Pattern ORDERS = Pattern.compile("memory_(order|scope)_");

  private final KernelCode code;
  private final ProgramText text;
  private final NdRange range;
  private final StaleWords stale;

  RaceWords(KernelCode code, NdRange range, ProgramText text, StaleWords stale) {
    this.code = code;
    this.range = range;
    this.text = text;
    this.stale = stale;
  }

  FaultDescription of(RaceFault fault, Faults.Entry entry) {
    Race race = fault.race();
    WatchedObject object = fault.object();
    long offset = object == null ? race.offset() : race.offset() - object.raceOffset;
    FaultDescription.Target target =
        object == null ? null : FaultDescription.Target.of(object, offset, race.bytes());
    MissingEdge edge = edge(race);
    String newest = race.near() != null ? "" : stale.suggestion(entry);
    return new FaultDescription(
        Sentences.what(
            new Detail.Race(
                noun(race.earlier()),
                isCopy(race.earlier()),
                noun(race.later()),
                isCopy(race.later()))),
        target,
        offset,
        edge.explanation(),
        forLanguage(newest.isEmpty() ? edge.suggestion() : newest),
        edge.cause());
  }

  /** Returns a suggestion, with what the program's language must be for it. */
  private String forLanguage(String suggestion) {
    if (!code.plainAtomics()) {
      return suggestion;
    }
    String plain = suggestion.replace(", with memory_scope_device.", ".");
    return ORDERS.matcher(plain).find()
        ? plain
            + " Memory orders and scopes are of OpenCL C 2.0 and later (-cl-std=CL2.0 or CL3.0)."
        : plain;
  }

  private static String noun(RaceAccess access) {
    return access.kind().atomic() ? "atomic operation" : Fault.Access.of(access).access();
  }

  private MissingEdge edge(Race race) {
    if (race.sameGroup() && isCopy(race.earlier())) {
      return copy(race, text.copy(race.earlier(), race.later()));
    }
    if (race.sameGroup() && isCopy(race.later())) {
      return race.barriersBetween() > 0
          ? MissingEdge.flags(race)
          : copy(race, text.copy(race.later(), race.earlier()));
    }
    if (isCopy(race.earlier()) || isCopy(race.later())) {
      return new MissingEdge(
          "the work-groups are different ones, and nothing orders their copies and accesses",
          "Let each work-group have its own part of the memory, or use two kernels.");
    }
    return MissingEdge.of(race, facts(race.earlier()), facts(race.later()), text);
  }

  private static MissingEdge copy(Race race, ProgramText.Copy lacks) {
    String barrier = MissingEdge.barrier(race);
    return switch (lacks) {
      case UNKNOWN ->
          new MissingEdge(
              "nothing orders the copy and the access: no wait for its event lies behind it, or no"
                  + " barrier in front of it",
              "Call wait_group_events before what comes after the copy; put a barrier behind what"
                  + " comes before it.");
      case BARRIER ->
          new MissingEdge(
              "no barrier lies between the access and the copy behind it, which may begin as soon"
                  + " as one work-item calls for it",
              "Put " + barrier + " in front of the copy.");
      case WAIT ->
          new MissingEdge(
              "the copy may still run: nothing waits for its event before the access",
              "Call wait_group_events with the event of the copy before the access.");
    };
  }

  /** Returns whether an access is of an asynchronous copy, which goes as one more work-item. */
  private boolean isCopy(RaceAccess access) {
    return access.item() >= new GroupShape(range, access.group()).items();
  }

  private MissingEdge.Facts atomic(RaceAccess access, AtomicAccess atomic) {
    Instruction instruction = code.places().get(access.place());
    Type type =
        instruction instanceof AtomicStore store ? store.value().type() : instruction.type();
    return new MissingEdge.Facts(
        access.kind(), atomic.order(), atomic.scope(), (int) type.byteSize());
  }

  private MissingEdge.Facts facts(RaceAccess access) {
    return code.facts()
        .atomics()
        .get(access.place())
        .filter(use -> access.kind().atomic())
        .map(use -> atomic(access, use.access()))
        .orElseGet(() -> MissingEdge.Facts.plain(access.kind()));
  }
}
