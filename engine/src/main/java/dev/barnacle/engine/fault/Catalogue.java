package dev.barnacle.engine.fault;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The sentences of an engine's facts, read from a text when the first one is asked for. A section
 * is for a class of facts, and begins with its name, {@code [CallFault.Mix]}; its lines are
 * templates ({@link Template}) with names, {@code what: mix is given a weight of {weight}}. A line
 * that begins with blanks continues the one before, behind a blank where it begins with no bar; one
 * that begins with {@code #} is a remark.
 *
 * <p>Holes are named after methods without parameters, as those of records' components are.
 */
public final class Catalogue {
  /** The name of the line that each section has, with the fault in words. */
  public static final String WHAT = "what";

  /** Calls a method of a fact, in the module that the fact is of. */
  @FunctionalInterface
  public interface Access {
    /** Returns what it returns. */
    @Nullable Object get(Method method, Object fact) throws ReflectiveOperationException;
  }

  private static final Template EMPTY = Template.of("");

  private final Supplier<InputStream> source;
  private final Access access;
  private @Nullable Map<String, Map<String, Template>> read;

  /**
   * Makes one.
   *
   * @param source the text, in UTF-8
   */
  public Catalogue(Supplier<InputStream> source, Access access) {
    this.source = source;
    this.access = access;
  }

  /** Returns the name of a class of facts. */
  public static String name(Class<?> facts) {
    return facts.getName().substring(facts.getPackageName().length() + 1).replace('$', '.');
  }

  /** Returns all templates: by the name of the facts, and that of the line. */
  public synchronized Map<String, Map<String, Template>> templates() {
    if (read == null) {
      try (InputStream in = source.get()) {
        read = read(new String(in.readAllBytes(), StandardCharsets.UTF_8));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return read;
  }

  /** Returns what is wrong, as a sentence. */
  public String what(Object fact) {
    return line(fact, WHAT);
  }

  /** Returns a line of a fact's section, filled with its fields; empty where there is none. */
  public String line(Object fact, String line) {
    return template(fact.getClass(), line).fill(path -> value(fact, path));
  }

  /** Returns a line of a class of facts; an empty one where there is none. */
  public Template template(Class<?> facts, String line) {
    Map<String, Template> section = templates().get(name(facts));
    if (section == null) {
      throw new IllegalArgumentException("no sentences for " + facts);
    }
    return section.getOrDefault(line, EMPTY);
  }

  private Object value(Object fact, String path) {
    Object value = fact;
    for (String name : path.split("\\.", -1)) {
      try {
        value = access.get(value.getClass().getMethod(name), value);
      } catch (ReflectiveOperationException e) {
        throw new IllegalArgumentException(path + " of " + fact, e);
      }
      if (value == null) {
        throw new IllegalArgumentException(fact + " has no " + path);
      }
    }
    return value;
  }

  private static Map<String, Map<String, Template>> read(String text) {
    Map<String, Map<String, String>> lines = new LinkedHashMap<>();
    Map<String, String> section = Map.of();
    String last = "";
    for (String line : text.lines().toList()) {
      if (line.startsWith("[")) {
        section = new LinkedHashMap<>();
        if (lines.put(line.substring(1, line.length() - 1), section) != null) {
          throw new IllegalArgumentException("twice: " + line);
        }
      } else if (line.startsWith(" ")) {
        String more = line.strip();
        section.merge(last, more.startsWith("|") ? more : " " + more, String::concat);
      } else if (!line.isBlank() && !line.startsWith("#")) {
        int colon = line.indexOf(':');
        last = line.substring(0, colon);
        section.put(last, line.substring(colon + 1).strip());
      }
    }
    Map<String, Map<String, Template>> all = new LinkedHashMap<>();
    lines.forEach(
        (name, of) -> {
          Map<String, Template> templates = new LinkedHashMap<>();
          of.forEach((line, template) -> templates.put(line, Template.of(template)));
          all.put(name, templates);
        });
    return all;
  }
}
