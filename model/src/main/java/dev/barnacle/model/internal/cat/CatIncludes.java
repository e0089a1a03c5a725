package dev.barnacle.model.internal.cat;

import dev.barnacle.model.Model;
import dev.barnacle.model.ModelException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The names that a model has when it includes one of the shipped files that are made for that. */
public final class CatIncludes {
  /** The files that others include, the simplest first. */
  public static final List<String> FILES =
      List.of(
          "cos.cat", "filters.cat", "cross.cat", "fences.cat", "c11-base.cat", "opencl-base.cat");

  /** The names of cos.cat that need no include. */
  static final Set<String> COHERENCE = Set.of("co", "coi", "coe", "fr", "fri", "fre");

  private CatIncludes() {}

  /** Returns the names that a file binds for who includes it, in its order. */
  public static List<String> names(String file) {
    String text = Model.shippedText(file.replaceFirst("\\.cat$", ""));
    List<String> names = new ArrayList<>();
    try {
      for (CatParser.InstructionContext instruction : CatReader.read(file, text).instruction()) {
        switch (instruction) {
          case CatParser.LetInstructionContext let ->
              let.binding().forEach(binding -> names.add(name(binding)));
          case CatParser.WithInstructionContext with -> names.add(with.NAME().getText());
          case CatParser.ProcedureInstructionContext procedure ->
              names.add(procedure.NAME().getText());
          case CatParser.IncludeInstructionContext include ->
              names.addAll(names(include.STRING().getText().replace("\"", "")));
          default -> {}
        }
      }
    } catch (ModelException e) {
      throw new IllegalStateException(e.diagnostic(), e);
    }
    return names;
  }

  private static String name(CatParser.BindingContext binding) {
    return switch (binding) {
      case CatParser.FunctionBindingContext f -> f.NAME().getText();
      case CatParser.UnaryFunctionBindingContext f -> f.NAME().getText();
      case CatParser.ValueBindingContext v -> v.formals().getText();
      default -> "";
    };
  }

  /** Says which file defines a name; empty where none does. */
  static String hint(String name) {
    List<String> files = FILES.stream().filter(file -> names(file).contains(name)).toList();
    return files.isEmpty()
        ? ""
        : files.stream()
            .map(file -> "include \"" + file + "\"")
            .collect(
                Collectors.joining(" or ", "; ", files.size() == 1 ? " defines it" : " define it"));
  }
}
