package dev.barnacle.model.internal.cat;

import dev.barnacle.model.ModelException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;

/** The names that are visible at a place of a model, an inner scope hiding outer ones. */
final class CatScope {
  /** Brings names that are not there where they are first used. */
  @FunctionalInterface
  interface Source {
    /** Binds a name that is used at a token of a file, if it knows it. */
    void bring(String name, String file, Token at) throws ModelException;
  }

  private final @Nullable CatScope outer;
  private final Map<String, CatValue> names = new HashMap<>();
  private @Nullable Source source;

  CatScope(@Nullable CatScope outer) {
    this.outer = outer;
  }

  /** Asks a source for names that are not there. */
  void bringFrom(Source from) {
    source = from;
  }

  /** Finds a name that is used at a token of a file; null if nobody knows it. */
  @Nullable CatValue find(String file, Token at) throws ModelException {
    CatValue value = find(at.getText());
    for (CatScope scope = this; value == null && scope != null; scope = scope.outer) {
      if (scope.source != null) {
        scope.source.bring(at.getText(), file, at);
        value = find(at.getText());
      }
    }
    return value;
  }

  void bind(String name, CatValue value) {
    names.put(name, value);
  }

  @Nullable CatValue find(String name) {
    for (CatScope scope = this; scope != null; scope = scope.outer) {
      CatValue value = scope.names.get(name);
      if (value != null) {
        return value;
      }
    }
    return null;
  }

  Set<String> visible() {
    Set<String> all = new HashSet<>();
    for (CatScope scope = this; scope != null; scope = scope.outer) {
      all.addAll(scope.names.keySet());
    }
    return all;
  }
}
