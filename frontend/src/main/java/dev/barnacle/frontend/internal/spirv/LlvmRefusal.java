package dev.barnacle.frontend.internal.spirv;

import dev.barnacle.frontend.internal.spirv.binary.InvalidModuleException;
import dev.barnacle.frontend.internal.spirv.binary.SpirvInstruction;
import dev.barnacle.frontend.internal.spirv.lower.LlvmOutput;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A refusal of a module by LLVM's reader or verifier, with the instruction that it is about.
 *
 * @param origin null where that is none
 * @param text what is wrong
 */
record LlvmRefusal(@Nullable SpirvInstruction origin, String text) {
  /** The reader's message, about a line. */
  private static final Pattern LINE = Pattern.compile("(?:^|:)(\\d+):\\d+: (?:error: )?(.*)");

  /** The verifier's message; then a line each for the instructions, blocks or functions. */
  private static final Pattern VERIFIER =
      Pattern.compile("the module is malformed: ([^\n]+)((?:\n(?: |label |ptr @).*)*)");

  private static final Pattern VALUE = Pattern.compile("%[\\w.]+ = ");
  private static final Pattern LABEL = Pattern.compile("label %([\\w.]+)");
  private static final Pattern FUNCTION = Pattern.compile("ptr @\"?(.*?)\"?");

  /** Takes a message apart. */
  static LlvmRefusal of(String message, LlvmOutput output) {
    Matcher verifier = VERIFIER.matcher(message);
    if (verifier.find()) {
      List<String> lines = verifier.group(2).lines().map(String::strip).toList().reversed();
      for (String line : lines) {
        SpirvInstruction origin = origin(line, output);
        if (origin != null) {
          return new LlvmRefusal(origin, verifier.group(1));
        }
      }
    }
    Matcher line = LINE.matcher(message);
    return line.find()
        ? new LlvmRefusal(output.origin(Integer.parseInt(line.group(1))), line.group(2))
        : new LlvmRefusal(null, message);
  }

  /** Returns what a line is made of that the verifier shows; it may end with other attributes. */
  private static @Nullable SpirvInstruction origin(String line, LlvmOutput output) {
    SpirvInstruction whole = line.isEmpty() ? null : output.originOf("  " + line + "\n");
    if (whole != null) {
      return whole;
    }
    Matcher value = VALUE.matcher(line);
    if (value.lookingAt()) {
      return output.originOf("  " + value.group());
    }
    Matcher label = LABEL.matcher(line);
    if (label.matches()) {
      return output.originOf("\n" + label.group(1) + ":\n");
    }
    Matcher function = FUNCTION.matcher(line);
    if (!function.matches()) {
      return null;
    }
    SpirvInstruction plain = output.originOf("@" + function.group(1) + "(");
    return plain == null ? output.originOf("@\"" + function.group(1) + "\"(") : plain;
  }

  /** Returns it as an error of a module. */
  InvalidModuleException exception() {
    return origin == null
        ? new InvalidModuleException(0, "the module is not valid: " + text)
        : origin.invalid(text);
  }
}
