package dev.barnacle.cl.internal.program;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.internal.builtin.Declaration;
import dev.barnacle.cl.internal.memory.SvmBlocks;
import dev.barnacle.engine.Argument;
import dev.barnacle.engine.DeviceLimits;
import dev.barnacle.engine.Executable;
import dev.barnacle.engine.KernelLimits;
import dev.barnacle.engine.Launch;
import dev.barnacle.engine.LaunchResult;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Module;
import dev.barnacle.watch.command.CommandNode;
import dev.barnacle.watch.command.CommandWatch;
import dev.barnacle.watch.command.Ranges;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Built-in kernels, whose code is Java. Where commands are watched, what a launch accesses is what
 * its kernel's declaration says: all of each memory argument.
 */
public final class BuiltInProgram extends EngineProgram {
  private final Map<String, Code> kernels = new LinkedHashMap<>();
  private final ContextEngine engine;
  private final Executable executable;

  /** Runs a launch of a kernel. */
  @FunctionalInterface
  public interface LaunchBody {
    /** Runs it. */
    void run(Launch launch) throws Exception;
  }

  /**
   * A kernel.
   *
   * @param declaration how it is declared
   * @param body its code
   */
  public record Code(Declaration declaration, LaunchBody body) {}

  private BuiltInProgram(ContextEngine engine, List<Code> kernels) {
    this.engine = engine;
    kernels.forEach(k -> this.kernels.put(k.declaration().name(), k));
    this.executable = new JavaExecutable(engine.engine().limits());
  }

  @Override
  public boolean isBuiltIn() {
    return true;
  }

  @Override
  public Executable executable() {
    return executable;
  }

  @Override
  public WatchedProgram watched() {
    throw new ClException(
        ErrorCode.CL_INVALID_OPERATION, "a built-in kernel is Java code, which is not checked");
  }

  @Override
  public LaunchResult launchAtOnce(
      String kernel, LaunchMaker launch, Supplier<SvmBlocks.Held> shared) {
    return engine.atOnce(kernel, command -> run(launch.with(SvmBlocks.Held.NONE), command));
  }

  @Override
  public QueuedLaunch queued(LaunchMaker launch, Supplier<SvmBlocks.Held> shared) {
    Launch made = launch.with(SvmBlocks.Held.NONE);
    return command -> run(made, command);
  }

  private LaunchResult run(Launch launch, @Nullable CommandNode command) {
    CommandWatch watch = engine.commandWatch();
    if (command != null && watch != null) {
      tell(launch, command);
      watch.accessed(command);
    }
    return executable.launch(launch);
  }

  private void tell(Launch launch, CommandNode command) {
    List<Declaration.Declared> declared = code(launch.kernel()).declaration().parameters();
    for (int i = 0; i < declared.size(); i++) {
      Declaration.Declared parameter = declared.get(i);
      Ranges bytes = bytes(launch.arguments().get(i));
      CommandWatch.accesses(command, parameter.access().writes(), bytes);
      if (parameter.access().writes()) {
        CommandWatch.changes(command, unset -> unset.written(bytes));
      }
    }
  }

  private static Ranges bytes(Argument argument) {
    return switch (argument) {
      case Argument.Memory m -> Ranges.of(m.memory().address(), m.memory().byteSize(), 0);
      case Argument.Shared s -> reach(s.address(), s.block());
      default -> Ranges.NONE;
    };
  }

  private static Ranges reach(long address, MemorySegment block) {
    return Ranges.of(address, block.address() + block.byteSize() - address, 0);
  }

  private Code code(Function kernel) {
    return Objects.requireNonNull(kernels.get(kernel.name()));
  }

  @Override
  public void close() {
    executable.close();
  }

  /** The kernels as an engine would have them. */
  private final class JavaExecutable implements Executable {
    private final DeviceLimits device;

    JavaExecutable(DeviceLimits device) {
      this.device = device;
    }

    @Override
    public LaunchResult launch(Launch launch) {
      long start = System.nanoTime();
      String name = launch.kernel().name();
      try {
        code(launch.kernel()).body().run(launch);
      } catch (ClException | OutOfMemoryError e) {
        throw e;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw failed(name, e);
      } catch (Exception | Error e) { // of other people's code: it ends the command alone
        throw failed(name, e);
      }
      return new LaunchResult(0, System.nanoTime() - start);
    }

    private static ClException failed(String kernel, Throwable e) {
      return new ClException(
          ErrorCode.CL_OUT_OF_RESOURCES, "built-in kernel '" + kernel + "' failed: " + e, e);
    }

    @Override
    public KernelLimits limits(Function kernel) {
      return new KernelLimits(device.maxWorkGroupSize(), 1, 1, 0);
    }

    @Override
    public void close() {
      // Java's garbage collector does it.
    }
  }

  /** Makes a program of these kernels. */
  static BuiltProgram of(ContextEngine engine, List<Code> kernels) {
    Module module = new Module("of built-in kernels");
    kernels.forEach(k -> module.functions().add(k.declaration().function()));
    return new BuiltProgram(
        module,
        "",
        "",
        false,
        new BuiltInProgram(engine, kernels),
        () -> {
          throw new ClException(ErrorCode.CL_INVALID_OPERATION, "built-in kernels have no binary");
        },
        0);
  }
}
