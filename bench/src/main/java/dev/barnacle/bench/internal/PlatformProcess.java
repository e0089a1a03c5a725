package dev.barnacle.bench.internal;

import dev.barnacle.bench.internal.drivers.RegisteredDrivers;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Another OpenCL platform of this machine, reached through the system's OpenCL loader in a process
 * of its own ({@link PlatformServer}); its first device is used. Times are taken there. When that
 * process ends, what it was asked for fails; the next workload gets a new one.
 */
final class PlatformProcess implements ComputePlatform {
  /** The first signal's exit status, less one. */
  private static final int SIGNALLED = 128;

  private static final long END_SECONDS = 2;
  private static final String SOCKET = "bench";

  private final String name;
  private final String library;
  private final int number;
  private @Nullable Peer peer;

  private PlatformProcess(String name, String library, int number) {
    this.name = name;
    this.library = library;
    this.number = number;
  }

  /**
   * Returns the platforms of drivers that have a device. A driver that fails has the name of its
   * library, and fails in each row.
   *
   * @param libraries the drivers' libraries
   * @param notes gets a sentence for people if there is no loader, and for drivers without a device
   */
  static List<PlatformProcess> all(List<String> libraries, List<String> notes) {
    Set<String> all = new LinkedHashSet<>();
    List<PlatformProcess> platforms =
        libraries.stream().flatMap(library -> of(library, all).stream()).toList();
    notes.addAll(all);
    return platforms;
  }

  private static List<PlatformProcess> of(String library, Set<String> notes) {
    List<PlatformProcess> platforms = new ArrayList<>();
    try (Peer peer = Peer.start(library)) {
      peer.ask(out -> out.writeByte(PlatformServer.NAMES));
      int told = peer.in.readInt();
      for (int left = told; left > 0; left--) {
        notes.add(WorkloadCode.text(peer.in));
      }
      int count = peer.in.readInt();
      for (int i = 0; i < count; i++) {
        platforms.add(new PlatformProcess(WorkloadCode.text(peer.in), library, i));
      }
      if (count == 0 && told == 0) {
        notes.add(library + " is left out: it has no platform with a device");
      }
    } catch (BenchException | IOException e) {
      platforms.add(new PlatformProcess(library, library, 0));
    }
    return platforms;
  }

  @Override
  public String name() {
    return name;
  }

  /**
   * Leaves out workloads whose work-groups wait for each other, on which most platforms would wait
   * for ever. Recorded launches are compared with enqueued ones on Barnacle alone.
   */
  @Override
  public boolean runs(Workload workload) {
    return !Suite.needsProgress(workload.name())
        && workload.submission() != Workload.Submission.RECORDED
        && workload.submission() != Workload.Submission.ON_DEVICE;
  }

  @Override
  public Prepared prepare(Workload workload) {
    Peer running = running();
    return running.fetch(
        out -> {
          out.writeByte(PlatformServer.PREPARE);
          WorkloadCode.write(out, workload);
        },
        in -> new RemotePrepared(running, in.readInt()));
  }

  private Peer running() {
    Peer running = peer;
    if (running == null || !running.isAlive()) {
      if (running != null) {
        running.close();
      }
      running = Peer.start(library);
      peer = running;
      running.ask(
          out -> {
            out.writeByte(PlatformServer.OPEN);
            out.writeInt(number);
          });
    }
    return running;
  }

  @Override
  public void close() {
    if (peer != null) {
      peer.close();
    }
  }

  private record RemotePrepared(Peer peer, int number) implements Prepared {
    private Peer.Request request(int what) {
      return out -> {
        out.writeByte(what);
        out.writeInt(number);
      };
    }

    @Override
    public void reset() {
      peer.ask(request(PlatformServer.RESET));
    }

    @Override
    public long run() {
      return peer.fetch(request(PlatformServer.RUN), DataInputStream::readLong);
    }

    @Override
    public byte[] read(int buffer) {
      return peer.fetch(
          out -> {
            request(PlatformServer.READ).write(out);
            out.writeInt(buffer);
          },
          WorkloadCode::bytes);
    }

    @Override
    public void close() {
      if (peer.isAlive()) {
        peer.ask(request(PlatformServer.CLOSE));
      }
    }
  }

  /** The other process, and the way to it. */
  private static final class Peer implements AutoCloseable {
    private final Process process;
    private final Path folder;
    private final SocketChannel channel;
    private final DataInputStream in;
    private final DataOutputStream out;

