package dev.barnacle.watch.internal.run.exec;

/** A call that all work-items of a group make alike: an asynchronous copy, or a fence of copies. */
interface CopyCall {
  /** Returns the place of the call. */
  int place();

  /** Returns whether another work-item calls for the same. */
  boolean isAs(CopyCall other);
}
