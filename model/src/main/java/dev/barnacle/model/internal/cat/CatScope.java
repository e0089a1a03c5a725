package dev.barnacle.model.internal.cat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The names that are visible at a place of a model, an inner scope hiding outer ones. */
final class CatScope {
  private final @Nullable CatScope outer;
  private final Map<String, CatValue> names = new HashMap<>();

  CatScope(@Nullable CatScope outer) {
    this.outer = outer;
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
