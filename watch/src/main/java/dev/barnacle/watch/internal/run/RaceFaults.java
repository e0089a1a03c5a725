package dev.barnacle.watch.internal.run;

import dev.barnacle.ir.AtomicStore;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Type;
import dev.barnacle.watch.FindingKind;
import dev.barnacle.watch.internal.race.access.AtomicAccess;
import dev.barnacle.watch.internal.race.access.Touch;
import dev.barnacle.watch.internal.race.shadow.Race;
import dev.barnacle.watch.internal.words.race.MissingEdge;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Puts races into words. */
final class RaceFaults implements RaceWords {
  private static final Pattern ORDERS = Pattern.compile("memory_(order|scope)_");

  private final KernelCode code;
  private final ProgramText text;
  private @Nullable LaunchState launch;

  RaceFaults(KernelCode code, ProgramText text) {
    this.code = code;
    this.text = text;
  }

  /** Names the launch that the races are of. */
  void of(LaunchState state) {
    launch = state;
  }

  @Override
  public Fault fault(Race race) {
    MemoryObject object = launch == null ? null : launch.owner(race.where());
    long offset = object == null ? race.offset() : race.offset() - object.raceOffset;
    Fault.Target target = object == null ? null : Fault.Target.of(object, offset, race.bytes());
    MissingEdge edge = edge(race);
    List<Fault.Access> accesses = List.of(access(race.earlier()), access(race.later()));
    String newest =
        launch == null || race.near() != null ? "" : new StaleWords(launch).suggestion(accesses);
    return new Fault(
        FindingKind.DATA_RACE,
        noun(race.earlier())
            + (isCopy(race.earlier()) ? " of an asynchronous copy races with " : " races with ")
            + noun(race.later())
            + (isCopy(race.later())
                ? " of " + (isCopy(race.earlier()) ? "another" : "an") + " asynchronous copy"
                : isCopy(race.earlier()) ? " of a work-item" : " of another work-item"),
        accesses,
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

  private static String noun(Touch touch) {
    return touch.kind().atomic() ? "atomic operation" : Faults.verb(touch.kind());
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

  /** Tells whether an access is of an asynchronous copy, which goes as one more work-item. */
  private boolean isCopy(Touch touch) {
    return launch != null && touch.item() >= new GroupShape(launch.range(), touch.group()).items();
  }

  @Override
  public long address(Race race) {
    MemoryObject object = launch == null ? null : launch.owner(race.where());
    return object == null ? 0 : object.address - object.raceOffset + race.offset();
  }

  @Override
  public String note(Fault fault) {
    return launch == null ? "" : new StaleWords(launch).of(fault);
  }

  private static Fault.Access access(Touch touch) {
    return new Fault.Access(touch.place(), Faults.verb(touch.kind()), touch.group(), touch.item());
  }

  private MissingEdge.Facts atomic(Touch touch, AtomicAccess access) {
    Instruction instruction = code.places().get(touch.place());
    Type type =
        instruction instanceof AtomicStore store ? store.value().type() : instruction.type();
    return new MissingEdge.Facts(
        touch.kind(), access.order(), access.scope(), (int) type.byteSize());
  }

  private MissingEdge.Facts facts(Touch touch) {
    return code.facts()
        .atomics()
        .get(touch.place())
        .filter(use -> touch.kind().atomic())
        .map(use -> atomic(touch, use.access()))
        .orElseGet(() -> MissingEdge.Facts.plain(touch.kind()));
  }
}
