package dev.barnacle.cli.internal.litmus;

import dev.barnacle.cli.internal.InputException;
import dev.barnacle.cli.internal.InputFiles;
import dev.barnacle.cli.internal.Place;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The verdicts that a run is compared with: a CSV file with the columns {@code file} (relative to
 * the CSV file), {@code model}, {@code condition_holds} and {@code race_free}, the last two 1, 0 or
 * empty.
 */
public record Expectations(List<Row> rows) {
  /** One verdict. */
  public record Row(Path file, String model, String conditionHolds, String raceFree, int line) {
    /** What a result has otherwise; empty when it agrees. */
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
  public static Expectations read(Path file) {
    List<Row> rows = new ArrayList<>();
    List<String> lines = InputFiles.readText(file).lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (line.isEmpty() || (i == 0 && line.startsWith("file,"))) {
        continue;
      }
      String[] cells = line.split(",", -1);
      if (cells.length < 3
          || cells.length > 4
          || !isBit(cells[2])
          || (cells.length == 4 && !isBit(cells[3]))) {
        throw new InputException(
            new Place(file.toString(), i + 1, 1),
            "expected file,model,condition_holds,race_free with verdicts 1, 0 or empty");
      }
      rows.add(
          new Row(
              file.resolveSibling(cells[0]).normalize(),
              modelName(cells[1]),
              cells[2],
              cells.length == 4 ? cells[3] : "",
              i + 1));
    }
    return new Expectations(rows);
  }

  private static boolean isBit(String cell) {
    return cell.isEmpty() || cell.equals("0") || cell.equals("1");
  }

  /** Published verdicts of OpenCL tests are those of the model with scoped SC. */
  private static String modelName(String model) {
    return model.equals("opencl") ? "opencl-scoped" : model;
  }

  /** The rows of a test. */
  public List<Row> of(Path file) {
    Path path = file.toAbsolutePath().normalize();
    return rows.stream().filter(r -> r.file().toAbsolutePath().normalize().equals(path)).toList();
  }
}
