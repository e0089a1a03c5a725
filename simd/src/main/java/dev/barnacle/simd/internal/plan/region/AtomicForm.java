package dev.barnacle.simd.internal.plan.region;

import java.util.Locale;

/** The form of an atomic operation of all lanes that run. */
public enum AtomicForm implements Form {
  /** Put together in registers, one operation in memory. */
  TOGETHER,
  /** One exchange in memory; each lane gets the value of the lane before. */
  EXCHANGE,
  /** One load or store, to one address. */
  ONE,
  /** Without locks, in memory that only this thread uses: the work-group's own. */
  LOCAL,
  /** The same, by turns in several copies of counters. */
  LOCAL_BY_TURNS,
  /** In a copy of a buffer that is the thread's own. */
  COPY,
  /** For one lane after the other. */
  LANE_BY_LANE;

  /** Returns the words that a plan's text has for it, such as {@code atomic, together}. */
  public String words() {
    return "atomic, " + name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
