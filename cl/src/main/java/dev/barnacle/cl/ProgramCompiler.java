package dev.barnacle.cl;

import dev.barnacle.ir.Module;

/** Turns a program's source into IR. */
@FunctionalInterface
interface ProgramCompiler {
  /**
   * Compiles a program.
   *
   * @param name what diagnostics call the source: a path, or a made name
   * @param source OpenCL C
   * @param options of {@code clBuildProgram}
   * @throws BuildException if it doesn't compile
   */
  Compiled compile(String name, String source, String options);

  /**
   * A program that compiles.
   *
   * @param module the program, verified
   * @param log warnings and notes, as the compiler gave them; may be empty
   */
  record Compiled(Module module, String log) {}
}
