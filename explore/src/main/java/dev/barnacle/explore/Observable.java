package dev.barnacle.explore;

import dev.barnacle.ir.Alloca;

/** A part of the final state. */
public sealed interface Observable {
  /**
   * The content of a thread's private memory at its end; 0 where nothing was written.
   *
   * @param thread the thread's number
   */
  record Register(int thread, Alloca memory) implements Observable {}

  /**
   * The content of an element of shared memory at the end.
   *
   * @param memory the memory's number
   */
  record Element(int memory, int element) implements Observable {}
}
