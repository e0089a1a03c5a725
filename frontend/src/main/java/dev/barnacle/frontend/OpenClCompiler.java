package dev.barnacle.frontend;

import dev.barnacle.frontend.internal.clang.Compilation;
import dev.barnacle.frontend.internal.clang.CompileCache;
import dev.barnacle.frontend.internal.clang.IlCompilation;
import dev.barnacle.frontend.internal.clang.ObjectLinking;
import dev.barnacle.frontend.internal.clang.RecentCompilations;
import dev.barnacle.frontend.internal.spirv.SpirvCompiler;
import dev.barnacle.ir.CodeOptions;
import dev.barnacle.ir.Module;
import dev.barnacle.store.BlobStore;
import dev.barnacle.store.CacheDirectory;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Compiles OpenCL C to Barnacle's IR: clang, the OpenCL C library linked in, private variables
 * promoted to values, and all that read into the IR.
 *
 * <p>What was built is remembered in {@code compile} below {@link CacheDirectory} by everything
 * that the result depends on: the source, the contents of all files that it includes, the options,
 * and the versions of clang, the library and the device. {@code BARNACLE_COMPILE_CACHE=off} in the
 * environment switches this off.
 *
 * <p>Any thread may use a compiler at any time, and any number of processes may share a cache.
 */
public final class OpenClCompiler {
  private final Optional<CompileCache> cache;

  private OpenClCompiler(Optional<CompileCache> cache) {
    this.cache = cache;
  }

  /**
   * Returns a compiler with the user's cache, unless the environment says {@code
   * BARNACLE_COMPILE_CACHE=off}.
   */
  public static OpenClCompiler create() {
    return new OpenClCompiler(BlobStore.ofUser().map(CompileCache::new));
  }

  /** Returns a compiler that remembers nothing. */
  public static OpenClCompiler withoutCache() {
    return new OpenClCompiler(Optional.empty());
  }

  /**
   * Returns a compiler with a cache of its own.
   *
   * @param folder made when there is something to put into it
   * @param maxBytes what was used longest ago is deleted when all together is larger
   */
  public static OpenClCompiler withCache(Path folder, long maxBytes) {
    return new OpenClCompiler(Optional.of(new CompileCache(new BlobStore(folder, maxBytes))));
  }

  /**
   * Compiles a program.
   *
   * @throws CompileException if it has errors, with the build log
   */
  public CompiledProgram compile(CompileRequest request) throws CompileException {
    return compilation(request).run();
  }

  /**
   * Compiles a program to be linked later ({@code clCompileProgram}).
   *
   * @throws CompileException if it has errors, with the build log
   */
  public ProgramObject compileToObject(CompileRequest request) throws CompileException {
    return compilation(request).runToObject();
  }

  /** Returns whether bytes begin as a SPIR-V module of either byte order does. */
  public static boolean isSpirv(byte[] bytes) {
    return SpirvCompiler.isSpirv(bytes);
  }

  /**
   * Compiles a SPIR-V module, to be linked with the library and others ({@code
   * clCreateProgramWithIL}).
   *
   * @param name what messages call it
   * @param il the module's bytes, in either byte order
   * @param options how its code may be made
   * @param constants the values of specialisation constants by their {@code SpecId}s, as many of
   *     their lower bits as the constant has
   * @throws FrontendException if it is not valid or has what is not supported; a diagnostic's file
   *     ends with the number of the word that the instruction begins with
   */
  public ProgramObject compileIl(
      String name, byte[] il, BuildOptions options, Map<Integer, Long> constants)
      throws FrontendException {
    return new ProgramObject(
        IlCompilation.bitcode(name, il, options, constants, cache), "", List.of());
  }

  /**
   * Returns the bytes of a SPIR-V module's specialisation constants by their {@code SpecId}s.
   *
   * @throws FrontendException if it is not valid
   */
  public static Map<Integer, Integer> specializationConstants(String name, byte[] il)
      throws FrontendException {
    return SpirvCompiler.specializationConstants(name, il);
  }

  /**
   * Compiles a program and writes it as SPIR-V, with lines where the options have {@code -g}.
   *
   * @param version of SPIR-V, as a module's header has it ({@code 0x00010200} for 1.2); 0 for the
   *     lowest that has what the program uses
   * @throws CompileException if it has errors, or what has no form in that version, with the build
   *     log
   */
  public WrittenIl compileToIl(CompileRequest request, int version) throws CompileException {
    return compilation(request).runToIl(version);
  }

  /**
   * Compiles a program to the text of clang's LLVM IR, without the OpenCL C library.
   *
   * @throws CompileException if it has errors, with the build log
   */
  public String compileToLlvm(CompileRequest request) throws CompileException {
    return compilation(request).runToLlvm();
  }

  private Compilation compilation(CompileRequest request) {
    return new Compilation(request, cache, RecentCompilations.ofProcess());
  }

  /**
   * Links programs that were compiled before into one ({@code clLinkProgram}).
   *
   * @param objects the bitcode of {@link ProgramObject}s or of what was linked, at least one
   * @throws FrontendException if one is no bitcode, or two define the same name
   */
  public byte[] link(List<byte[]> objects) throws FrontendException {
    return ObjectLinking.link(objects);
  }

  /**
   * Makes IR of a linked program: the OpenCL C library linked in and the rest as {@link #compile}.
   *
   * @param name what messages call it
   * @param bitcode what {@link #link} or {@link #compileToObject} gave
   * @throws FrontendException if it calls what exists nowhere, or has what the IR can't express
   */
  public Module load(String name, byte[] bitcode, CodeOptions options, PrivateVariables variables)
      throws FrontendException {
    return ObjectLinking.load(name, bitcode, options, variables, cache);
  }
}
