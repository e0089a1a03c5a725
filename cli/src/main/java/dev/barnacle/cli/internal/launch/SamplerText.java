package dev.barnacle.cli.internal.launch;

import dev.barnacle.cl.AddressingMode;
import dev.barnacle.cl.FilterMode;
import dev.barnacle.command.input.InputException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Samplers as they are written: words such as {@code normalized,repeat,linear} in any order, of
 * which those that are left out are as in {@link ArgumentSpec.SamplerSpec#DEFAULT}.
 */
final class SamplerText {
  private static final String NORMALIZED = "normalized";

  private SamplerText() {}

  /** Reads what stands between the brackets; null for none. */
  static ArgumentSpec.SamplerSpec parse(@Nullable String text) {
    return text == null
        ? ArgumentSpec.SamplerSpec.DEFAULT
        : of(Arrays.stream(text.split(",", -1)).map(String::strip).toList());
  }

  /** Returns the sampler that words describe. */
  static ArgumentSpec.SamplerSpec of(List<String> words) {
    ArgumentSpec.SamplerSpec sampler = ArgumentSpec.SamplerSpec.DEFAULT;
    for (String word : words) {
      sampler = with(sampler, word);
    }
    return sampler;
  }

  /** Returns the words for a sampler. */
  static List<String> words(ArgumentSpec.SamplerSpec sampler) {
    List<String> words = new ArrayList<>();
    if (sampler.normalized()) {
      words.add(NORMALIZED);
    }
    words.add(name(sampler.addressing()));
    words.add(name(sampler.filter()));
    return words;
  }

  private static ArgumentSpec.SamplerSpec with(ArgumentSpec.SamplerSpec before, String word) {
    if (word.equals(NORMALIZED)) {
      return new ArgumentSpec.SamplerSpec(true, before.addressing(), before.filter());
    }
    Optional<AddressingMode> addressing = find(AddressingMode.values(), word);
    if (addressing.isPresent()) {
      return new ArgumentSpec.SamplerSpec(before.normalized(), addressing.get(), before.filter());
    }
    FilterMode filter =
        find(FilterMode.values(), word).orElseThrow(() -> new InputException(unknown(word)));
    return new ArgumentSpec.SamplerSpec(before.normalized(), before.addressing(), filter);
  }

  private static String unknown(String word) {
    String known =
        Stream.of(AddressingMode.values(), FilterMode.values())
            .flatMap(Arrays::stream)
            .map(SamplerText::name)
            .collect(Collectors.joining(", "));
    return "'" + word + "' is no property of a sampler: " + NORMALIZED + ", " + known;
  }

  private static <E extends Enum<E>> Optional<E> find(E[] modes, String word) {
    return Arrays.stream(modes).filter(mode -> name(mode).equals(word)).findFirst();
  }

  private static String name(Enum<?> mode) {
    return mode.name().toLowerCase(Locale.ROOT);
  }
}
