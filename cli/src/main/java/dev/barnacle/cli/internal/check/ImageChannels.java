package dev.barnacle.cli.internal.check;

import dev.barnacle.cl.DataType;
import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.watch.Finding;
import dev.barnacle.watch.Report;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The channels of images for which the user gives none, by the program's text. Where a launch has
 * shown that another function reads or writes an image, that function decides.
 */
final class ImageChannels {
  private static final Pattern CALLS =
      Pattern.compile("(?:read|write)_image(f|i|ui)\\s*\\(\\s*(\\w+)");
  private static final Pattern WRONG =
      Pattern.compile("(?:read|write)_image(f|i|ui) of an image.*");

  private final String kernelName;
  private final String text;
  private final Map<String, DataType.Scalar> shown;

  /** Takes what the text of a program tells. */
  ImageChannels(String kernelName, String text) {
    this(kernelName, text, Map.of());
  }

  private ImageChannels(String kernelName, String text, Map<String, DataType.Scalar> shown) {
    this.kernelName = kernelName;
    this.text = text;
    this.shown = Map.copyOf(shown);
  }

  /** Returns the program. */
  String text() {
    return text;
  }

  /**
   * Returns what is known after a launch.
   *
   * @param given the arguments that the user gave
   */
  ImageChannels after(Report report, Set<String> given) {
    Map<String, DataType.Scalar> all = new HashMap<>(shown);
    for (Finding finding : report.findings()) {
      Matcher wrong = WRONG.matcher(finding.message());
      if (finding.kind() == FindingKind.INVALID_ARGUMENT
          && wrong.matches()
          && !given.contains(finding.object())) {
        all.putIfAbsent(finding.object(), type(wrong.group(1)));
      }
    }
    return all.equals(shown) ? this : new ImageChannels(kernelName, text, all);
  }

  /** Returns the type of an image's channels. */
  DataType.Scalar of(String image) {
    DataType.Scalar known = shown.get(image);
    return known == null ? byText(image) : known;
  }

  /** By the first call behind the kernel's name that names the image, else by the first one. */
  private DataType.Scalar byText(String image) {
    Matcher kernel = Pattern.compile("\\b" + kernelName + "\\s*\\(").matcher(text);
    Matcher calls = CALLS.matcher(text).region(kernel.find() ? kernel.start() : 0, text.length());
    String found = "";
    boolean named = false;
    while (!named && calls.find()) {
      named = calls.group(2).equals(image);
      found = named || found.isEmpty() ? calls.group(1) : found;
    }
    return type(found);
  }

  private static DataType.Scalar type(String suffix) {
    return switch (suffix) {
      case "i" -> DataType.Scalar.INT;
      case "ui" -> DataType.Scalar.UINT;
      default -> DataType.Scalar.FLOAT;
    };
  }
}
