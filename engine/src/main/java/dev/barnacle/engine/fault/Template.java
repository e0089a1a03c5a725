package dev.barnacle.engine.fault;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A sentence with named holes, which the fields of a fact fill. In braces stands:
 *
 * <ul>
 *   <li>{@code {bytes}}: the field's value; {@code {object.name}} a field of it
 *   <li>{@code {writes?write|read}}: one text or the other, by a field that is true or false
 *   <li>{@code {count#byte|bytes}}: one text for 1, the other for other numbers
 *   <li>{@code {why:LOOP=text|WAIT,TRAP=text|*=text}}: a text by the name of a constant
 * </ul>
 *
 * <p>Texts in braces may have holes again; an empty one at the end may be left out.
 */
public final class Template {
  /** The way that a hole is filled. */
  public enum Use {
    /** By its value. */
    VALUE,
    /** By what is chosen by true or false. */
    TRUTH,
    /** By what is chosen by a number. */
    NUMBER,
    /** By what is chosen by a constant. */
    CONSTANT
  }

  /**
   * A hole.
   *
   * @param path the name of the field, with those of its parts behind points
   * @param choices the texts to choose from; none for a value
   */
  public record Hole(String path, Use use, Map<String, Template> choices) {
    public Hole {
      choices = Map.copyOf(choices);
    }
  }

  private static final String ELSE = "*";

  private final String text;
  private final List<Object> parts; // texts and holes

  private Template(String text, List<Object> parts) {
    this.text = text;
    this.parts = List.copyOf(parts);
  }

  /**
   * Returns the template of a text.
   *
   * @throws IllegalArgumentException if the text is none
   */
  public static Template of(String text) {
    return new TemplateReader(text).read();
  }

  static Template of(String text, List<Object> parts) {
    return new Template(text, parts);
  }

  /**
   * Returns the sentence.
   *
   * @param fields gives the value of a path
   */
  public String fill(Function<String, Object> fields) {
    StringBuilder filled = new StringBuilder();
    fill(fields, filled);
    return filled.toString();
  }

  private void fill(Function<String, Object> fields, StringBuilder filled) {
    for (Object part : parts) {
      if (!(part instanceof Hole hole)) {
        filled.append(part);
      } else if (hole.use() == Use.VALUE) {
        filled.append(fields.apply(hole.path()));
      } else {
        Template chosen = chosen(hole, fields.apply(hole.path()));
        if (chosen == null) {
          throw new IllegalArgumentException("no text for " + hole.path() + " in: " + text);
        }
        chosen.fill(fields, filled);
      }
    }
  }

  private static @Nullable Template chosen(Hole hole, Object value) {
    String key = value instanceof Enum<?> constant ? constant.name() : String.valueOf(value);
    Template chosen = hole.choices().get(key);
    return chosen == null ? hole.choices().get(ELSE) : chosen;
  }

  /** Gives each hole, also of texts that a hole chooses from. */
  public void eachHole(Consumer<Hole> consumer) {
    for (Object part : parts) {
      if (part instanceof Hole hole) {
        consumer.accept(hole);
        hole.choices().values().stream().distinct().forEach(t -> t.eachHole(consumer));
      }
    }
  }

  /** Returns the text that it was made of. */
  @Override
  public String toString() {
    return text;
  }
}
