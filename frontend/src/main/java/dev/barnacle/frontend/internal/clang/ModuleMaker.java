package dev.barnacle.frontend.internal.clang;

import dev.barnacle.frontend.BuildOptions;
import dev.barnacle.frontend.FrontendException;
import dev.barnacle.frontend.PrivateVariables;
import dev.barnacle.frontend.internal.clang.CompileCache.Found;
import dev.barnacle.frontend.internal.reader.LlvmReader;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.ByteText;
import dev.barnacle.ir.CodeOptions;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.analysis.UndefinedLanes;
import dev.barnacle.ir.text.IrParser;
import dev.barnacle.ir.text.IrPrinter;
import dev.barnacle.llvm.module.LlvmContext;
import dev.barnacle.llvm.module.LlvmModule;
import dev.barnacle.store.Blake3Sum;
import dev.barnacle.store.BuildId;
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
   * The result of reading a program.
   *
   * @param module the IR
   * @param kept what {@link #again} makes it of
   */
  record Made(Module module, Kept kept) {}

  /**
   * The form of a program that the cache keeps.
   *
   * @param sum over bitcode and its reader, so that it is not made anew; empty for text
   * @param declarations of the kernels and variables, as text; empty where the program is to be
   *     read at once
   * @param program the linked program: bitcode, or the text of its IR
   */
  @SuppressWarnings("ArrayRecordComponent") // handed over, and never compared
  record Kept(String sum, String declarations, byte[] program) {}

  /** Returns the reader's version; text and declarations that are kept are this reader's. */
  String version() {
    return OWN_BUILD.orElse("");
  }

  /**
   * Returns whether the cache keeps the IR as text and not as bitcode: for engines that need no
   * LLVM, which takes longer to load than all the rest.
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
    if (options.zeroed().contains(AddressSpace.PRIVATE)) {
      program.zeroVariables();
    }
    ProgramLinker.link(program, variables);
    byte[] linked = program.toBitcode();
    Module module = LlvmReader.read(program, name, looksAtMemory());
    if (keepsText()) {
      module.setOptions(options);
      return new Made(module, text(module));
    }
    String sum = OWN_BUILD.map(own -> new Blake3Sum().add(own).add(linked).hex()).orElse("");
    describe(module, sum);
    String declarations = OWN_BUILD.isPresent() ? Declarations.print(module) : "";
    return new Made(module, new Kept(sum, declarations, linked));
  }

  /**
   * Returns a program as text, which is read when somebody asks for it; at once where the first
   * question is for undefined lanes, and there are some.
   */
  private Kept text(Module module) {
    boolean asked = variables == PrivateVariables.WHOLE_VALUES;
    boolean later = !asked || !UndefinedLanes.areUsed(module);
    if (asked && later) {
      module.setDefinedLanes();
    }
    return new Kept(
        "",
        later ? IrPrinter.printDeclarations(module, module.globals()) : "",
        ByteText.encode(IrPrinter.print(module)));
  }

  /** Makes it again of what the cache has found. */
  Module again(Found found) throws FrontendException {
    Kept kept = found.entry().kept();
    if (keepsText()) {
      Module module = ofText(kept);
      identify(module, found.name());
      return module;
    }
    if (!kept.declarations().isEmpty()) {
      Module module = IrParser.parseDeclarations(kept.declarations(), name);
      describe(module, kept.sum());
      module.readLater(declared -> readAgain(declared, kept.program()));
      return module;
    }
    Module module = new Module(name);
    describe(module, kept.sum());
    readInto(module, kept.program());
    return module;
  }

  private Module ofText(Kept kept) {
    if (kept.declarations().isEmpty()) {
      Module module = IrParser.parse(string(kept.program()), name);
      module.setOptions(options);
      return module;
    }
    Module module = IrParser.parseDeclarations(kept.declarations(), name);
    module.setOptions(options);
    if (variables == PrivateVariables.WHOLE_VALUES) {
      module.setDefinedLanes();
    }
    module.readLater(declared -> IrParser.parseInto(declared, string(kept.program())));
    return module;
  }

  private static String string(byte[] text) {
    return ByteText.decode(text);
  }

  /** Gives a program that is kept as text the identity that its name in the cache is. */
  void identify(Module module, String cacheName) {
    if (keepsText()) {
      module.setIdentity(cacheName + " " + options);
    }
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

  /** Programs of the same bitcode differ by options of which clang knows nothing. */
  private void describe(Module module, String sum) {
    module.setOptions(options);
    module.setIdentity(sum.isEmpty() ? "" : sum + " " + options);
  }
}
