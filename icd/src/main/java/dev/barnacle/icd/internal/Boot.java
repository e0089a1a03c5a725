package dev.barnacle.icd.internal;

import java.io.File;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Brings Barnacle into a JVM that a Java program runs in: its modules in a layer and class loader
 * of their own, out of the program's sight. The shim loads this class, alone, in yet another class
 * loader.
 */
final class Boot {
  private Boot() {}

  /**
   * Makes the layer.
   *
   * @param jars paths, with colons between them
   * @return {@link Driver} of the layer, and then the layer's modules
   */
  @SuppressWarnings("unused") // the shim's
  static Object[] layer(String jars) throws ClassNotFoundException {
    ModuleFinder finder =
        ModuleFinder.of(
            Stream.of(jars.split(File.pathSeparator)).map(Path::of).toArray(Path[]::new));
    Set<String> names =
        finder.findAll().stream()
            .map(ModuleReference::descriptor)
            .map(d -> d.name())
            .collect(Collectors.toSet());
    Configuration configuration =
        ModuleLayer.boot().configuration().resolve(finder, ModuleFinder.of(), names);
    ModuleLayer layer =
        ModuleLayer.boot()
            .defineModulesWithOneLoader(configuration, ClassLoader.getPlatformClassLoader());
    List<Object> result = new ArrayList<>();
    result.add(layer.findLoader("dev.barnacle.icd").loadClass("dev.barnacle.icd.internal.Driver"));
    result.addAll(layer.modules());
    return result.toArray();
  }
}
