package dev.barnacle.watch.internal.run.exec;

/** A compiled kernel. Its regions are numbered; 0 is the start, r + 1 follows cut r. */
public abstract class KernelBody {
  /** The result of a region when the work-item has returned from the kernel. */
  public static final int RETURNED = -1;

  /** Runs a region for the current work-item; returns the cut that it has come to. */
  public abstract int step(int region, WorkItem item);

  /** Runs a region for all work-items of the current group, in order. */
  public abstract void sweep(int region, WorkItem item);
}
