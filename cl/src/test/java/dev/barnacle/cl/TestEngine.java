package dev.barnacle.cl;

import dev.barnacle.engine.DeviceLimits;
import dev.barnacle.engine.DeviceMemory;
import dev.barnacle.engine.Engine;
import dev.barnacle.engine.Executable;
import dev.barnacle.engine.KernelLimits;
import dev.barnacle.engine.Launch;
import dev.barnacle.engine.LaunchResult;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Module;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** An engine that keeps the launches that reach it and runs a Java function for each. */
final class TestEngine implements Engine {
  final List<Launch> launches = Collections.synchronizedList(new ArrayList<>());
  Consumer<Launch> behaviour = launch -> {};
  DeviceLimits limits =
      new DeviceLimits(4, 1024, 32 << 10, new DeviceMemory.Sizes(1L << 30, 1L << 28, 1 << 16), 16);
  volatile int openExecutables;
  volatile boolean closed;

  @Override
  public String name() {
    return "test";
  }

  @Override
  public DeviceLimits limits() {
    return limits;
  }

  private synchronized void opened(int more) {
    openExecutables += more;
  }

  @Override
  public Executable load(Module module) {
    opened(1);
    return new Executable() {
      @Override
      public LaunchResult launch(Launch launch) {
        launches.add(launch);
        behaviour.accept(launch);
        return new LaunchResult(1, 2);
      }

      @Override
      public KernelLimits limits(Function kernel) {
        return new KernelLimits(limits.maxWorkGroupSize(), 1, 1, 0);
      }

      @Override
      public void close() {
        opened(-1);
      }
    };
  }

  @Override
  public void close() {
    if (openExecutables > 0) {
      throw new IllegalStateException("closed before its executables");
    }
    closed = true;
  }

  /** Waits for the end of what other threads still do, and returns whether all is closed then. */
  boolean isClosedSoon() {
    long start = System.nanoTime();
    while (!closed && System.nanoTime() - start < 20_000_000_000L) {
      LockSupport.parkNanos(100_000);
    }
    return closed;
  }
}
