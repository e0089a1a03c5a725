package dev.barnacle.simd.internal.tier;

import dev.barnacle.engine.DeviceLimits;
import dev.barnacle.engine.EngineException;
import dev.barnacle.engine.NdRange;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.KernelInfo;
import dev.barnacle.ir.analysis.CallGraph;
import dev.barnacle.llvm.host.NativeCall;
import dev.barnacle.simd.Versions;
import dev.barnacle.simd.internal.abi.Specialization;
import dev.barnacle.simd.internal.analysis.BarrierRegions;
import dev.barnacle.simd.internal.code.CompiledKernel;
import dev.barnacle.simd.internal.code.LoadedProgram;
import dev.barnacle.simd.internal.code.NativeCompiler;
import dev.barnacle.simd.internal.plan.GenericTier;
import dev.barnacle.simd.internal.plan.KernelMeasure;
import dev.barnacle.simd.internal.plan.KernelSummary;
import dev.barnacle.simd.internal.plan.Remarks;
import dev.barnacle.simd.internal.plan.VectorizationFactor;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The machine code of a program's kernels, compiled when it is first asked for, or beside ({@link
 * #prepare}).
 */
public final class KernelTiers implements AutoCloseable {
  /**
   * Local sizes for which a kernel is compiled at once; for further ones a general version runs.
   */
  private static final int SPECIAL_AT_ONCE = 2;

  private final NativeCompiler compiler;
  private final Executor beside;
  private final Executor ahead;
  private final DeviceLimits device;
  private final LoadedProgram program;
  private final Map<Key, CompletableFuture<CompiledKernel>> kernels = new ConcurrentHashMap<>();
  private final Map<Function, GenericTier> general = new ConcurrentHashMap<>();
  private final Object lock = new Object();
  private final NextKernels next;
  private boolean closed;

  /**
   * The purpose of code.
   *
   * @param quick whether it is made quickly
   */
  private record Key(Function kernel, Specialization specialization, boolean quick) {}

  /**
   * The versions of a program's kernels.
   *
   * @param beside compiles beside launches
   * @param ahead compiles what may be launched next
   */
  public KernelTiers(
      NativeCompiler compiler,
      Executor beside,
      Executor ahead,
      DeviceLimits device,
      LoadedProgram program) {
    this.compiler = compiler;
    this.beside = beside;
    this.ahead = ahead;
    this.device = device;
    this.program = program;
    this.next = new NextKernels(this, areAutomatic());
  }

  /** Returns what makes code of kernels that are likely to be launched next. */
  public NextKernels next() {
    return next;
  }

  /**
   * Returns the general version that is to run launches of a specialisation, for now.
   *
   * @return null if they are to run as the specialisation itself
   */
  public @Nullable CompiledKernel general(Function kernel, Specialization facts) {
    Versions wanted = compiler.options().versions();
    // Who looks on while kernels are compiled wants to see those that were asked for.
    if (wanted == Versions.SPECIAL
        || compiler.isWatched()
        || (wanted == Versions.AUTO && !hasManySizes(kernel, facts))
        || !general.computeIfAbsent(kernel, GenericTier::of).arePossible(facts)) {
      return null;
    }
    try {
      CompiledKernel code =
          get(kernel, facts.generalized(Math.toIntExact(device.maxWorkGroupSize())));
      return KernelMeasure.hasRoom(device, code.needs().arenaBytes()) ? code : null;
    } catch (EngineException e) {
      if (e.kind() != EngineException.Kind.OUT_OF_RESOURCES) {
        throw e;
      }
      return null; // only its room for groups of all sizes may be too large
    }
  }

  /** Returns whether versions are chosen by how launches go. */
  public boolean areAutomatic() {
    return compiler.options().versions() == Versions.AUTO && !compiler.isWatched();
  }

  /** Returns whether the kernels' code has been read. */
  public boolean isProgramRead() {
    return program.isRead();
  }

  /** Returns whether code for certain values of arguments may take the place of a kernel's. */
  public boolean mayKnowArguments(Function kernel, Specialization facts) {
    return areAutomatic() && general.computeIfAbsent(kernel, GenericTier::of).areAlike(facts);
  }

  /** Returns whether the work-items of such groups would be lanes. */
  public boolean hasLanes(Function kernel, NdRange range) {
    Specialization groups =
        Specialization.builder((int) range.local(0), 1, 1)
            .smallIds(true)
            .smallObjects(true)
            .merged(true)
            .build();
    VectorizationFactor lanes =
        new VectorizationFactor(compiler.target(), compiler.options().lanes(), new Remarks());
    return lanes.plan(kernel, CallGraph.reached(kernel), groups, new BarrierRegions(kernel)).lanes()
        > 1;
  }

  /** Returns how long a general version runs; null where it always does. */
  public @Nullable TierUpCounter trial() {
    return compiler.options().versions() == Versions.GENERAL ? null : TierUpCounter.ofGeneral();
  }

  /**
   * Returns whether the kernel has been compiled for other local sizes often enough, and not for
   * this one.
   */
  private boolean hasManySizes(Function kernel, Specialization facts) {
    Set<List<Integer>> special = new HashSet<>();
    for (Key key : kernels.keySet()) {
      if (key.kernel().equals(kernel) && !key.specialization().general()) {
        special.add(key.specialization().localSizes());
      }
    }
    return special.size() >= SPECIAL_AT_ONCE
        && !special.contains(facts.localSizes())
        && !compiler.isCached(program, kernel, facts)
        && !(compiler.mayBeQuick(program) && compiler.isQuickCached(program, kernel, facts));
  }

