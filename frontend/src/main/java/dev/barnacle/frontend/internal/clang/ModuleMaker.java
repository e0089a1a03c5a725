package dev.barnacle.frontend.internal.clang;

import dev.barnacle.frontend.BuildOptions;
import dev.barnacle.frontend.FrontendException;
import dev.barnacle.frontend.PrivateVariables;
import dev.barnacle.frontend.internal.reader.LlvmReader;
import dev.barnacle.ir.CodeOptions;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.text.IrParser;
import dev.barnacle.ir.text.IrPrinter;
import dev.barnacle.llvm.Blake3Sum;
import dev.barnacle.llvm.BuildId;
import dev.barnacle.llvm.LlvmContext;
import dev.barnacle.llvm.LlvmModule;
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
    return new ModuleMaker(name, options.code(), variables);
  }

  /**
   * What was made.
   *
   * @param module the IR
   * @param kept what {@link #again} makes it of
   */
  record Made(Module module, Kept kept) {}

  /**
   * What the cache keeps.
   *
   * @param declarations of the kernels, as text; empty where the program is to be read at once
   * @param program the linked program: bitcode, or the text of its IR
   */
  @SuppressWarnings("ArrayRecordComponent") // handed over, and never compared
  record Kept(String declarations, byte[] program) {}

  /** What reads programs; text and declarations that are kept are this reader's. */
  String version() {
    return OWN_BUILD.orElse("");
  }

  /**
   * Tells whether the cache keeps the IR as text and not as bitcode: for engines that need no LLVM,
   * which takes longer to load than all the rest.
   */
  boolean keepsText() {
    return looksAtMemory() && OWN_BUILD.isPresent();
  }

  private boolean looksAtMemory() {
    return variables != PrivateVariables.VALUES;
  }

  /**
   * Links the OpenCL C library into a program and reads it.
   *
   * @throws FrontendException if the IR can't express it, or it calls what exists nowhere
   */
  Made make(LlvmModule program) throws FrontendException {
    program.setSourceFileName(""); // a temporary file of another name each time
    ProgramLinker.link(program, variables);
    byte[] linked = program.toBitcode();
    Module module = LlvmReader.read(program, name, looksAtMemory());
    describe(module, linked);
    return new Made(
        module,
        keepsText()
            ? new Kept("", IrPrinter.print(module).getBytes(StandardCharsets.UTF_8))
            : new Kept(OWN_BUILD.isPresent() ? Declarations.print(module) : "", linked));
  }

  /** Makes it again of what was kept. */
  Module again(Kept kept) throws FrontendException {
    if (keepsText()) {
      Module module = IrParser.parse(new String(kept.program(), StandardCharsets.UTF_8), name);
      module.setOptions(options);
      return module;
    }
    if (!kept.declarations().isEmpty()) {
      Module module = IrParser.parseDeclarations(kept.declarations(), name);
      describe(module, kept.program());
      module.readLater(declared -> readAgain(declared, kept.program()));
      return module;
    }
    Module module = new Module(name);
    describe(module, kept.program());
    readInto(module, kept.program());
    return module;
  }

  private void readAgain(Module declared, byte[] bitcode) {
    try {
      readInto(declared, bitcode);
    } catch (FrontendException e) {
      throw new IllegalStateException(name + " could be read before", e);
    }
  }

  private void readInto(Module module, byte[] bitcode) throws FrontendException {
    try (LlvmContext context = LlvmContext.create();
        LlvmModule program = LlvmModule.parseBitcode(context, name, bitcode)) {
      LlvmReader.readInto(program, module, looksAtMemory());
    }
  }

  private void describe(Module module, byte[] bitcode) {
    module.setOptions(options);
    OWN_BUILD.ifPresent(
        own ->
            module.setIdentity(
                new Blake3Sum().add(own).add(bitcode).add(options.toString()).hex()));
  }
}
