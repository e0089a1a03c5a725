package dev.barnacle.bench.internal;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Another OpenCL platform in a process of its own, for {@link PlatformProcess}: a driver that
 * crashes, or takes the process's signals, is no matter of Barnacle's process then.
 *
 * <p>A request is a byte and what it needs; the answer is an empty text, or what is wrong, and what
 * was asked for.
 */
public final class PlatformServer {
  static final int NAMES = 0;
  static final int OPEN = 1;
  static final int PREPARE = 2;
  static final int RESET = 3;
  static final int RUN = 4;
  static final int READ = 5;
  static final int CLOSE = 6;

  private final DataInputStream in;
  private final DataOutputStream out;
  private final List<OtherPlatform> platforms = new ArrayList<>();
  private final List<ComputePlatform.Prepared> prepared = new ArrayList<>();
  private ComputePlatform platform = new NoPlatform();

  private PlatformServer(DataInputStream in, DataOutputStream out) {
    this.in = in;
    this.out = out;
  }

  /** Serves the process that listens at a socket, until that closes it. */
  public static void main(String[] args) throws IOException {
    dropPreload();
    try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(args[0]))) {
      PlatformServer server =
          new PlatformServer(
              new DataInputStream(new BufferedInputStream(Channels.newInputStream(channel))),
              new DataOutputStream(new BufferedOutputStream(Channels.newOutputStream(channel))));
      for (int request = server.in.read(); request >= 0; request = server.in.read()) {
        server.serve(request);
        server.out.flush();
      }
    }
    Runtime.getRuntime().halt(0); // drivers crash where they are unloaded
  }

  /**
   * Drops the preloaded library, which is for this process, and not for those that a driver starts.
   */
  private static void dropPreload() {
    Linker linker = Linker.nativeLinker();
    try (Arena arena = Arena.ofConfined()) {
      int unused =
          (int)
              linker
                  .downcallHandle(
                      linker.defaultLookup().findOrThrow("unsetenv"),
                      FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS))
                  .invokeExact(arena.allocateFrom("LD_PRELOAD"));
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  private void serve(int request) throws IOException {
    switch (request) {
      case NAMES -> names();
      case OPEN -> open(in.readInt());
      case PREPARE -> {
        Workload workload = WorkloadCode.read(in);
        if (answer(() -> prepared.add(platform.prepare(workload))) != null) {
          out.writeInt(prepared.size() - 1);
        }
      }
      case RESET -> {
        int number = in.readInt();
        Boolean unused =
            answer(
                () -> {
                  prepared.get(number).reset();
                  return true;
                });
      }
      case RUN -> {
        int number = in.readInt();
        Long nanos = answer(() -> prepared.get(number).run());
        if (nanos != null) {
          out.writeLong(nanos);
        }
      }
      case READ -> {
        int number = in.readInt();
        int buffer = in.readInt();
        byte[] bytes = answer(() -> prepared.get(number).read(buffer));
        if (bytes != null) {
          WorkloadCode.bytes(out, bytes);
        }
      }
      default -> {
        int number = in.readInt();
        Boolean unused =
            answer(
                () -> {
                  prepared.get(number).close();
                  return true;
                });
      }
    }
  }

  private void names() throws IOException {
    List<String> notes = new ArrayList<>();
    if (answer(() -> platforms.addAll(OtherPlatform.all(notes))) != null) {
      out.writeInt(notes.size());
      for (String note : notes) {
        WorkloadCode.text(out, note);
      }
      out.writeInt(platforms.size());
      for (OtherPlatform each : platforms) {
        WorkloadCode.text(out, each.name());
      }
    }
  }

  private void open(int number) throws IOException {
    Boolean unused =
        answer(
            () -> {
              platforms.addAll(OtherPlatform.all(new ArrayList<>()));
              platform = platforms.get(number);
              return true;
            });
  }

  /** Writes the answer's first part; returns null where something is wrong. */
  private <T> @org.jspecify.annotations.Nullable T answer(Supplier<T> action) throws IOException {
    try {
      T result = action.get();
      WorkloadCode.text(out, "");
      return result;
    } catch (RuntimeException | LinkageError | OutOfMemoryError e) {
      String message = e instanceof BenchException ? e.getMessage() : e.toString();
      WorkloadCode.text(out, message == null || message.isEmpty() ? e.toString() : message);
      return null;
    }
  }

  /** Until one is opened. */
  private static final class NoPlatform implements ComputePlatform {
    @Override
    public String name() {
      return "none";
    }

    @Override
    public Prepared prepare(Workload workload) {
      throw new BenchException("no platform is open");
    }

    @Override
    public void close() {}
  }
}
