package dev.barnacle.watch.internal.words.race;

import java.util.List;

/**
 * The ways of a program from one access of a race to the other, as far as its text shows them.
 *
 * @param way how it comes to the other without a barrier of the work-group
 * @param weak what lies on each such way, but orders nothing
 * @param again whether it comes without a barrier from the access later in the code to the one
 *     before it, in the next iteration of a loop, as well, past a place where all work-items of the
 *     work-group come by
 * @param conditional whether some work-items of a work-group may not come by one of them
 * @param together whether both stand in one branch that some work-items may not run
 * @param idiom what the write does with what the read has read
 * @param names the two accesses
 * @param gaps the places of the source where a barrier would order them
 */
public record PathFacts(
    Way way,
    Weak weak,
    boolean again,
    boolean conditional,
    boolean together,
    Idiom idiom,
    Names names,
    List<Cause.Gap> gaps) {
  public PathFacts {
    gaps = List.copyOf(gaps);
  }

  /**
   * The use in a write of what a read has read.
   *
   * @param atomic name of the atomic function that does what an update does; empty where there is
   *     none
   */
  public record Idiom(Use use, String atomic) {
    static final Idiom NONE = new Idiom(Use.NONE, "");
  }

  /**
   * Two accesses in words.
   *
   * @param front the one that is in front in an iteration, such as "the write in line 8"
   * @param back the one behind
   */
  public record Names(String front, String back) {
    static final Names NONE = new Names("", "");
  }

  Use use() {
    return idiom.use();
  }

  String atomic() {
    return idiom.atomic();
  }

  String front() {
    return names.front();
  }

  String back() {
    return names.back();
  }

  /** Knows nothing. */
  public static final PathFacts UNKNOWN =
      new PathFacts(
          Way.UNKNOWN, Weak.NOTHING, false, false, false, Idiom.NONE, Names.NONE, List.of());

  /** The ways from one access to the other. */
  public enum Way {
    UNKNOWN,
    /** In one iteration, or without a loop. */
    FORWARD,
    /** Only in the next iteration of a loop: in one iteration a barrier lies between them. */
    NEXT_ITERATION,
    /** They are in branches of which a work-item executes one. */
    BRANCHES
  }

  /** Operations that look like a barrier. */
  public enum Weak {
    NOTHING,
    FENCE,
    SUB_GROUP_FUNCTION,
    /** Of other memory, between work-items of one sub-group. */
    SUB_GROUP_BARRIER_FLAGS,
    /** Between work-items of different sub-groups. */
    SUB_GROUP_BARRIER
  }

  /** The use in a write of what the other access has read. */
  public enum Use {
    NONE,
    /** It writes the element back from which it was read. */
    UPDATE,
    /** In one statement, it writes to another element. */
    STATEMENT
  }
}
