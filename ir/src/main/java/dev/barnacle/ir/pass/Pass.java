package dev.barnacle.ir.pass;

import dev.barnacle.ir.Module;

/** A change of a module that keeps what its kernels compute. A correct module stays correct. */
public interface Pass {
  /** Returns its name on the command line, such as {@code remove-unreachable-blocks}. */
  String name();

  /** Returns what it does, in one line. */
  String summary();

  /** Changes {@code module}; returns whether anything was changed. */
  boolean run(Module module);
}
