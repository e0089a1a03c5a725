package dev.barnacle.watch.internal.run.fault;

import dev.barnacle.engine.fault.FindingKind;

/** A fault between commands, as facts. */
public sealed interface CommandFault {
  /** Returns what is wrong. */
  FindingKind kind();

  /** A command is given a pointer to memory of an object that the host has not mapped. */
  record Unmapped(String command) implements CommandFault {
    @Override
    public FindingKind kind() {
      return FindingKind.USE_AFTER_FREE;
    }
  }

  /**
   * Memory is freed while a command may use it.
   *
   * @param owner what frees it
   * @param user what may use it
   */
  record Freed(String owner, String user, boolean writes, long bytes) implements CommandFault {
    @Override
    public FindingKind kind() {
      return FindingKind.USE_AFTER_FREE;
    }
  }

  /** Two commands access the same bytes, in no order. */
  record Unordered(Side first, Side second, long bytes) implements CommandFault {
    @Override
    public FindingKind kind() {
      return FindingKind.COMMAND_RACE;
    }
  }

  /**
   * One of two commands.
   *
   * @param verb what it does to the memory
   */
  record Side(String command, String verb, boolean atomic) {}
}
