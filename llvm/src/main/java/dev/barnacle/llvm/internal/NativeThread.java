package dev.barnacle.llvm.internal;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * A thread as Linux sees it. It is found by its name, which must be no other's and have at most 15
 * characters; so threads that are never looked for cost nothing.
 *
 * @param folder of the thread in {@code /proc}
 */
public record NativeThread(Path folder) {
  private static final Path ALL = Path.of("/proc/self/task");

  /** {@code SCHED_IDLE}: runs when nothing else wants to. */
  private static final int IDLE = 5;

  /** {@code PRIO_PROCESS}, which is a thread. */
  private static final int ONE = 0;

  private static final int NICEST = 19;

  /** The unit of time in {@code /proc}, on all architectures. */
  private static final long TICKS_A_SECOND = 100;

  /** The place of the ticks in user mode after the name; those in the kernel come next. */
  private static final int USER_TICKS = 11;

  /** Returns the thread; empty where the system does not show it. */
  public static Optional<NativeThread> of(Thread thread) {
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(ALL)) {
      for (Path folder : folders) {
        if (thread.getName().equals(text(folder.resolve("comm")).strip())) {
          return Optional.of(new NativeThread(folder));
        }
      }
    } catch (IOException e) {
      return Optional.empty(); // another system
    }
    return Optional.empty();
  }

  /** Returns the processor time that it has taken; empty where the system does not tell. */
  public OptionalLong cpuNanos() {
    String line = text(folder.resolve("stat"));
    String[] fields = line.substring(line.lastIndexOf(')') + 1).strip().split(" ", -1);
    if (fields.length <= USER_TICKS + 1) {
      return OptionalLong.empty();
    }
    long ticks = Long.parseLong(fields[USER_TICKS]) + Long.parseLong(fields[USER_TICKS + 1]);
    return OptionalLong.of(TimeUnit.SECONDS.toNanos(ticks) / TICKS_A_SECOND);
  }

  /** Returns what a file of a thread says; nothing if the thread has ended. */
  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return "";
    }
  }

  /** Has it run only when nothing else wants to. What the system refuses is not missed. */
  public void stepBack() {
    int id = Integer.parseInt(folder.getFileName().toString());
    Linker linker = Linker.nativeLinker();
    try (Arena arena = Arena.ofConfined()) {
      FunctionDescriptor nice =
          FunctionDescriptor.of(
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_INT);
      MethodHandle setPriority =
          linker.downcallHandle(linker.defaultLookup().findOrThrow("setpriority"), nice);
      int _ = (int) setPriority.invokeExact(ONE, id, NICEST);
      FunctionDescriptor schedule =
          FunctionDescriptor.of(
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_INT,
              ValueLayout.ADDRESS);
      MethodHandle setScheduler =
          linker.downcallHandle(linker.defaultLookup().findOrThrow("sched_setscheduler"), schedule);
      MemorySegment noPriority = arena.allocate(ValueLayout.JAVA_INT);
      int _ = (int) setScheduler.invokeExact(id, IDLE, noPriority);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
