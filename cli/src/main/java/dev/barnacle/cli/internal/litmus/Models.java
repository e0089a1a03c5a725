package dev.barnacle.cli.internal.litmus;

import dev.barnacle.command.input.InputException;
import dev.barnacle.command.input.InputFiles;
import dev.barnacle.command.input.Place;
import dev.barnacle.frontend.Diagnostic;
import dev.barnacle.model.Model;
import dev.barnacle.model.ModelException;
import dev.barnacle.model.Nearest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Finds the memory models that a user names: shipped ones and .cat files. */
public final class Models {
  private Models() {}

  /**
   * The model of a name.
   *
   * @param name the name of a shipped model or the path of a .cat file
   * @throws InputException if there is none, or if it has a mistake
   */
  public static Model load(String name) {
    if (Model.SHIPPED.contains(name)) {
      return Model.shipped(name);
    }
    if (!name.toLowerCase(Locale.ROOT).endsWith(".cat")) {
      throw new InputException(noModel(name));
    }
    Path file = Path.of(name);
    if (Files.isDirectory(file)) {
      throw new InputException(Place.file(name), "is a directory");
    }
    return InputFiles.access(file, () -> read(file));
  }

  /**
   * Returns a model that has more relations drawn.
   *
   * @throws InputException if it has not one of them
   */
  public static Model showing(Model model, List<String> relations) {
    for (String name : relations) {
      if (!model.relations().contains(name)) {
        throw new InputException(
            "--show: the model "
                + model.name()
                + " has no relation '"
                + name
                + "'"
                + Nearest.question(name, model.relations()));
      }
    }
    return relations.isEmpty() ? model : model.showing(relations);
  }

  private static Model read(Path file) throws IOException {
    try {
      return Model.read(file);
    } catch (ModelException e) {
      throw new InputException(
          new Place(e.file(), e.line(), e.column()), String.valueOf(e.getMessage()));
    }
  }

  /** Returns the likely mistakes in a model. */
  public static List<Diagnostic> warnings(Model model) {
    return model.warnings().stream()
        .map(
            w ->
                new Diagnostic(
                    Diagnostic.Severity.WARNING, w.file(), w.line(), w.column(), w.message()))
        .toList();
  }

  /** The name of a model in answers: that of a .cat file is without its folder and ending. */
  public static String shortName(String name) {
    return name.endsWith(".cat")
        ? String.valueOf(Path.of(name).getFileName()).replaceFirst("\\.cat$", "")
        : name;
  }

  /** Returns the message for a name that is not a model's. */
  static String noModel(String name) {
    return "there is no model '"
        + name
        + "'"
        + Model.nearest(name).map(n -> "; did you mean '" + n + "'?").orElse("")
        + " (expected "
        + String.join(", ", Model.SHIPPED)
        + " or a .cat file)";
  }
}
