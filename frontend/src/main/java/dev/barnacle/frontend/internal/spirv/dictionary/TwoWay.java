package dev.barnacle.frontend.internal.spirv.dictionary;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Names of SPIR-V and of another language, each of which can be looked up by the other. */
public final class TwoWay {
  private final Map<String, String> others = new HashMap<>();
  private final Map<String, String> spirv = new HashMap<>();

  /**
   * Makes a table.
   *
   * @param pairs the name in SPIR-V and the other one, in turn; of two rows with the same other
   *     name, the first is that which is written
   */
  TwoWay(String... pairs) {
    for (int k = 0; k < pairs.length; k += 2) {
      others.put(pairs[k], pairs[k + 1]);
      spirv.putIfAbsent(pairs[k + 1], pairs[k]);
    }
  }

  /** Returns what a name of SPIR-V is in the other language; null where it is not in the table. */
  public @Nullable String other(String name) {
    return others.get(name);
  }

  /** Returns what another language's name is in SPIR-V; null where it is not in the table. */
  public @Nullable String spirv(String name) {
    return spirv.get(name);
  }
}