    interface Request {
      void write(DataOutputStream out) throws IOException;
    }

    interface Answer<T> {
      T read(DataInputStream in) throws IOException;
    }

    private Peer(Process process, Path folder, SocketChannel channel) {
      this.process = process;
      this.folder = folder;
      this.channel = channel;
      this.in = new DataInputStream(new BufferedInputStream(Channels.newInputStream(channel)));
      this.out = new DataOutputStream(new BufferedOutputStream(Channels.newOutputStream(channel)));
    }

    /** Starts a process whose loader knows one driver alone: it ends with no other. */
    static Peer start(String library) {
      try {
        Path folder = Files.createTempDirectory("barnacle-");
        try {
          RegisteredDrivers.register(folder, library);
          return start(folder);
        } catch (IOException | BenchException e) {
          delete(folder);
          throw e;
        }
      } catch (IOException e) {
        throw new BenchException("a process for other platforms cannot be started: " + e);
      }
    }

    private static Peer start(Path folder) throws IOException {
      Path socket = folder.resolve(SOCKET);
      try (ServerSocketChannel door = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
        door.bind(UnixDomainSocketAddress.of(socket));
        Process process = builder(socket, folder).start();
        process.getOutputStream().close();
        var unused = process.onExit().thenRun(() -> closeQuietly(door));
        try {
          return new Peer(process, folder, door.accept());
        } catch (IOException e) {
          throw ended(process);
        }
      }
    }

    private static void delete(Path folder) throws IOException {
      try (Stream<Path> all = Files.list(folder)) {
        for (Path file : all.toList()) {
          Files.deleteIfExists(file);
        }
      }
      Files.deleteIfExists(folder);
    }

    /**
     * The JVM's own signal chaining, as drivers take the signals of faults, which the JVM needs.
     */
    private static ProcessBuilder builder(Path socket, Path vendors) {
      Path home = Path.of(System.getProperty("java.home"));
      ProcessBuilder builder =
          new ProcessBuilder(
              home.resolve("bin").resolve("java").toString(),
              "--enable-native-access=ALL-UNNAMED",
              "-Xlog:disable",
              "-XX:-UsePerfData",
              "-XX:+UseSerialGC",
              "-XX:+SuppressFatalErrorMessage",
              "-cp",
              classPath(),
              PlatformServer.class.getName(),
              socket.toString());
      Path chaining = home.resolve("lib").resolve("libjsig.so");
      if (Files.exists(chaining)) {
        builder
            .environment()
            .merge("LD_PRELOAD", chaining.toString(), (theirs, ours) -> ours + " " + theirs);
      }
      builder.environment().put("OCL_ICD_VENDORS", vendors + "/");
      builder.environment().remove("OCL_ICD_FILENAMES");
      return builder
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .redirectError(ProcessBuilder.Redirect.DISCARD);
    }

    /** Returns all that this process runs from, be it modules or not. */
    private static String classPath() {
      return Stream.of("java.class.path", "jdk.module.path")
          .map(System::getProperty)
          .filter(path -> path != null && !path.isEmpty())
          .collect(Collectors.joining(File.pathSeparator));
    }

    private static void closeQuietly(ServerSocketChannel door) {
      try {
        door.close();
      } catch (IOException e) {
        return; // it is closed, or will be
      }
    }

    private static BenchException ended(Process process) {
      try {
        if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
          return new BenchException("its process does not answer");
        }
        int status = process.exitValue();
        return new BenchException(
            status > SIGNALLED
                ? "its process crashed (signal " + (status - SIGNALLED) + ")"
                : "its process ended (status " + status + ")");
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return new BenchException("interrupted");
      }
    }

    boolean isAlive() {
      return process.isAlive();
    }

    void ask(Request request) {
      Object unused = fetch(request, from -> "");
    }

    <T> T fetch(Request request, Answer<T> answer) {
      String wrong;
      try {
        request.write(out);
        out.flush();
        wrong = WorkloadCode.text(in);
        if (wrong.isEmpty()) {
          return answer.read(in);
        }
      } catch (IOException e) {
        throw ended(process);
      }
      throw new BenchException(wrong);
    }

    @Override
    public void close() {
      try {
        channel.close();
        if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
          process.destroyForcibly();
        }
        delete(folder);
      } catch (IOException e) {
        process.destroyForcibly();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