  /**
   * Compiles on another thread what nobody has compiled. Who fails is met by {@link #get}.
   *
   * @param quickly whether it is to be made quickly
   * @param then is run when all is there
   */
  public void prepare(
      Function kernel, List<Specialization> specializations, boolean quickly, Runnable then) {
    later(
        beside,
        () -> {
          try {
            for (Specialization s : specializations) {
              CompiledKernel _ = quickly ? quick(kernel, s) : get(kernel, s);
            }
            then.run();
          } catch (RuntimeException e) {
            return; // a launch that can't do without it will meet it
          }
        });
  }

  /**
   * Makes the code on another thread that launches of a kernel over such a range would begin with.
   */
  void prepareNext(
      Function kernel, Supplier<KernelSummary> summary, NdRange range, Specialization facts) {
    later(
        ahead,
        () -> {
          try {
            KernelSummary known = summary.get();
            if (known.copies().isEmpty() && !facts.merged() && fits(kernel, facts)) {
              Specialization full = facts.forGroups(false);
              boolean quickly = known.quick().isFor(range) && beginQuickly(kernel, full);
              CompiledKernel _ = quickly ? quick(kernel, full) : get(kernel, full);
            }
          } catch (RuntimeException e) {
            return; // a launch that can't do without it will meet it
          }
        });
  }

  /** Does something on another thread, unless the process ends by then. */
  private static void later(Executor on, Runnable task) {
    on.execute(
        () -> {
          if (!NativeCall.isEnding()) {
            task.run();
          }
        });
  }

  private static boolean fits(Function kernel, Specialization facts) {
    KernelInfo info = kernel.kernel();
    List<Integer> required = info == null ? List.of() : info.requiredWorkGroupSize();
    return required.isEmpty() || required.equals(facts.localSizes());
  }

  /**
   * Compiles better code on another thread, for as long as that takes. It is kept that this was
   * tried, for processes that end before.
   *
   * @param then is run when all is there
   */
  public void improve(Function kernel, List<Specialization> specializations, Runnable then) {
    later(
        beside,
        () -> {
          try {
            specializations.forEach(s -> program.kept().ifPresent(k -> k.tries(kernel, s)));
            specializations.forEach(s -> exchange(kernel, s));
            then.run();
          } catch (RuntimeException e) {
            return; // launches go on as they are
          }
        });
  }

  /** Returns how many processes have begun to make better code, and ended without it. */
  public int tried(Function kernel, Specialization specialization) {
    return program.kept().map(k -> k.tried(kernel, specialization)).orElse(0);
  }

  private void exchange(Function kernel, Specialization specialization) {
    CompiledKernel code = get(new Key(kernel, specialization, false), false);
    CompletableFuture<CompiledKernel> quick = kernels.get(new Key(kernel, specialization, true));
    if (quick != null && quick.isDone() && !quick.isCompletedExceptionally()) {
      quick.join().exchange(code);
    }
  }

  /** Returns whether launches may begin with quickly made code: there is none that is better. */
  public boolean beginQuickly(Function kernel, Specialization specialization) {
    return areAutomatic()
        && compiler.mayBeQuick(program)
        && !kernels.containsKey(new Key(kernel, specialization, false))
        && !compiler.isCached(program, kernel, specialization);
  }

  /** Returns the code for a specialisation; compiles it, or waits for who does. */
  public CompiledKernel get(Function kernel, Specialization specialization) {
    return get(new Key(kernel, specialization, false), true);
  }

  /** Returns quickly made code for a specialisation; makes it, or waits for who does. */
  public CompiledKernel quick(Function kernel, Specialization specialization) {
    return get(new Key(kernel, specialization, true), true);
  }

  private CompiledKernel get(Key key, boolean waiting) {
    CompletableFuture<CompiledKernel> mine = new CompletableFuture<>();
    CompletableFuture<CompiledKernel> known;
    synchronized (lock) {
      if (closed) {
        throw new IllegalStateException(
            "kernel " + key.kernel().name() + " is of a closed program");
      }
      known = kernels.putIfAbsent(key, mine);
    }
    if (known != null) {
      try {
        return known.join();
      } catch (CompletionException e) {
        if (e.getCause() instanceof EngineException refused) {
          throw refused; // it would be refused again, maybe after as long
        }
        return get(key, waiting); // whoever compiled it failed: so will this one
      }
    }
    try {
      CompiledKernel compiled =
          key.quick()
              ? compiler.quick(program, key.kernel(), key.specialization())
              : compiler.kernel(program, key.kernel(), key.specialization(), waiting);
      mine.complete(compiled);
      return compiled;
    } catch (EngineException e) {
      mine.completeExceptionally(e);
      throw e;
    } catch (RuntimeException | Error e) {
      kernels.remove(key);
      mine.completeExceptionally(e);
      throw e;
    }
  }

  /** Frees the code. What is still being compiled beside is freed by who compiles it. */
  @Override
  public void close() {
    synchronized (lock) {
      closed = true;
    }
    for (CompletableFuture<CompiledKernel> kernel : kernels.values()) {
      CompletableFuture<Void> _ = kernel.thenAccept(CompiledKernel::close);
    }
    kernels.clear();
  }
}
