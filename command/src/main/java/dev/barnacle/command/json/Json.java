package dev.barnacle.command.json;

import dev.barnacle.command.input.InputException;
import dev.barnacle.command.input.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A JSON value that knows its place in the file, so that every error can name it. */
public sealed interface Json {
  /** Returns where it begins. */
  Place place();

  /** Returns what kind of value it is, for messages. */
  String kind();

  /** An object; its members in order. */
  record Obj(Place place, Map<String, Json> members) implements Json {
    @Override
    public String kind() {
      return "an object";
    }

    /** Returns a member; null where it is missing or null. */
    public @Nullable Json get(String key) {
      Json member = members.get(key);
      return member instanceof Null ? null : member;
    }

    /** Returns a member that must be there. */
    public Json require(String key) {
      Json member = get(key);
      if (member == null) {
        throw new InputException(place, "\"" + key + "\" is missing");
      }
      return member;
    }

    /** Fails for a member of any other name. */
    public void allowOnly(String... keys) {
      Set<String> allowed = Set.of(keys);
      members.forEach(
          (key, value) -> {
            if (!allowed.contains(key)) {
              throw new InputException(
                  value.place(),
                  "\"" + key + "\" is unknown here; known are " + String.join(", ", keys));
            }
          });
    }
  }

  /** An array. */
  record Array(Place place, List<Json> elements) implements Json {
    @Override
    public String kind() {
      return "an array";
    }
  }

  /** A string. */
  record Text(Place place, String text) implements Json {
    @Override
    public String kind() {
      return "a string";
    }
  }

  /** A number as it is written. */
  record Num(Place place, String literal) implements Json {
    @Override
    public String kind() {
      return "a number";
    }
  }

  /** {@code true} or {@code false}. */
  record Bool(Place place, boolean value) implements Json {
    @Override
    public String kind() {
      return String.valueOf(value);
    }
  }

  /** {@code null}. */
  record Null(Place place) implements Json {
    @Override
    public String kind() {
      return "null";
    }
  }

  /** Returns the members of an object, or fails. */
  default Obj asObject() {
    if (this instanceof Obj object) {
      return object;
    }
    throw wrong("an object");
  }

  /** Returns the elements of an array, or fails. */
  default List<Json> asArray() {
    if (this instanceof Array array) {
      return array.elements();
    }
    throw wrong("an array");
  }

  /** Returns a string, or fails. */
  default String asText() {
    if (this instanceof Text text) {
      return text.text();
    }
    throw wrong("a string");
  }

  /** Returns a whole number that fits 64 bits, or fails. */
  default long asLong() {
    if (this instanceof Num number) {
      try {
        return Long.parseLong(number.literal());
      } catch (NumberFormatException e) {
        throw new InputException(place(), number.literal() + " is no whole number of 64 bits");
      }
    }
    throw wrong("a whole number");
  }

  /** Returns whole numbers, or fails. */
  default List<Long> asLongs() {
    List<Long> values = new ArrayList<>();
    for (Json element : asArray()) {
      values.add(element.asLong());
    }
    return values;
  }

  private InputException wrong(String expected) {
    return new InputException(place(), "expected " + expected + ", not " + kind());
  }
}
