package dev.barnacle.watch.internal.words.race;

import dev.barnacle.watch.internal.race.shadow.Race;

/** Explains races of work-items of one work-group that no barrier lies between. */
final class NoBarrierWords {
  private static final String ALL_COME = ", where all work-items of the work-group come by";

  private final Race race;
  private final PathFacts between;
  private final RacyProgram program;
  private final String barrier;

  NoBarrierWords(Race race, PathFacts between, RacyProgram program) {
    this.race = race;
    this.program = program;
    this.between = between;
    this.barrier = MissingEdge.barrier(race);
  }

  MissingEdge of() {
    if (between.use() == PathFacts.Use.UPDATE) {
      return update(between, "");
    }
    if (race.earlier().place() == race.later().place() && race.later().kind().writes()) {
      return oneWrite();
    }
    return switch (between.way()) {
      case UNKNOWN -> plain("Put " + barrier + " between them.");
      case BRANCHES -> branches();
      case NEXT_ITERATION -> nextIteration();
      case FORWARD -> forward();
    };
  }

  private static MissingEdge plain(String suggestion) {
    return new MissingEdge(
        "nothing orders the two accesses: no barrier lies between them", suggestion);
  }

  /** An element is read and written back, by any work-item. */
  static MissingEdge update(PathFacts between, String also) {
    return new MissingEdge(
        "an element is read and written back in two steps, and another work-item may come in"
            + " between"
            + also,
        between.atomic().isEmpty()
            ? "Make it one atomic operation, or let each work-item have an element of its own."
            : "Make it one atomic operation ("
                + between.atomic()
                + "), or let each work-item have an element of its own.");
  }

  private MissingEdge oneWrite() {
    boolean loop = between.again() || between.way() == PathFacts.Way.UNKNOWN;
    return plain(
        "Let only one work-item write it, or each an element of its own"
            + (loop ? "; in a loop, put " + barrier + " between the iterations." : "."));
  }

  private MissingEdge branches() {
    return new MissingEdge(
        "nothing orders the two accesses: they are in two branches, and no barrier lies between"
            + " these",
        "Let one branch end before the other begins, and put "
            + barrier
            + " between them"
            + ALL_COME
            + ".");
  }

  private MissingEdge nextIteration() {
    return new MissingEdge(
        "no barrier lies between "
            + between.back()
            + " and "
            + between.front()
            + " in the next iteration of the loop",
        "Put another " + barrier + " at the end of each iteration" + ALL_COME + ".");
  }

  private MissingEdge forward() {
    return switch (between.weak()) {
      case NOTHING -> nothing();
      case FENCE ->
          new MissingEdge(
              "only a fence lies between them, and no work-item waits for another at a fence",
              "Put " + barrier + " in its place" + where() + ".");
      case SUB_GROUP_FUNCTION ->
          new MissingEdge(
              "only a sub-group function lies between them, and these order no memory",
              "Put " + barrier + " between them" + where() + ".");
      case SUB_GROUP_BARRIER ->
          new MissingEdge(
              "only sub_group_barrier lies between them, and the work-items are in different "
                  + program.subGroups(),
              "Put " + barrier + " in its place" + where() + ".");
      case SUB_GROUP_BARRIER_FLAGS ->
          new MissingEdge(
              "the sub_group_barrier between them has no "
                  + MissingEdge.flag(race.where().region())
                  + " flag, and does not order "
                  + race.where().region().words(),
              "Add "
                  + MissingEdge.flag(race.where().region())
                  + " to the flags of the sub_group_barrier.");
    };
  }

  private String where() {
    return between.conditional() ? ALL_COME : "";
  }

  private MissingEdge nothing() {
    if (between.use() == PathFacts.Use.STATEMENT) {
      return plain(
          between.again()
              ? "Put " + barrier + " at the end of each iteration" + ALL_COME + "."
              : "Read into a private variable, put "
                  + barrier
                  + " behind that"
                  + where()
                  + ", and write then.");
    }
    if (between.together() && between.again()) {
      return plain("Put " + barrier + " at the end of each iteration" + ALL_COME + ".");
    }
    return plain(
        "Put "
            + barrier
            + " between them"
            + where()
            + (between.again() ? ", and another one at the end of each iteration." : "."));
  }
}
