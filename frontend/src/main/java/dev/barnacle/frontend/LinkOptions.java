package dev.barnacle.frontend;

import dev.barnacle.frontend.internal.clang.OptionParser;
import java.util.Set;

/**
 * The options of {@code clLinkProgram} (OpenCL API 3.0, section 5.8.7), checked.
 *
 * @param library whether {@code -create-library} asks for a library, which may have open ends
 * @param enableLinkOptions whether {@code -enable-link-options} allows later links to change the
 *     library's code
 */
public record LinkOptions(boolean library, boolean enableLinkOptions) {
  private static final String LIBRARY = "-create-library";
  private static final String ENABLE = "-enable-link-options";

  /** Permissions that came too late, as the code has been made by then, or that nobody uses. */
  private static final Set<String> WITHOUT_EFFECT =
      Set.of(
          "-cl-denorms-are-zero",
          "-cl-no-signed-zeros",
          "-cl-no-signed-zeroes",
          "-cl-unsafe-math-optimizations",
          "-cl-finite-math-only",
          "-cl-fast-relaxed-math",
          "-cl-no-subgroup-ifp");

  /**
   * Reads an option string.
   *
   * @throws InvalidOptionException naming what is not an option of the linker
   */
  public static LinkOptions parse(String options) throws InvalidOptionException {
    boolean library = false;
    boolean enable = false;
    for (String option : OptionParser.split(options)) {
      library |= option.equals(LIBRARY);
      enable |= option.equals(ENABLE);
      boolean known = Set.of(LIBRARY, ENABLE).contains(option);
      if (!known && !WITHOUT_EFFECT.contains(option)) {
        throw new InvalidOptionException("invalid link option: " + option);
      }
    }
    if (enable && !library) {
      throw new InvalidOptionException(
          "invalid link option: " + ENABLE + " is for libraries (" + LIBRARY + ")");
    }
    return new LinkOptions(library, enable);
  }
}
