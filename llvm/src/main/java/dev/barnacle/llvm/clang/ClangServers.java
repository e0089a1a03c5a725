package dev.barnacle.llvm.clang;

import dev.barnacle.llvm.error.LlvmException;
import dev.barnacle.store.Blake3Sum;
import dev.barnacle.store.CacheDirectory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The {@link ClangServer}s of this process, as many as threads compile at once. The first
 * compilation of a process is not worth one; where there can't be one (other systems than Linux, a
 * cache folder without permission to execute) every compilation is a process of its own.
 */
final class ClangServers {
  private static final String SOURCE = "clang-server.c";

  /** A path of a socket must be short, and what is mapped from a file must be whole. */
  private static final int NAME_DIGITS = 16;

  private final Clang clang;
  private final Path folder;
  private final Deque<ClangServer> idle = new ConcurrentLinkedDeque<>();
  private final AtomicBoolean used = new AtomicBoolean();
  private volatile boolean impossible;
  private @Nullable Path library;

  ClangServers(Clang clang, Path folder) {
    this.clang = clang;
    this.folder = folder;
  }

  /**
   * Runs clang with nothing on standard input.
   *
   * @param command clang and its arguments
   * @return empty if it must be run as a process
   */
  Optional<Clang.Result> run(
      List<String> command, Map<String, String> environment, @Nullable Path directory) {
    if (impossible || !used.getAndSet(true)) {
      return Optional.empty();
    }
    ClangServer server = idle.pollFirst();
    try {
      if (server == null) {
        server = start(environment);
        if (server == null) {
          return Optional.empty();
        }
      }
      // The program that we are loaded into may have changed its folder, which Java does not know.
      Path place = directory == null ? Path.of("/proc/self/cwd").toRealPath() : directory;
      Clang.Result result = server.run(command, place.toAbsolutePath());
      idle.addFirst(server);
      return Optional.of(result);
    } catch (ClosedByInterruptException e) {
      throw new LlvmException("interrupted while clang ran", e);
    } catch (IOException e) {
      // It was idle for too long, or was killed.
      close(server);
      return Optional.empty();
    }
  }

  private static void close(@Nullable ClangServer server) {
    if (server != null) {
      try {
        server.close();
      } catch (IOException e) {
        throw new LlvmException("closing the connection to clang", e);
      }
    }
  }

  private @Nullable ClangServer start(Map<String, String> environment)
      throws ClosedByInterruptException {
    try {
      return ClangServer.start(clang.clang(), environment, library());
    } catch (ClosedByInterruptException e) {
      throw e; // there may be one the next time
    } catch (IOException | UnsupportedOperationException e) {
      impossible = true;
      return null;
    }
  }

  private synchronized Path library() throws IOException {
    Path known = library;
    if (known == null) {
      String source = source();
      List<String> options =
          NativeC.options(NativeC.target().orElseThrow(() -> new IOException("only on Linux")));
      String sum = new Blake3Sum().add(source + options).hex().substring(0, NAME_DIGITS);
      known = folder.resolve("lib").resolve("clang-server-" + sum + ".so");
      if (!Files.exists(known)) {
        CacheDirectory.write(known, compile(source, options));
      }
      library = known;
    }
    return known;
  }

  private static String source() throws IOException {
    try (InputStream in = ClangServers.class.getResourceAsStream(SOURCE)) {
      if (in == null) {
        throw new IllegalStateException(
            SOURCE + " is missing"); // else programs build slowly, unseen
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private byte[] compile(String source, List<String> options) throws IOException {
    Path work = CacheDirectory.workFolder();
    Path object = work.resolve("server.o");
    Path linked = work.resolve("server.so");
    try {
      List<String> arguments = new ArrayList<>(options);
      arguments.addAll(List.of("-c", "-x", "c", "-", "-o", object.toString()));
      check(clang.run(arguments, source.getBytes(StandardCharsets.UTF_8)));
      check(
          clang.link(List.of("-shared", "-z", "now", object.toString(), "-o", linked.toString())));
      return Files.readAllBytes(linked);
    } finally {
      Files.deleteIfExists(object);
      Files.deleteIfExists(linked);
      Files.delete(work);
    }
  }

  private static void check(Clang.Result result) throws IOException {
    if (result.status() != 0) {
      throw new IOException(SOURCE + " does not compile: " + result.messages());
    }
  }
}
