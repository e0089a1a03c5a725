package dev.barnacle.frontend.internal.reader.global;

import dev.barnacle.ir.Function;
import dev.barnacle.llvm.view.LlvmFunction;

/** Converts functions of LLVM to functions of the IR. */
public interface ModuleFunctions {
  /** The function in the IR, whose body may still have to be read. */
  Function read(LlvmFunction source);
}
