package dev.barnacle.engine.fault;

import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/** Compares a catalogue with the facts that it is for: what the tests of the engines ask for. */
public final class CatalogueCheck {
  private static final String WHOLE = "fault";

  private final Catalogue catalogue;
  private final Map<String, Class<?>> facts = new TreeMap<>();
  private final List<String> mistakes = new ArrayList<>();

  /**
   * Makes one.
   *
   * @param facts records, and sealed interfaces that permit some
   */
  public CatalogueCheck(Catalogue catalogue, List<Class<?>> facts) {
    this.catalogue = catalogue;
    facts.stream().flatMap(CatalogueCheck::records).forEach(c -> add(c));
  }

  private void add(Class<?> record) {
    facts.put(Catalogue.name(record), record);
  }

  private static Stream<Class<?>> records(Class<?> facts) {
    return facts.isSealed()
        ? Arrays.stream(facts.getPermittedSubclasses()).flatMap(CatalogueCheck::records)
        : Stream.of(facts);
  }

  /** Returns the classes of facts, by name. */
  public Map<String, Class<?>> facts() {
    return Map.copyOf(facts);
  }

  /**
   * Returns what is wrong: facts without sentences, and sentences without facts; lines that nobody
   * asks for; holes that no field fills, texts for constants that there are not, and constants
   * without a text. A fact that another one has as its {@code fault} needs no sentence.
   *
   * @param lines the lines that are asked for
   */
  public List<String> mistakes(Set<String> lines) {
    mistakes.clear();
    Set<String> unsaid = new LinkedHashSet<>(facts.keySet());
    unsaid.removeAll(catalogue.templates().keySet());
    for (Class<?> record : facts.values()) {
      for (RecordComponent part : record.getRecordComponents()) {
        if (part.getName().equals(WHOLE)) {
          unsaid.remove(Catalogue.name(part.getType()));
        }
      }
    }
    unsaid.forEach(name -> mistakes.add(name + " has no sentences"));
    catalogue.templates().forEach((name, section) -> check(name, section, lines));
    return List.copyOf(mistakes);
  }

  private void check(String name, Map<String, Template> section, Set<String> lines) {
    Class<?> record = facts.get(name);
    if (record == null) {
      mistakes.add("there is no fact " + name);
      return;
    }
    if (!section.containsKey(Catalogue.WHAT)) {
      mistakes.add(name + " does not say what is wrong");
    }
    section.forEach(
        (line, template) -> {
          if (!lines.contains(line)) {
            mistakes.add(name + ": nobody asks for " + line);
          }
          template.eachHole(hole -> check(name + ", " + line, record, hole));
        });
  }

  private void check(String where, Class<?> record, Template.Hole hole) {
    Class<?> type = record;
    for (String name : hole.path().split("\\.", -1)) {
      try {
        Method method = type.getMethod(name);
        type = method.getReturnType();
      } catch (NoSuchMethodException e) {
        mistakes.add(where + ": no field " + hole.path());
        return;
      }
    }
    Class<?> found = type;
    boolean fits =
        switch (hole.use()) {
          case VALUE -> type != void.class;
          case TRUTH -> type == boolean.class;
          case NUMBER -> type == int.class || type == long.class;
          case CONSTANT -> type.isEnum() && isWhole(type, hole.choices().keySet());
        };
    if (!fits) {
      mistakes.add(where + ": " + hole.path() + " is of " + found + ": " + hole.choices().keySet());
    }
  }

  private static boolean isWhole(Class<?> type, Set<String> chosen) {
    Function<Object, String> name = constant -> ((Enum<?>) constant).name();
    Set<String> left = new LinkedHashSet<>();
    Arrays.stream(type.getEnumConstants()).map(name).forEach(left::add);
    boolean others = chosen.contains("*");
    Set<String> unknown = new LinkedHashSet<>(chosen);
    unknown.remove("*");
    boolean known = left.containsAll(unknown);
    left.removeAll(unknown);
    return known && others != left.isEmpty();
  }
}
