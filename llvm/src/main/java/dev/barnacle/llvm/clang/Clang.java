package dev.barnacle.llvm.clang;

import dev.barnacle.llvm.error.LlvmException;
import dev.barnacle.llvm.internal.NativeJars;
import dev.barnacle.llvm.internal.ToolFolder;
import dev.barnacle.store.CacheDirectory;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The {@code clang} and {@code lld} programs that come with LLVM, ready to run.
 *
 * <p>The first use on a machine unpacks them into {@link CacheDirectory} (a second or two);
 * afterwards {@link #locate} only looks whether they are there. LLVM itself is not loaded into this
 * process. Any thread, and any number of processes, may use them at once.
 */
public final class Clang {
  private static volatile @Nullable Clang located;
  private static volatile ProgramRunner runner = new JavaRunner();

  private final Path folder;
  private final ClangServers servers;

  private Clang(Path folder) {
    this.folder = folder;
    // What is installed may be read-only, and is to have nothing in it that nobody put there.
    boolean installed = NativeJars.unpacked().isPresent();
    this.servers =
        new ClangServers(this, installed ? CacheDirectory.get().resolve("clang-server") : folder);
  }

  /** Says what runs programs from now on. */
  public static void runBy(ProgramRunner other) {
    runner = other;
  }

  static ProgramRunner runner() {
    return runner;
  }

  /**
   * The programs in the cache folder, unpacked if need be.
   *
   * @throws LlvmException if they cannot be unpacked
   */
  public static Clang locate() {
    Clang known = located;
    if (known == null) {
      known = in(CacheDirectory.get());
      located = known;
    }
    return known;
  }

  /** The programs below another folder, unpacked if need be. */
  public static Clang in(Path cache) {
    try {
      return new Clang(ToolFolder.prepare(cache));
    } catch (IOException e) {
      throw new LlvmException(
          "cannot unpack clang into "
              + cache
              + " (BARNACLE_CACHE may name another folder): "
              + e.getMessage(),
          e);
    }
  }

  /**
   * Writes the programs, with LLVM and what loads it, into a folder, where a JVM with {@code
   * -Dbarnacle.llvm=FOLDER} takes all from.
   *
   * @throws IOException if it cannot be written
   */
  public static void write(Path folder) throws IOException {
    ToolFolder.write(folder);
  }

  /**
   * The version of the LLVM and clang in use, with that of their packaging, such as {@code
   * 20.1.7-1.5.12}.
   */
  public static String version() {
    return ToolFolder.version();
  }

  /** The clang program. */
  public Path clang() {
    return ToolFolder.program(folder, "clang");
  }

  /** The lld program; its first argument tells which linker to be ({@code -flavor gnu}). */
  public Path lld() {
    return ToolFolder.program(folder, "lld");
  }

  /**
   * The results of a program run.
   *
   * @param status its exit status
   * @param output what it wrote on standard output
   * @param messageBytes what it wrote on standard error
   */
  @SuppressWarnings("ArrayRecordComponent") // handed over, and never compared
  public record Result(int status, byte[] output, byte[] messageBytes) {
    /** Returns what it wrote on standard error, as UTF-8. */
    public String messages() {
      return new String(messageBytes, StandardCharsets.UTF_8);
    }
  }

  /** Runs clang in the current folder; see {@link #run(List, byte[], Path)}. */
  public Result run(List<String> arguments, byte[] input) {
    return run(arguments, input, null);
  }

  /**
   * Runs clang and waits for it; several times in one process is cheaper ({@link ClangServers})
   * when there is no input. An interrupt ends clang.
   *
   * @param arguments its arguments, passed on as they are
   * @param input what it reads from standard input
   * @param directory the folder to run it in, or null for the current one
   * @throws LlvmException if it cannot be started, or was interrupted
   */
  public Result run(List<String> arguments, byte[] input, @Nullable Path directory) {
    List<String> program = List.of(clang().toString());
    if (input.length == 0) {
      Map<String, String> environment = new HashMap<>(System.getenv());
      adapt(environment);
      List<String> command = new ArrayList<>(program);
      command.addAll(arguments);
      Optional<Result> served = servers.run(command, environment, directory);
      if (served.isPresent()) {
        return served.get();
      }
    }
    return run(program, arguments, input, directory);
  }

  /**
   * Runs lld as a linker of ELF files and waits for it. An interrupt ends lld.
   *
   * @param arguments its arguments, passed on as they are
   * @throws LlvmException if it cannot be started, or was interrupted
   */
  public Result link(List<String> arguments) {
    return run(List.of(lld().toString(), "-flavor", "gnu"), arguments, new byte[0], null);
  }

  private Result run(
      List<String> program, List<String> arguments, byte[] input, @Nullable Path directory) {
    List<String> command = new ArrayList<>(program);
    command.addAll(arguments);
    Map<String, String> environment = new HashMap<>(System.getenv());
    adapt(environment);
    try {
      return runner.run(command, environment, input, directory);
    } catch (IOException e) {
      throw new LlvmException("cannot run " + program.getFirst() + ": " + e.getMessage(), e);
    }
  }

  /**
   * Takes out what would change clang's behaviour or its messages, which are parsed, and puts its
   * own libraries before any others.
   */
  private void adapt(Map<String, String> environment) {
    environment.keySet().removeAll(List.of("CPATH", "C_INCLUDE_PATH", "CCC_OVERRIDE_OPTIONS"));
    environment.put("LC_ALL", "C");
    String own = folder.resolve("lib").toString();
    environment.merge(
        "LD_LIBRARY_PATH",
        own,
        (theirs, ours) -> theirs.isEmpty() ? ours : ours + File.pathSeparator + theirs);
  }
}
