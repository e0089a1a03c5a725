package dev.barnacle.ir.text;

import dev.barnacle.ir.Location;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Numbers the source files in order of appearance, so that locations are short. */
final class FileTable {
  private final Map<String, Integer> numbers = new LinkedHashMap<>();

  /** Returns a location as it stands in the text, empty where there is none. */
  String location(@Nullable Location location) {
    if (location == null) {
      return "";
    }
    StringBuilder out = new StringBuilder();
    for (Location l = location; l != null; l = l.inlinedAt()) {
      out.append(out.isEmpty() ? '!' : '@');
      out.append(numberOf(l.file())).append(':').append(l.line()).append(':').append(l.column());
    }
    return out.toString();
  }

  /** Returns the lines that declare the files seen so far. */
  String declarations() {
    StringBuilder out = new StringBuilder();
    numbers.forEach(
        (file, number) ->
            out.append("file ")
                .append(number)
                .append(' ')
                .append(Quoting.quoted(file))
                .append('\n'));
    return out.toString();
  }

  private int numberOf(String file) {
    return numbers.computeIfAbsent(file, f -> numbers.size() + 1);
  }
}
