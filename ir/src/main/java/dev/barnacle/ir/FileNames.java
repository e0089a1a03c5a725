package dev.barnacle.ir;

import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Other names for the files that a module's places are in. */
public final class FileNames {
  private final UnaryOperator<String> names;
  private final Map<Location, Location> renamed = new HashMap<>();

  private FileNames(UnaryOperator<String> names) {
    this.names = names;
  }

  /**
   * Gives files other names, in all places of a module.
   *
   * @param names the new name of each old one
   */
  public static void change(Module module, UnaryOperator<String> names) {
    module.whenRead(new FileNames(names)::change);
  }

  private void change(Module module) {
    for (Function function : module.functions()) {
      function.setLocation(of(function.location()));
      for (Block block : function.blocks()) {
        block.instructions().forEach(i -> i.setLocation(of(i.location())));
      }
    }
  }

  private @Nullable Location of(@Nullable Location old) {
    if (old == null) {
      return null;
    }
    Location known = renamed.get(old);
    if (known == null) {
      String file = names.apply(old.file());
      known = new Location(file, old.line(), old.column(), of(old.inlinedAt()));
      renamed.put(old, known);
    }
    return known;
  }
}
