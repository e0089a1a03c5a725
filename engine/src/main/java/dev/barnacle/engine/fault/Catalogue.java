package dev.barnacle.engine.fault;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
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

  private static final String SECTION = "\n[";
  private static final Template EMPTY = Template.of("");

  private final Supplier<InputStream> source;
  private final Access access;
  private final Map<String, Map<String, Template>> sections = new HashMap<>();
  private @Nullable String text;

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
    Map<String, Map<String, Template>> all = new LinkedHashMap<>();
    String whole = text();
    for (int at = whole.indexOf(SECTION); at >= 0; at = whole.indexOf(SECTION, at + 1)) {
      String name = whole.substring(at + SECTION.length(), whole.indexOf(']', at));
      if (all.put(name, section(name)) != null) {
        throw new IllegalArgumentException("twice: " + name);
      }
    }
    return all;
  }

  private String text() {
    if (text == null) {
      try (InputStream in = source.get()) {
        text = "\n" + new String(in.readAllBytes(), StandardCharsets.UTF_8);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return text;
  }

  /** Returns the templates for a class of facts; the others are not looked at. */
  private synchronized Map<String, Template> section(String name) {
    Map<String, Template> known = sections.get(name);
    if (known != null) {
      return known;
    }
    String whole = text();
    String head = SECTION + name + "]";
    int begin = whole.indexOf(head);
    if (begin < 0) {
      throw new IllegalArgumentException("no sentences for " + name);
    }
    int end = whole.indexOf(SECTION, begin + 1);
    String body = whole.substring(begin + head.length(), end < 0 ? whole.length() : end);
    Map<String, Template> read = read(body);
    sections.put(name, read);
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
    return section(name(facts)).getOrDefault(line, EMPTY);
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

  private static Map<String, Template> read(String section) {
    Map<String, String> lines = new LinkedHashMap<>();
    String last = "";
    for (String line : section.split("\n", -1)) {
      if (line.startsWith(" ")) {
        String more = line.strip();
        String before = lines.getOrDefault(last, "");
        lines.put(last, before + (more.startsWith("|") ? "" : " ") + more);
      } else if (!line.isBlank() && !line.startsWith("#")) {
        int colon = line.indexOf(':');
        last = line.substring(0, colon);
        lines.put(last, line.substring(colon + 1).strip());
      }
    }
    Map<String, Template> templates = new LinkedHashMap<>();
    for (Map.Entry<String, String> line : lines.entrySet()) {
      templates.put(line.getKey(), Template.of(line.getValue()));
    }
    return templates;
  }
}
