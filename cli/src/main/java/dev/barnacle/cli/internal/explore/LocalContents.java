package dev.barnacle.cli.internal.explore;

import dev.barnacle.cli.internal.launch.ArgumentSpec;
import dev.barnacle.cli.internal.launch.ArgumentText;
import dev.barnacle.cli.internal.launch.BufferContents;
import dev.barnacle.command.input.InputException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The first contents of local memory, as {@code --local-init} gives them. */
public final class LocalContents {
  private LocalContents() {}

  /**
   * Reads the texts.
   *
   * @param texts each a name and, as of a buffer, what it holds: {@code tile=int[4]=1,2,3,4}
   * @throws InputException if one is none
   */
  public static Map<String, byte[]> read(List<String> texts) {
    Map<String, byte[]> contents = new HashMap<>();
    for (String text : texts) {
      int at = text.indexOf('=');
      if (at <= 0
          || !(ArgumentText.parse(text.substring(at + 1), Path.of("."))
              instanceof ArgumentSpec.BufferSpec spec)
          || (spec.count().isEmpty() && !text.endsWith("]"))) {
        throw new InputException(
            "--local-init " + text + ": expected NAME=TYPE[COUNT]=INIT, as for a buffer");
      }
      try (Arena arena = Arena.ofConfined()) {
        byte[] bytes = new BufferContents(spec).bytes(arena).toArray(ValueLayout.JAVA_BYTE);
        contents.put(text.substring(0, at), bytes);
      }
    }
    return contents;
  }
}
