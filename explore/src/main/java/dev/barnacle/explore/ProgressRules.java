package dev.barnacle.explore;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The work-items that are sure to come further, level by level of the execution model. A work-item
 * is, if it is among those of its sub-group, its sub-group among those of its work-group, and that
 * among those of the device.
 *
 * @param device which work-groups of a launch
 * @param workGroup which sub-groups of a work-group
 * @param subGroup which work-items of a sub-group
 */
public record ProgressRules(ProgressModel device, ProgressModel workGroup, ProgressModel subGroup) {
  /** All work-items are sure to come further. */
  public static final ProgressRules FAIR = of(ProgressModel.FAIR);

  /** Returns the rules of which a model says which work-groups; all that is in one is alike. */
  public static ProgressRules of(ProgressModel device) {
    return new ProgressRules(device, ProgressModel.FAIR, ProgressModel.FAIR);
  }

  /**
   * Returns the rules of a text, as {@code --progress} has it: a model for work-groups, or {@code
   * LEVEL=MODEL} for some levels, {@code device}, {@code work-group} and {@code sub-group}, with
   * commas between; null if there are none.
   */
  public static @Nullable ProgressRules named(String text) {
    ProgressModel one = ProgressModel.named(text);
    if (one != null) {
      return of(one);
    }
    ProgressRules rules = FAIR;
    for (String part : text.toLowerCase(Locale.ROOT).split(",", -1)) {
      String[] words = part.strip().split("=", -1);
      ProgressModel model = words.length == 2 ? ProgressModel.named(words[1].strip()) : null;
      if (model == null) {
        return null;
      }
      switch (words[0].strip()) {
        case "device" -> rules = new ProgressRules(model, rules.workGroup, rules.subGroup);
        case "work-group" -> rules = new ProgressRules(rules.device, model, rules.subGroup);
        case "sub-group" -> rules = new ProgressRules(rules.device, rules.workGroup, model);
        default -> {
          return null;
        }
      }
    }
    return rules;
  }

  /** Returns whether some level has a model. */
  public boolean has(ProgressModel model) {
    return device == model || workGroup == model || subGroup == model;
  }

  @Override
  public String toString() {
    return equals(of(device))
        ? device.toString()
        : "device=" + device + ",work-group=" + workGroup + ",sub-group=" + subGroup;
  }
}
