package dev.barnacle.icd.internal.query;

import dev.barnacle.frontend.extension.Extension;
import java.util.EnumSet;
import java.util.Set;

/**
 * Extensions that the user's {@code BARNACLE_HIDDEN_EXTENSIONS} takes away, so that programs can be
 * tried on a device without them: it is as though there were none, with the rules that hold then.
 */
public final class HiddenExtensions {
  private static final String VARIABLE = "BARNACLE_HIDDEN_EXTENSIONS";

  /** Those that can be hidden: whose absence the entry points know. */
  private static final Set<Extension> POSSIBLE =
      EnumSet.of(
          Extension.CL_KHR_COMMAND_BUFFER_MULTI_DEVICE,
          Extension.CL_KHR_COMMAND_BUFFER_MUTABLE_DISPATCH);

  private static final Set<Extension> HIDDEN = read();

  private HiddenExtensions() {}

  private static Set<Extension> read() {
    Set<Extension> hidden = EnumSet.noneOf(Extension.class);
    String given = System.getenv().getOrDefault(VARIABLE, "").strip();
    for (String name : given.isEmpty() ? new String[0] : given.split("[,\\s]+", -1)) {
      POSSIBLE.stream()
          .filter(e -> e.text().equals(name))
          .findFirst()
          .ifPresentOrElse(hidden::add, () -> tell(name));
    }
    return hidden;
  }

  private static void tell(String name) {
    System.err.println("barnacle: " + VARIABLE + ": '" + name + "' is none that can be hidden");
  }

  /** Returns whether an extension is hidden. */
  public static boolean has(Extension extension) {
    return HIDDEN.contains(extension);
  }
}
