package dev.barnacle.cl.internal.program;

import dev.barnacle.cl.BuildException;
import dev.barnacle.ir.Module;
import java.nio.file.Path;
import java.util.Optional;

/** Turns a program's source into IR. */
@FunctionalInterface
public interface ProgramCompiler {
  /**
   * Compiles a program.
   *
   * @param options of {@code clBuildProgram}
   * @throws BuildException if it doesn't compile
   */
  Compiled compile(Source source, String options);

  /**
   * Compiles a program for the engine that checks kernels: private variables that may be read
   * before they are written stay in memory, where that is seen.
   *
   * @param options of {@code clBuildProgram}
   * @throws BuildException if it doesn't compile
   */
  default Compiled compileForChecks(Source source, String options) {
    return compile(source, options);
  }

  /**
   * A program's source.
   *
   * @param name what diagnostics call it: a path, or a made name
   * @param text OpenCL C
   * @param folder where {@code #include "…"} looks; empty for the current one
   */
  record Source(String name, String text, Optional<Path> folder) {
    private static final String CXX = ".clcpp";

    /**
     * Returns build options with the language that the file's name stands for, if they name none:
     * {@code .clcpp} is C++ for OpenCL.
     */
    public String options(String given) {
      return name.endsWith(CXX) && !given.contains("-cl-std=")
          ? ("-cl-std=CLC++2021 " + given).strip()
          : given;
    }
  }

  /**
   * A program that compiles.
   *
   * @param module the program, verified
   * @param log warnings and notes, as the compiler gave them; may be empty
   */
  record Compiled(Module module, String log) {}
}
