package dev.barnacle.frontend.internal.clang;

import dev.barnacle.frontend.BuildOptions;
import dev.barnacle.frontend.FrontendException;
import dev.barnacle.frontend.PrivateVariables;
import dev.barnacle.frontend.internal.reader.LlvmReader;
import dev.barnacle.ir.CodeOptions;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.text.IrParser;
import dev.barnacle.ir.text.IrPrinter;
import dev.barnacle.llvm.BuildId;
import dev.barnacle.llvm.LlvmContext;
import dev.barnacle.llvm.LlvmModule;
import dev.barnacle.llvm.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Makes IR of bitcode, and of what the cache keeps of it.
 *
 * @param name what messages call the program
 * @param options how its code may be made
 * @param variables what becomes of private variables
 */
record ModuleMaker(String name, CodeOptions options, PrivateVariables variables) {
  /** Tells IR that another reader made of the same bitcode from this one's. */
  static final Optional<String> OWN_BUILD = BuildId.of(ModuleMaker.class);

  static ModuleMaker of(String name, BuildOptions options, PrivateVariables variables) {
    return new ModuleMaker(
        name, new CodeOptions(options.optimize(), options.flushDenormals()), variables);
  }

  /**
   * What was made.
   *
   * @param module the IR
   * @param kept what {@link #again} makes it of
   */
  @SuppressWarnings("ArrayRecordComponent") // handed over, and never compared
  record Made(Module module, byte[] kept) {}

  /** What made the text of IR that is kept; bitcode is read again each time. */
  String version() {
    return keepsText() ? OWN_BUILD.orElseThrow() : "";
  }

  /**
   * Tells whether the cache keeps the IR as text and not as bitcode: for engines that need no LLVM,
   * which takes longer to load than all the rest.
   */
  boolean keepsText() {
    return variables != PrivateVariables.VALUES && OWN_BUILD.isPresent();
  }

  /**
   * Links the OpenCL C library into a program and reads it.
   *
   * @throws FrontendException if the IR can't express it, or it calls what exists nowhere
   */
  Made make(LlvmModule program) throws FrontendException {
    ProgramLinker.link(program, variables);
    byte[] linked = program.toBitcode();
    Module module = read(program, linked);
    return new Made(module, keepsText() ? text(module) : linked);
  }

  /** Makes it again of what was kept. */
  Module again(byte[] kept) throws FrontendException {
    if (keepsText()) {
      Module module = IrParser.parse(new String(kept, StandardCharsets.UTF_8), name);
      module.setOptions(options);
      return module;
    }
    try (LlvmContext context = LlvmContext.create();
        LlvmModule program = LlvmModule.parseBitcode(context, name, kept)) {
      return read(program, kept);
    }
  }

  private Module read(LlvmModule program, byte[] bitcode) throws FrontendException {
    Module module = LlvmReader.read(program, name);
    module.setOptions(options);
    OWN_BUILD.ifPresent(
        own ->
            module.setIdentity(new Sha256().add(own).add(bitcode).add(options.toString()).hex()));
    return module;
  }

  private static byte[] text(Module module) {
    return IrPrinter.print(module).getBytes(StandardCharsets.UTF_8);
  }
}
