package dev.barnacle.cli.internal.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.barnacle.cli.internal.InputException;
import dev.barnacle.cli.internal.Place;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads JSON with the places of its values. */
public final class JsonReader {
  private final String file;
  private final JsonParser parser;

  private JsonReader(String file, JsonParser parser) {
    this.file = file;
    this.parser = parser;
  }

  /**
   * Reads one JSON value.
   *
   * @param file the name for messages
   * @throws InputException with its place, if the text isn't one JSON value
   */
  public static Json read(String file, String text) {
    return PlainJson.read(file, text).orElseGet(() -> parse(file, text));
  }

  /** Reads it with Jackson, whatever it is. */
  static Json parse(String file, String text) {
    try (JsonParser parser = new JsonFactory().createParser(text)) {
      return new JsonReader(file, parser).document();
    } catch (JsonParseException e) {
      throw new InputException(place(file, e.getLocation()), JsonWords.of(e.getOriginalMessage()));
    } catch (IOException e) {
      throw new InputException(Place.file(file), JsonWords.of(String.valueOf(e.getMessage())));
    }
  }

  private Json document() throws IOException {
    JsonToken first = parser.nextToken();
    if (first == null) {
      throw new InputException(here(), "the file has no JSON value");
    }
    Json value = value(first);
    if (parser.nextToken() != null) {
      throw new InputException(here(), "more after the end of the JSON value");
    }
    return value;
  }

  private Json value(JsonToken token) throws IOException {
    Place place = here();
    return switch (token) {
      case START_OBJECT -> object(place);
      case START_ARRAY -> array(place);
      case VALUE_STRING -> new Json.Text(place, parser.getText());
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Json.Num(place, parser.getText());
      case VALUE_TRUE -> new Json.Bool(place, true);
      case VALUE_FALSE -> new Json.Bool(place, false);
      case VALUE_NULL -> new Json.Null(place);
      default -> throw new InputException(place, "this is no JSON value");
    };
  }

  private Json object(Place place) throws IOException {
    Map<String, Json> members = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String key = parser.currentName();
      Place keyPlace = here();
      if (members.put(key, value(parser.nextToken())) != null) {
        throw new InputException(keyPlace, "\"" + key + "\" is given twice");
      }
    }
    return new Json.Obj(place, members);
  }

  private Json array(Place place) throws IOException {
    List<Json> elements = new ArrayList<>();
    for (JsonToken t = parser.nextToken(); t != JsonToken.END_ARRAY; t = parser.nextToken()) {
      elements.add(value(t));
    }
    return new Json.Array(place, elements);
  }

  private Place here() {
    return place(file, parser.currentTokenLocation());
  }

  private static Place place(String file, JsonLocation location) {
    return new Place(file, Math.max(1, location.getLineNr()), Math.max(1, location.getColumnNr()));
  }
}
