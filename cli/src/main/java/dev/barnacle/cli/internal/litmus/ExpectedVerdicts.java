package dev.barnacle.cli.internal.litmus;

import dev.barnacle.command.input.InputException;
import dev.barnacle.command.input.InputFiles;
import dev.barnacle.command.input.Place;
import dev.barnacle.model.Model;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The verdicts that a run is compared with: a CSV file with the columns {@code file} (relative to
 * the CSV file), {@code model}, {@code condition_holds} and {@code race_free}, the last two 1, 0 or
 * empty. The model {@code opencl} stands for {@code opencl-scoped}, as in the published verdicts.
 */
public final class ExpectedVerdicts {
  private final Map<Path, List<Row>> rows = new HashMap<>();
  private final List<InputException> missing = new ArrayList<>();

  private ExpectedVerdicts() {}

  /** One verdict. */
  public record Row(Path file, String model, String conditionHolds, String raceFree) {
    /** Returns the differences of a result; empty when it agrees. */
    public List<String> differences(LitmusResult result) {
      List<String> out = new ArrayList<>();
      compare(out, "condition_holds", conditionHolds, result.conditionHolds());
      compare(out, "race_free", raceFree, result.raceFree());
      return out;
    }

    private static void compare(List<String> out, String name, String expected, boolean found) {
      if (!expected.isEmpty() && expected.equals("1") != found) {
        out.add(name + ": expected " + expected + ", found " + (found ? 1 : 0));
      }
    }
  }

  /** Reads the file. */
  public static ExpectedVerdicts read(Path file) {
    ExpectedVerdicts expectations = new ExpectedVerdicts();
    List<String> lines = InputFiles.readText(file).lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      if (!line.isBlank() && !(i == 0 && line.startsWith("file,"))) {
        expectations.add(file, i + 1, line);
      }
    }
    return expectations;
  }

  private void add(Path csv, int number, String line) {
    String[] cells = line.split(",", -1);
    if (cells.length < 3 || cells.length > 4) {
      throw new InputException(
          new Place(csv.toString(), number, 1),
          "expected file,model,condition_holds,race_free, found "
              + cells.length
              + (cells.length == 1 ? " cell" : " cells"));
    }
    int column = 1;
    for (int k = 0; k < cells.length; k++) {
      String cell = cells[k].strip();
      String wrong = wrong(k, cell);
      if (!wrong.isEmpty()) {
        throw new InputException(new Place(csv.toString(), number, column), wrong);
      }
      column += cells[k].length() + 1;
      cells[k] = cell;
    }
    Path test = csv.resolveSibling(cells[0]).normalize();
    if (!Files.exists(test)) {
      missing.add(
          new InputException(
              new Place(csv.toString(), number, 1), "there is no file '" + test + "'"));
      return;
    }
    rows.computeIfAbsent(key(test), k -> new ArrayList<>())
        .add(new Row(test, modelName(cells[1]), cells[2], cells.length == 4 ? cells[3] : ""));
  }

  /** Returns the mistake in a cell; empty when there is none. */
  private static String wrong(int column, String cell) {
    return switch (column) {
      case 0 -> cell.isEmpty() ? "expected the name of a file" : "";
      case 1 -> Model.SHIPPED.contains(cell) || cell.endsWith(".cat") ? "" : Models.noModel(cell);
      default ->
          cell.isEmpty() || cell.equals("0") || cell.equals("1")
              ? ""
              : "expected 1, 0 or nothing, found '" + cell + "'";
    };
  }

  /** Published verdicts of OpenCL tests are those of the model with scoped SC. */
  private static String modelName(String model) {
    return model.equals("opencl") ? "opencl-scoped" : model;
  }

  private static Path key(Path file) {
    return file.toAbsolutePath().normalize();
  }

  /** The rows of a test. */
  public List<Row> of(Path file) {
    return rows.getOrDefault(key(file), List.of());
  }

  /** An error for each row whose file does not exist. */
  public List<InputException> missing() {
    return missing;
  }
}
