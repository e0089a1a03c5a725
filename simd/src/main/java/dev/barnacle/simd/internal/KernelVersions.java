package dev.barnacle.simd.internal;

import dev.barnacle.engine.EngineException;
import dev.barnacle.ir.Function;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;

/** The machine code of a program's kernels, each compiled when it is first asked for. */
final class KernelVersions implements AutoCloseable {
  private final SimdRuntime runtime;
  private final LoadedProgram program;
  private final Map<Key, CompletableFuture<CompiledKernel>> kernels = new ConcurrentHashMap<>();

  private record Key(Function kernel, Specialization specialization) {}

  KernelVersions(SimdRuntime runtime, LoadedProgram program) {
    this.runtime = runtime;
    this.program = program;
  }

  /** Begins to compile on another thread, unless somebody has; who fails is met by {@link #get}. */
  void prepare(Function kernel, Specialization specialization) {
    if (!kernels.containsKey(new Key(kernel, specialization))) {
      Thread.ofPlatform()
          .daemon()
          .name("barnacle-compile")
          .start(
              () -> {
                try {
                  get(kernel, specialization);
                } catch (EngineException e) {
                  return; // the launch itself will meet it
                }
              });
    }
  }

  /** Returns the code for a specialisation; compiles it, or waits for who does. */
  CompiledKernel get(Function kernel, Specialization specialization) {
    Key key = new Key(kernel, specialization);
    CompletableFuture<CompiledKernel> mine = new CompletableFuture<>();
    CompletableFuture<CompiledKernel> known = kernels.putIfAbsent(key, mine);
    if (known != null) {
      try {
        return known.join();
      } catch (CompletionException e) {
        return get(kernel, specialization); // whoever compiled it failed: so will this one
      }
    }
    try {
      CompiledKernel compiled = CompiledKernel.of(runtime, program, kernel, specialization);
      mine.complete(compiled);
      return compiled;
    } catch (RuntimeException | Error e) {
      kernels.remove(key);
      mine.completeExceptionally(e);
      throw e;
    }
  }

  @Override
  public void close() {
    kernels.values().forEach(k -> k.join().close());
    kernels.clear();
  }
}
