package dev.barnacle.spark;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;

/**
 * A process on an executor's machine, {@code barnacle campaign --serve}, that does one task after
 * the other, in workers of its own with their limits. It stays for tasks to come, and ends with the
 * executor.
 */
final class TaskServer {
  /** The beginning of the line that has a task's result. */
  static final String DONE = "done ";

  private static final String READY = "ready ";
  private static final String NOTE = "note ";
  private static final String FAILED = "failed ";

  /** Stands for the command that this machine has. */
  private static final String OWN = "-";

  private static final String COMMAND = "BARNACLE_COMMAND";

  /** Servers that have no task now. */
  private static final Map<Settings, ConcurrentLinkedQueue<TaskServer>> FREE =
      new ConcurrentHashMap<>();

  private final Process process;
  private final OutputStream tasks;
  private final BufferedReader answers;

  /**
   * The settings that tasks are done with.
   *
   * @param version of Barnacle
   * @param folder where the campaign was begun, to which names of files are relative
   * @param deadline the time, of {@link System#currentTimeMillis}, from which on none is begun
   * @param command with its options
   */
  record Settings(String version, String folder, long deadline, List<String> command)
      implements Serializable {
    Settings {
      command = new ArrayList<>(command); // parts of lists can't be serialised
    }
  }

  private TaskServer(Process process) {
    this.process = process;
    this.tasks = process.getOutputStream();
    this.answers =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /**
   * Does a task.
   *
   * @return what was said of it, a line each; nothing where time is up
   * @throws TaskException if that can't be done, on this machine or now
   */
  static List<String> done(Settings settings, String task) {
    if (System.currentTimeMillis() >= settings.deadline()) {
      return new ArrayList<>();
    }
    ConcurrentLinkedQueue<TaskServer> free =
        FREE.computeIfAbsent(settings, any -> new ConcurrentLinkedQueue<>());
    TaskServer server = free.poll();
    try {
      if (server == null || !server.process.isAlive()) {
        server = start(settings);
      }
      List<String> lines = server.ask(task);
      free.add(server);
      return lines;
    } catch (IOException e) {
      if (server != null) {
        server.process.destroyForcibly();
      }
      throw new TaskException("the process that does tasks has ended: " + e.getMessage());
    }
  }

  private static TaskServer start(Settings settings) throws IOException {
    Path folder = Path.of(settings.folder());
    if (!Files.isDirectory(folder)) {
      throw new TaskException(
          folder + ": this machine has no such folder, where the campaign was begun");
    }
    List<String> command = new ArrayList<>(settings.command());
    command.set(0, program(command.getFirst()));
    TaskServer server = new TaskServer(started(command, folder));
    String ready = server.line();
    if (!ready.equals(READY + settings.version())) {
      server.process.destroyForcibly();
      throw new TaskException(
          command.getFirst()
              + " is of another version of Barnacle: \""
              + ready
              + "\", not "
              + settings.version());
    }
    return server;
  }

  private static Process started(List<String> command, Path folder) {
    try {
      return new ProcessBuilder(command)
          .directory(folder.toFile())
          .redirectError(ProcessBuilder.Redirect.INHERIT)
          .start();
    } catch (IOException e) {
      throw new TaskException("Barnacle cannot be started: " + e.getMessage());
    }
  }

  /** Returns the command of a name, which may be that of the folder that it is in. */
  private static String program(String named) {
    Path path = Path.of(named.equals(OWN) ? own() : named);
    return Stream.of(path.resolve("bin").resolve("barnacle"), path.resolve("barnacle"), path)
        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
        .findFirst()
        .orElseThrow(() -> new TaskException(path + ": this machine has no such command"))
        .toAbsolutePath()
        .toString();
  }

  private static String own() {
    String named = System.getenv(COMMAND);
    if (named != null && !named.isEmpty()) {
      return named;
    }
    Optional<Path> found =
        Stream.of(String.valueOf(System.getenv("PATH")).split(File.pathSeparator, -1))
            .map(folder -> Path.of(folder, "barnacle"))
            .filter(Files::isExecutable)
            .findFirst();
    return found
        .orElseThrow(
            () ->
                new TaskException(
                    "this machine has no barnacle on its PATH: install it, or name it by "
                        + COMMAND
                        + " or --spark-barnacle"))
        .toString();
  }

  private List<String> ask(String task) throws IOException {
    tasks.write((task + "\n").getBytes(StandardCharsets.UTF_8));
    tasks.flush();
    List<String> lines = new ArrayList<>();
    String line = line();
    while (line.startsWith(NOTE)) {
      lines.add(line);
      line = line();
    }
    if (!line.startsWith(DONE)) {
      process.destroyForcibly();
      throw new TaskException(line.startsWith(FAILED) ? line.substring(FAILED.length()) : line);
    }
    lines.add(line);
    return lines;
  }

  private String line() throws IOException {
    String line = answers.readLine();
    if (line == null) {
      throw new IOException("no answer");
    }
    return line;
  }
}
