package dev.barnacle.cli.internal.follow;

import dev.barnacle.cli.internal.check.SpecWords;
import dev.barnacle.cli.internal.launch.LaunchSpec;
import java.util.ArrayList;
import java.util.List;

/** A launch as options of the command line. */
final class LaunchWords {
  private LaunchWords() {}

  /** Returns the options, without the program's. */
  static String of(LaunchSpec launch) {
    List<String> words = new ArrayList<>();
    words.add("--kernel " + launch.kernel());
    words.add("--global " + SpecWords.commas(launch.global()));
    if (!launch.local().isEmpty()) {
      words.add("--local " + SpecWords.commas(launch.local()));
    }
    for (LaunchSpec.Given given : launch.arguments()) {
      String spec = SpecWords.of(given.spec(), false, 0);
      words.add("--arg " + given.name().orElse("") + "=" + spec);
    }
    return String.join(" ", words);
  }
}
