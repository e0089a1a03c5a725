package dev.barnacle.cli.internal.campaign;

import dev.barnacle.cl.Platform;
import dev.barnacle.command.input.InputException;
import dev.barnacle.command.input.InputFiles;
import dev.barnacle.command.input.Place;
import dev.barnacle.command.json.Json;
import dev.barnacle.command.json.JsonLine;
import dev.barnacle.command.json.JsonReader;
import dev.barnacle.store.Blake3Sum;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The finished tasks of a campaign, in a file of a folder. The first line names their plan and
 * version; a line for each task follows, with a sum over it. Lines are only ever added. The last
 * one may be torn, where the process ended while it was written. It counts for nothing, and the
 * task is done again. Any other line that is not as it was written is an error. A task that was
 * slow may have another line, of when it had more time.
 */
final class Journal implements AutoCloseable {
  private static final String FILE = "journal.jsonl";
  private static final String SUM = ",\"sum\":\"";
  private static final int DIGITS = 32;

  private final Path file;
  private final FileChannel channel;

  private Journal(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * The contents of a journal.
   *
   * @param results by the tasks' names
   * @param end how many bytes of the file are whole lines
   */
  private record Contents(Map<String, TaskResult> results, long end) {}

  /**
   * Opens the journal of a folder to add to it, and makes both where they are not there.
   *
   * @param results gets what is there
   * @throws InputException if it is of another plan or version, is damaged, or another process adds
   *     to it
   */
  static Journal open(Path folder, Plan plan, Map<String, TaskResult> results) {
    Path file = folder.resolve(FILE);
    return InputFiles.access(
        file,
        () -> {
          Files.createDirectories(folder);
          FileChannel channel =
              FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          try {
            lock(channel, file);
            Contents contents = read(file, plan);
            results.putAll(contents.results());
            channel.truncate(contents.end());
            channel.position(contents.end());
            Journal journal = new Journal(file, channel);
            if (contents.end() == 0) {
              journal.write(header(plan));
            }
            return journal;
          } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
          }
        });
  }

  @SuppressWarnings("UnusedVariable") // the lock lasts until the channel is closed
  private static void lock(FileChannel channel, Path file) throws IOException {
    @Nullable FileLock lock;
    try {
      lock = channel.tryLock();
    } catch (OverlappingFileLockException e) {
      lock = null;
    }
    if (lock == null) {
      throw new InputException(Place.file(file.toString()), "another campaign adds to it");
    }
  }

  /**
   * Returns what the journal of a folder has.
   *
   * @throws InputException if there is none, or it is of another plan or version, or is damaged
   */
  static Map<String, TaskResult> results(Path folder, Plan plan) {
    Path file = folder.resolve(FILE);
    return InputFiles.access(file, () -> read(file, plan)).results();
  }

  private static Contents read(Path file, Plan plan) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    Map<String, TaskResult> results = new LinkedHashMap<>();
    int start = 0;
    int number = 1;
    for (int end = next(bytes, start); end >= 0; end = next(bytes, start)) {
      String line = new String(bytes, start, end - start, StandardCharsets.UTF_8);
      Place place = new Place(file.toString(), number, 1);
      if (!isWhole(line)) {
        if (end == bytes.length - 1) {
          break;
        }
        throw new InputException(place, "the line is not as it was written");
      }
      if (number == 1) {
        header(line, place, plan);
      } else {
        Json.Obj json = JsonReader.read(file.toString(), line).asObject();
        results.merge(
            json.require("task").asText(),
            ResultText.result(json.require("result").asObject()),
            (first, next) -> first.yieldsTo(next) ? next : first);
      }
      start = end + 1;
      number++;
    }
    return new Contents(results, start);
  }

  private static int next(byte[] bytes, int start) {
    for (int i = start; i < bytes.length; i++) {
      if (bytes[i] == '\n') {
        return i;
      }
    }
    return -1;
  }

  private static boolean isWhole(String line) {
    int at = line.lastIndexOf(SUM);
    return at >= 0 && line.equals(summed(line.substring(0, at)));
  }

  private static String summed(String start) {
    return start + SUM + new Blake3Sum().add(start).hex().substring(0, DIGITS) + "\"}";
  }

  private static String header(Plan plan) {
    return "{\"plan\":"
        + JsonLine.of(plan.sum())
        + ",\"version\":"
        + JsonLine.of(Platform.release());
  }

  private static void header(String line, Place place, Plan plan) {
    if (line.equals(summed(header(plan)))) {
      return;
    }
    Json.Obj json = JsonReader.read(place.file(), line).asObject();
    String version = json.require("version").asText();
    throw new InputException(
        place,
        version.equals(Platform.release())
            ? "the journal is of another plan"
            : "the journal is of version " + version);
  }

  /** Adds a result; it lasts when this returns. */
  synchronized void add(Task task, TaskResult result) {
    String start = "{\"task\":" + JsonLine.of(task.name()) + ",\"result\":" + ResultText.of(result);
    Object unused =
        InputFiles.access(
            file,
            () -> {
              write(start);
              return start;
            });
  }

  private void write(String start) throws IOException {
    ByteBuffer line = ByteBuffer.wrap((summed(start) + "\n").getBytes(StandardCharsets.UTF_8));
    while (line.hasRemaining()) {
      int unused = channel.write(line);
    }
    channel.force(false);
  }

  @Override
  public void close() {
    Object unused =
        InputFiles.access(
            file,
            () -> {
              channel.close();
              return file;
            });
  }
}
