package dev.barnacle.cli.internal.follow;

import static dev.barnacle.command.arguments.DeclaredOption.optional;
import static dev.barnacle.command.arguments.DeclaredOption.text;

import dev.barnacle.command.arguments.DeclaredOption;
import dev.barnacle.command.input.InputException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The options that say what is done with a finding of a launch once it is there. */
public final class FollowOptions {
  private @Nullable Path record;
  private @Nullable String shrink;
  private @Nullable String fix;

  /** Returns the declared options. */
  public List<DeclaredOption> options() {
    return List.of(
        text(
            "--record",
            "DIR",
            folder -> record = Path.of(folder),
            "Write a file for each finding that shows it again anywhere: check --replay FILE."),
        optional(
            "--shrink",
            "source",
            how -> shrink = one("--shrink", how, "source"),
            "Show each finding with as few work-items, bytes and switches as will do;",
            "--shrink=source takes lines out of the program too."),
        optional(
            "--fix",
            "write",
            how -> fix = one("--fix", how, "write"),
            "Look for an edit that makes each finding go away, tried on all launches;",
            "--fix=write makes it in the source."));
  }

  private static String one(String option, String given, String known) {
    if (!given.isEmpty() && !given.equals(known)) {
      throw new InputException(option + "=" + given + ": expected " + option + "=" + known);
    }
    return given;
  }

  /** Returns whether any is given. */
  public boolean isAny() {
    return record != null || shrink != null || fix != null;
  }

  @Nullable Path record() {
    return record;
  }

  boolean shrinks() {
    return shrink != null;
  }

  boolean shrinksSource() {
    return "source".equals(shrink);
  }

  /** Returns whether fixes are looked for, which needs all launches. */
  public boolean fixes() {
    return fix != null;
  }

  /** Returns whether edits are made in the sources. */
  public boolean writes() {
    return "write".equals(fix);
  }
}
