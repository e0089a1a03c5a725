package dev.barnacle.cli.internal.compare;

import dev.barnacle.cli.internal.litmus.GraphFiles;
import dev.barnacle.cli.internal.litmus.LitmusResult;
import dev.barnacle.cli.internal.litmus.LitmusRun;
import dev.barnacle.cli.internal.stress.RefusedException;
import dev.barnacle.cli.internal.stress.StressProgram;
import dev.barnacle.cli.internal.stress.StressTest;
import dev.barnacle.command.input.InputFiles;
import dev.barnacle.explore.ComparisonBounds;
import dev.barnacle.explore.Distinction;
import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.ModelComparison;
import dev.barnacle.model.BaseRelation;
import dev.barnacle.model.Model;
import dev.barnacle.model.ModelPair;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Looks for the tests that two models answer differently, size by size. */
public final class CompareRun {
  /**
   * The question of a comparison.
   *
   * @param names the models' names in answers
   * @param openCl whether the tests are in OpenCL C
   * @param size the greatest number of operations
   * @param count after so many differences the search ends
   * @param bounds what tests are looked at
   * @param counted which differences count
   * @param stop when it says true, the search ends
   */
  public record Question(
      List<String> names,
      List<Model> models,
      boolean openCl,
      int size,
      int count,
      ComparisonBounds bounds,
      Counted counted,
      BooleanSupplier stop) {}

  /**
   * The differences that count.
   *
   * @param racy whether tests count in which both models find a fault
   * @param statesOnly whether a fault that one model finds is no difference of its own
   */
  public record Counted(boolean racy, boolean statesOnly) {}

  private final Question question;
  private final Proof proof;
  private final Consumer<Difference> found;
  private int differences;
  private int ofThisSize;
  private int completeTo;
  private long shapes;
  private long executions;

  /**
   * Makes a run.
   *
   * @param found is told of each difference
   */
  public CompareRun(Question question, Consumer<Difference> found) {
    this.question = question;
    this.found = found;
    ModelPair pair = new ModelPair(question.models().get(0), question.models().get(1), 1);
    // A guard makes what it guards depend on the read: a model that heeds this has another program.
    boolean guards = !pair.uses(BaseRelation.CONTROL);
    this.proof =
        new Proof(
            question.names(),
            question.models(),
            question.openCl(),
            guards,
            question.counted().racy(),
            question.counted().statesOnly(),
            question.stop());
  }

  /** Searches every size. */
  public void run() throws ExploreException {
    List<Model> models =
        question.counted().statesOnly()
            ? question.models().stream().map(Model::withoutFaults).toList()
            : question.models();
    ModelComparison comparison =
        new ModelComparison(models.get(0), models.get(1), question.openCl(), question.bounds());
    for (int size = 1; size <= question.size() && !isEnough(); size++) {
      ofThisSize = 0;
      int current = size;
      ModelComparison.Extent extent =
          comparison.compare(size, d -> differ(d, current), this::isEnough);
      shapes += extent.shapes();
      executions += extent.executions();
      completeTo = extent.complete() ? size : completeTo;
    }
  }

  private boolean isEnough() {
    return differences >= question.count() || question.stop().getAsBoolean();
  }

  private ModelComparison.Answer differ(Distinction distinction, int size) throws ExploreException {
    if (isEnough()) {
      return ModelComparison.Answer.SAME;
    }
    String name =
        String.join("-", question.names()).replaceAll("[^A-Za-z0-9+.-]", "_")
            + "-"
            + size
            + "-"
            + (ofThisSize + 1);
    Optional<Difference> difference = proof.of(distinction, name);
    if (difference.isEmpty()) {
      return ModelComparison.Answer.SAME;
    }
    ofThisSize++;
    differences++;
    found.accept(difference.get());
    return difference.get().answers().raceFree()
        ? ModelComparison.Answer.DIFFERENT
        : ModelComparison.Answer.UNDEFINED;
  }

  /** Returns the number of differences that were found. */
  public int differences() {
    return differences;
  }

  /** The greatest size all of whose programs were looked at, or 0. */
  public int completeTo() {
    return completeTo;
  }

  /** Returns a line about the programs that were looked at. */
  public String summary() {
    String count =
        differences == 0
            ? "no difference"
            : differences == 1 ? "1 difference" : differences + " differences";
    String extent = "%d program shapes, %d executions".formatted(shapes, executions);
    if (completeTo == question.size()) {
      return "%s: %s looked at, all of size <= %d".formatted(count, extent, completeTo);
    }
    return "%s: %s looked at, %s"
        .formatted(
            count,
            extent,
            completeTo == 0
                ? "no size completely"
                : "all of size <= " + completeTo + ", not all of size " + (completeTo + 1));
  }

  /** The last object of {@code --json}. */
  public Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("models", question.names());
    json.put("language", question.openCl() ? "OpenCL" : "C");
    json.put("differences", differences);
    json.put("shapes", shapes);
    json.put("executions", executions);
    json.put("complete_to", completeTo);
    json.put("complete", completeTo == question.size());
    return json;
  }

  /**
   * Writes a difference's test to a folder, and the pictures that {@code litmus --graphs} makes of
   * it under both models.
   *
   * @param models the models as {@code litmus --model} takes them
   */
  public static void write(Path folder, Difference difference, List<String> models) {
    InputFiles.access(folder, () -> Files.createDirectories(folder));
    Path file = folder.resolve(difference.name() + ".litmus");
    InputFiles.access(file, () -> Files.writeString(file, difference.program()));
    for (String model : models) {
      LitmusRun run = new LitmusRun(model, false, 0, true);
      for (Callable<LitmusRun.Answer> task : run.tasks(file, null)) {
        LitmusResult result = result(task);
        if (result != null) {
          GraphFiles.write(folder, result);
        }
      }
    }
  }

  /**
   * Writes a difference's test, which is in OpenCL C, to a folder as a C program with its kernel.
   *
   * @return why it is not written; empty where it is
   */
  public static Optional<String> program(Path folder, Difference difference) {
    if (!difference.kind().equals(Difference.STATE)) {
      return Optional.of("the models differ in a fault, and no final state shows one");
    }
    if (!difference.answers().raceFree()) {
      return Optional.of("it has undefined behaviour under both models");
    }
    try {
      StressTest test = StressTest.of(difference.forbidding());
      Path unused = new StressProgram(test, difference.name(), difference.program()).write(folder);
      return Optional.empty();
    } catch (RefusedException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private static @Nullable LitmusResult result(Callable<LitmusRun.Answer> task) {
    try {
      return task.call().result();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
