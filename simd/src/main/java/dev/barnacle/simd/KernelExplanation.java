package dev.barnacle.simd;

import dev.barnacle.ir.Location;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The engine's decisions about a kernel for a launch, with their reasons. They are a view of the
 * plan that the code is written from, so this is what the machine code does.
 *
 * @param kernel the kernel's name
 * @param localSize the work-items of a full group, in three dimensions
 * @param partial for the smaller groups at the edges of an NDRange that the local size does not
 *     divide
 * @param lanes how many work-items run as the lanes of a vector; 1: one after the other
 * @param why the reason for that number
 * @param keptBytes what each work-item keeps across barriers, in bytes
 * @param privateBytes private memory on the stack, in bytes, of all lanes
 * @param localBytes local variables of a work-group, in bytes
 * @param decisions what was decided, in the order in which code was made
 */
public record KernelExplanation(
    String kernel,
    List<Integer> localSize,
    boolean partial,
    int lanes,
    String why,
    long keptBytes,
    long privateBytes,
    long localBytes,
    List<Decision> decisions) {
  /** The subject of a decision. */
  public enum Topic {
    /** Values that are one for all lanes, rise from lane to lane, or differ. */
    VALUES,
    /** Branches at which all lanes go the same way, or not. */
    BRANCH,
    /** Loops that all lanes leave together, or not. */
    LOOP,
    /** Code that runs for some lanes only. */
    MASK,
    /** Accesses to memory. */
    ACCESS,
    /** Operations that run for one lane after the other. */
    LANE_BY_LANE,
    /** Values that are kept across barriers. */
    KEPT;

    /** Returns the name that the JSON form uses, such as {@code lane-by-lane}. */
    public String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /**
   * A decision.
   *
   * @param location the place in the source that it is about, if known; outermost where functions
   *     were inlined
   * @param text what was decided, in words
   */
  public record Decision(@Nullable Location location, Topic topic, String text) {}

  /** Makes copies of the lists. */
  public KernelExplanation {
    localSize = List.copyOf(localSize);
    decisions = List.copyOf(decisions);
  }

  /** Returns the same with a note beside why there are as many lanes; an empty note adds none. */
  public KernelExplanation noted(String note) {
    return note.isEmpty()
        ? this
        : new KernelExplanation(
            kernel,
            localSize,
            partial,
            lanes,
            why + "; " + note,
            keptBytes,
            privateBytes,
            localBytes,
            decisions);
  }
}
