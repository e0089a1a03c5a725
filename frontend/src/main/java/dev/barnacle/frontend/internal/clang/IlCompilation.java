package dev.barnacle.frontend.internal.clang;

import dev.barnacle.frontend.BuildOptions;
import dev.barnacle.frontend.FrontendException;
import dev.barnacle.frontend.internal.clang.CompileCache.Entry;
import dev.barnacle.frontend.internal.clang.CompileCache.Found;
import dev.barnacle.frontend.internal.spirv.SpirvCompiler;
import dev.barnacle.store.Blake3Sum;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** From a SPIR-V module to bitcode, which the compile cache keeps as that of sources. */
public final class IlCompilation {
  private IlCompilation() {}

  /**
   * Compiles a module, or finds what was made of it before.
   *
   * @param name what messages and places call it
   * @param constants the values of specialisation constants by their {@code SpecId}s
   * @throws FrontendException if it is not valid or has what is not supported
   */
  public static byte[] bitcode(
      String name,
      byte[] il,
      BuildOptions options,
      Map<Integer, Long> constants,
      Optional<CompileCache> cache)
      throws FrontendException {
    if (cache.isEmpty() || ModuleMaker.OWN_BUILD.isEmpty()) {
      return compile(name, il, options, constants);
    }
    String key = key(name, il, options, constants, ModuleMaker.OWN_BUILD.get());
    Optional<Found> known = cache.get().find(key);
    if (known.isPresent()) {
      return known.get().entry().kept().program();
    }
    byte[] made = compile(name, il, options, constants);
    Optional<String> unused =
        cache.get().store(key, new Manifest(List.of(), List.of()), new Entry("", made));
    return made;
  }

  private static byte[] compile(
      String name, byte[] il, BuildOptions options, Map<Integer, Long> constants)
      throws FrontendException {
    return Compilation.relaxed(name, SpirvCompiler.compile(name, il, constants), options);
  }

  private static String key(
      String name, byte[] il, BuildOptions options, Map<Integer, Long> constants, String build) {
    return new Blake3Sum()
        .add("SPIR-V")
        .add(build)
        .add(name)
        .add(String.valueOf(RelaxedFunctions.allowed(options)))
        .add(new TreeMap<>(constants).toString())
        .add(il)
        .hex();
  }
}
