package dev.barnacle.explore;

import dev.barnacle.ir.Alloca;

/** A part of the final state. */
public sealed interface Observable {
  /**
   * What a thread's private memory holds at its end; 0 where nothing was written.
   *
   * @param thread the thread's number
   */
  record Register(int thread, Alloca memory) implements Observable {}

  /**
   * What an element of shared memory holds at the end.
   *
   * @param memory the memory's number
   */
  record Element(int memory, int element) implements Observable {}
}
