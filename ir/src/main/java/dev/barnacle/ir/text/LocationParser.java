package dev.barnacle.ir.text;

import dev.barnacle.ir.Location;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parses the file table and locations. */
final class LocationParser {
  private final Tokens tokens;
  private final Map<Integer, String> files = new HashMap<>();

  LocationParser(Tokens tokens) {
    this.tokens = tokens;
  }

  /** Parses the lines that declare files. */
  void files() {
    while (tokens.accept("file")) {
      Token start = tokens.peek();
      int number = tokens.smallNumber("a file number");
      if (files.put(number, tokens.string("a file name")) != null) {
        throw tokens.error(start, "file " + number + " is declared twice");
      }
    }
  }

  /** Parses a location, if one stands here. */
  @Nullable Location optional() {
    if (!tokens.accept("!")) {
      return null;
    }
    List<Location> chain = new ArrayList<>();
    do {
      chain.add(place());
    } while (tokens.accept("@"));
    Location location = null;
    for (Location place : chain.reversed()) {
      location = new Location(place.file(), place.line(), place.column(), location);
    }
    return location;
  }

  private Location place() {
    Token start = tokens.peek();
    String file = files.get(tokens.smallNumber("a file number"));
    if (file == null) {
      throw tokens.error(start, "expected the number of a declared file");
    }
    tokens.expect(":");
    int line = natural("a line");
    tokens.expect(":");
    return new Location(file, line, natural("a column"));
  }

  private int natural(String what) {
    Token start = tokens.peek();
    int number = tokens.smallNumber(what);
    if (number < 0) {
      throw tokens.error(start, "expected " + what + " that is not negative");
    }
    return number;
  }
}
