package dev.barnacle.model.internal.cat;

import dev.barnacle.model.ModelWarning;
import dev.barnacle.model.internal.plan.Check;
import dev.barnacle.model.internal.plan.Term;
import dev.barnacle.model.internal.plan.Terms;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The result of compiling a .cat file. */
public final class CatModel {
  /**
   * A check of the model.
   *
   * @param name its name ({@code as name}), or the text of the check
   * @param fault whether it finds faults and does not restrict consistency
   * @param text the check as it is written
   * @param line where it is written, from 1
   */
  public record Named(
      String name, Check check, boolean fault, String text, String file, int line) {}

  private final Terms terms = new Terms();
  private final List<Named> checks = new ArrayList<>();
  private final Map<String, Term> shows = new LinkedHashMap<>();
  private final Map<String, Term> relations = new LinkedHashMap<>();
  private final List<ModelWarning> warnings = new ArrayList<>();
  private String title = "";

  CatModel() {}

  /** All terms. */
  public Terms terms() {
    return terms;
  }

  /** The checks, in their order. */
  public List<Named> checks() {
    return checks;
  }

  /** The relations that the model asks to be drawn, by name. */
  public Map<String, Term> shows() {
    return shows;
  }

  /** The relations that the file may name at its end, by name. */
  public Map<String, Term> relations() {
    return relations;
  }

  /** Returns what the author of the file may not have meant. */
  public List<ModelWarning> warnings() {
    return warnings;
  }

  /** The title at the head of the file. */
  public String title() {
    return title;
  }

  void title(String title) {
    this.title = title;
  }
}
