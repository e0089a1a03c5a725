package dev.barnacle.cli.internal.campaign;

import dev.barnacle.command.input.InputException;
import dev.barnacle.command.input.InputFiles;
import dev.barnacle.command.input.Place;
import dev.barnacle.command.json.Json;
import dev.barnacle.command.json.JsonReader;
import dev.barnacle.store.Blake3Sum;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The tasks of a campaign, in order.
 *
 * @param tasks each with a name of its own
 */
record Plan(List<Task> tasks) {
  private static final int DIGITS = 32;

  Plan {
    tasks = List.copyOf(tasks);
  }

  /**
   * Reads a plan, or makes one of a folder: a check of each program and launch file in it.
   *
   * @throws InputException with its place, if it is none
   */
  static Plan read(Path file) {
    if (Files.isDirectory(file)) {
      return new Plan(new PlanFiles(file).folder("", Place.file(file.toString()), List.of()));
    }
    Json.Obj json = JsonReader.read(file.toString(), InputFiles.readText(file)).asObject();
    json.allowOnly("tasks");
    Path parent = file.getParent();
    PlanFiles files = new PlanFiles(parent == null ? Path.of("") : parent);
    List<Task> tasks = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (Json entry : json.require("tasks").asArray()) {
      for (Task task : new PlanEntry(entry.asObject(), files).tasks()) {
        if (!names.add(task.name())) {
          throw new InputException(
              entry.place(), "a task \"" + task.name() + "\" is there already; give it a \"name\"");
        }
        tasks.add(task);
      }
    }
    if (tasks.isEmpty()) {
      throw new InputException(json.place(), "the plan has no task");
    }
    return new Plan(tasks);
  }

  /** Returns a sum over all tasks, by which a journal knows its plan. */
  String sum() {
    Blake3Sum sum = new Blake3Sum();
    tasks.forEach(task -> sum.add(ResultText.of(task)));
    return sum.hex().substring(0, DIGITS);
  }

  /**
   * Returns the tasks of one of several machines: every so many-th.
   *
   * @param number from 1
   */
  static List<Task> shard(List<Task> tasks, int number, int of) {
    List<Task> part = new ArrayList<>();
    for (int i = number - 1; i < tasks.size(); i += of) {
      part.add(tasks.get(i));
    }
    return part;
  }
}
