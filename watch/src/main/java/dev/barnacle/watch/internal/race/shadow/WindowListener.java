package dev.barnacle.watch.internal.race.shadow;

/**
 * Is told when promises of an accessor end: that reads of some bytes would tell the detector
 * nothing ({@link RaceShadow#endOfKnown}), so that they may be left out.
 */
public interface WindowListener {
  /** All promises are void: work-items of the group may have been ordered, or another one runs. */
  void end();

  /** Those of one block of memory are void: the accessor has changed it. */
  void end(RaceShadow changed);
}
