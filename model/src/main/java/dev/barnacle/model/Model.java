package dev.barnacle.model;

import dev.barnacle.model.internal.cat.CatCompiler;
import dev.barnacle.model.internal.cat.CatModel;
import dev.barnacle.model.internal.plan.AcyclicOrders;
import dev.barnacle.model.internal.plan.Check;
import dev.barnacle.model.internal.plan.EvaluationPlan;
import dev.barnacle.model.internal.plan.Term;
import dev.barnacle.model.internal.plan.Terms;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A memory model: the axioms of a .cat file, compiled. Models are immutable and shared freely. */
public final class Model {
  /** The models that Barnacle ships, by name. */
  public static final List<String> SHIPPED =
      List.of(
          "c11",
          "c11-original",
          "opencl",
          "opencl-scoped",
          "opencl-3.1",
          "sc",
          "rc11",
          "tso",
          "ptx",
          "vulkan");

  /** Included files whose functions Barnacle has itself: another tool's copies are not read. */
  private static final Set<String> BUILT_IN = Set.of("stdlib.cat", "cross.cat");

  private final String name;
  private final CatModel compiled;
  private final List<Axiom> axioms;
  private final List<Axiom> faults;
  private final List<Check> checks;
  private final List<Check> faultChecks;
  private final List<Ordering> globalOrderings;
  private final List<Ordering> localOrderings;
  private final Map<String, Term> shows;

  private Model(String name, CatModel compiled) {
    this(name, compiled, compiled.checks());
  }

  private Model(String name, CatModel compiled, List<CatModel.Named> named) {
    this.name = name;
    this.compiled = compiled;
    List<Axiom> axiomList = new ArrayList<>();
    List<Axiom> faultList = new ArrayList<>();
    List<Check> checkList = new ArrayList<>();
    List<Check> faultCheckList = new ArrayList<>();
    for (CatModel.Named c : named) {
      Axiom axiom = new Axiom(c.name(), c.fault(), c.text(), c.file(), c.line());
      (c.fault() ? faultList : axiomList).add(axiom);
      (c.fault() ? faultCheckList : checkList).add(c.check());
    }
    axioms = List.copyOf(axiomList);
    faults = List.copyOf(faultList);
    checks = List.copyOf(checkList);
    faultChecks = List.copyOf(faultCheckList);
    globalOrderings = orderings(BaseSet.GLOBAL);
    localOrderings = orderings(BaseSet.LOCAL);
    shows = compiled.shows();
  }

  /** A model that asks for more to be drawn. */
  private Model(Model whole, Map<String, Term> shows) {
    name = whole.name;
    compiled = whole.compiled;
    axioms = whole.axioms;
    faults = whole.faults;
    checks = whole.checks;
    faultChecks = whole.faultChecks;
    globalOrderings = whole.globalOrderings;
    localOrderings = whole.localOrderings;
    this.shows = shows;
  }

  /** A model of one check. */
  private Model(Model whole, Check check) {
    name = whole.name;
    compiled = whole.compiled;
    shows = Map.of();
    axioms = List.of(new Axiom(name, false, name, name, 1));
    faults = List.of();
    checks = List.of(check);
    faultChecks = List.of();
    globalOrderings = List.of();
    localOrderings = List.of();
  }

  private List<Ordering> orderings(BaseSet region) {
    AcyclicOrders orders = new AcyclicOrders(compiled.terms(), checks);
    List<Ordering> found = new ArrayList<>();
    for (Term order : orders.within(region)) {
      found.add(
          new Ordering(
              new Model(this, orders.neverAfterSource(order)),
              orders.ordersNonAtomicReads(order, region)));
    }
    return List.copyOf(found);
  }

  /**
   * A model that Barnacle ships.
   *
   * @param name one of {@link #SHIPPED}
   */
  public static Model shipped(String name) {
    if (!SHIPPED.contains(name)) {
      throw new IllegalArgumentException("there is no shipped model '" + name + "': " + SHIPPED);
    }
    try {
      String text = resource(name + ".cat");
      if (text == null) {
        throw new IllegalStateException(name + ".cat is missing");
      }
      return parse(name, name + ".cat", text);
    } catch (ModelException e) {
      throw new IllegalStateException(e.diagnostic(), e);
    }
  }

  /** Returns what the model's author may not have meant, but changes no verdict. */
  public List<ModelWarning> warnings() {
    return List.copyOf(compiled.warnings());
  }

  /** The name of the shipped model that a misspelt one was probably meant to be. */
  public static Optional<String> nearest(String name) {
    return Optional.ofNullable(Nearest.to(name, SHIPPED));
  }

