package dev.barnacle.icd.internal.query;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Extensions that the user's {@code BARNACLE_HIDDEN_EXTENSIONS} takes away, so that programs can be
 * tried on a device without them: it is as though there were none, with the rules that hold then.
 */
public enum HiddenExtensions {
  /** Commands are recorded for the one queue of a command-buffer, which is not named. */
  MULTI_DEVICE("cl_khr_command_buffer_multi_device"),
  /** Recorded launches have no handles and no properties. */
  MUTABLE_DISPATCH("cl_khr_command_buffer_mutable_dispatch");

  private static final String VARIABLE = "BARNACLE_HIDDEN_EXTENSIONS";
  private static final Set<HiddenExtensions> HIDDEN = read();

  private final String extension;

  HiddenExtensions(String extension) {
    this.extension = extension;
  }

  private static Set<HiddenExtensions> read() {
    Set<HiddenExtensions> hidden = new LinkedHashSet<>();
    String given = System.getenv().getOrDefault(VARIABLE, "").strip();
    for (String name : given.isEmpty() ? new String[0] : given.split("[,\\s]+", -1)) {
      Arrays.stream(values())
          .filter(e -> e.extension.equals(name))
          .findFirst()
          .ifPresentOrElse(hidden::add, () -> tell(name));
    }
    return hidden;
  }

  private static void tell(String name) {
    System.err.println("barnacle: " + VARIABLE + ": '" + name + "' is none that can be hidden");
  }

  /** Returns whether it is hidden. */
  public boolean isHidden() {
    return HIDDEN.contains(this);
  }

  /** Returns whether the extension of a name is hidden. */
  static boolean has(String name) {
    return HIDDEN.stream().anyMatch(e -> e.extension.equals(name));
  }
}
