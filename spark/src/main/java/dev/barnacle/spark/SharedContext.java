package dev.barnacle.spark;

import dev.barnacle.cl.Context;
import dev.barnacle.cl.Kernel;
import dev.barnacle.cl.Program;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The context that this process has, and the programs that are built in it. */
final class SharedContext {
  private static final Context CONTEXT = Context.create();
  private static final Map<String, Program> PROGRAMS = new ConcurrentHashMap<>();

  private SharedContext() {}

  /** Returns the context; it is there as long as the process. */
  static Context context() {
    return CONTEXT;
  }

  /** Returns a kernel of a program, which is built for the first who asks. */
  static Kernel kernel(String source, String name) {
    return PROGRAMS.computeIfAbsent(source, CONTEXT::build).kernel(name);
  }
}