  /** The text of a model that Barnacle ships. */
  public static String shippedText(String name) {
    String text = resource(name + ".cat");
    if (text == null) {
      throw new IllegalArgumentException("there is no shipped model '" + name + "'");
    }
    return text;
  }

  /**
   * Reads a .cat file, after the .bell file of the same name beside it, if there is one; what it
   * includes is looked for beside it and then among what is shipped.
   */
  public static Model read(Path file) throws IOException, ModelException {
    String text = Files.readString(file);
    String fileName = String.valueOf(file.getFileName());
    String name =
        fileName.endsWith(".cat") ? fileName.substring(0, fileName.length() - 4) : fileName;
    Path bell = file.resolveSibling(name + ".bell");
    CatModel compiled =
        CatCompiler.compile(
            file.toString(),
            text,
            Files.isRegularFile(bell) ? name + ".bell" : null,
            include -> {
              if (BUILT_IN.contains(include)) {
                return resource(include);
              }
              Path beside = file.resolveSibling(include);
              return Files.isRegularFile(beside) ? Files.readString(beside) : resource(include);
            });
    return new Model(name, compiled);
  }

  /**
   * Compiles the text of a model; it can include only files that are shipped.
   *
   * @param name the model's name
   * @param file the name for error messages
   */
  public static Model parse(String name, String file, String text) throws ModelException {
    return new Model(name, CatCompiler.compile(file, text, null, Model::resource));
  }

  private static @Nullable String resource(String name) {
    if (name.contains("/") || name.contains("\\")) {
      return null;
    }
    try (InputStream in = Model.class.getResourceAsStream(name)) {
      return in == null ? null : new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The model without its axioms and faults: every candidate execution is consistent, with every
   * order that the model generates.
   */
  public Model unconstrained() {
    return new Model(name, compiled, List.of());
  }

  /** Returns the model without its faults. */
  public Model withoutFaults() {
    List<CatModel.Named> kept = compiled.checks().stream().filter(c -> !c.fault()).toList();
    return new Model(name, compiled, kept);
  }

  /** The axioms, compiled. */
  List<Check> checks() {
    return checks;
  }

  /** The faults, compiled. */
  List<Check> faultChecks() {
    return faultChecks;
  }

  /** The terms of which they are. */
  Terms terms() {
    return compiled.terms();
  }

  /** The model's name. */
  public String name() {
    return name;
  }

  /** The title at the head of the model's file; may be empty. */
  public String title() {
    return compiled.title();
  }

  /** Returns the conditions that a consistent execution satisfies, in the file's order. */
  public List<Axiom> axioms() {
    return axioms;
  }

  /** Returns the conditions that make a consistent execution faulty, in the file's order. */
  public List<Axiom> faults() {
    return faults;
  }

  /** The names of the relations and sets that the model asks to be drawn. */
  public List<String> shown() {
    return List.copyOf(shows.keySet());
  }

  /** The names of the relations that the model has: base ones, and those that it defines. */
  public Set<String> relations() {
    return Collections.unmodifiableSet(compiled.relations().keySet());
  }

  /**
   * The model with more relations to be drawn.
   *
   * @param names some of {@link #relations}
   */
  public Model showing(List<String> names) {
    Map<String, Term> more = new LinkedHashMap<>(shows);
    for (String relation : names) {
      Term term = compiled.relations().get(relation);
      if (term == null) {
        throw new IllegalArgumentException("the model has no relation '" + relation + "'");
      }
      more.put(relation, term);
    }
    return new Model(this, more);
  }

  /** Returns whether an axiom says that sequenced-before and reads-from have no cycle. */
  public boolean forbidsSbRfCycles() {
    return checks.stream().anyMatch(compiled.terms()::forbidsSbRfCycles);
  }

  /**
   * A relation of which, together with sequenced-before between accesses of one region, no
   * consistent execution has a cycle.
   *
   * @param neverAfterSource a model with which an execution is consistent unless a read comes in
   *     the relation after what it reads from
   * @param nonAtomicReads whether every read of a non-atomic location comes in the relation after
   *     what it reads from
   */
  public record Ordering(Model neverAfterSource, boolean nonAtomicReads) {}

  /**
   * Returns what the model orders, as far as the shape of its axioms shows.
   *
   * @param local whether between accesses of local memory, and not of global memory
   */
  public List<Ordering> orderings(boolean local) {
    return local ? localOrderings : globalOrderings;
  }

  /** Compiles the model's checks for an execution, with all that evaluating them needs. */
  public Evaluator evaluator(Execution execution) {
    return new Evaluator(
        execution,
        axioms,
        new EvaluationPlan(
            execution, compiled.terms(), checks, faultChecks, List.copyOf(shows.values())));
  }
}
