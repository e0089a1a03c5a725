package dev.barnacle.cli.internal.campaign;

/** First words of the lines to and from a task server; the module spark has the same. */
final class TaskWords {
  /** Tasks may come; the version of Barnacle follows. */
  static final String READY = "ready";

  /** A worker has ended, in words. */
  static final String NOTE = "note";

  /** A task is done; its result follows. */
  static final String DONE = "done";

  /** Nothing more can be done; why follows. */
  static final String FAILED = "failed";

  /** The tasks are done. */
  static final String END = "end";

  private TaskWords() {}
}
