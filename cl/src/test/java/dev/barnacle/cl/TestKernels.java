package dev.barnacle.cl;

import dev.barnacle.cl.internal.program.ContextEngine;
import dev.barnacle.cl.internal.program.ProgramCompiler;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.IrBuilder;
import dev.barnacle.ir.KernelInfo;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.VectorType;
import dev.barnacle.watch.WatchOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Builds programs of empty kernels with given parameters. */
final class TestKernels {
  private final List<Parameter> parameters = new ArrayList<>();
  private final List<KernelInfo.Argument> declared = new ArrayList<>();
  private List<Integer> required = List.of();
  private Consumer<IrBuilder> body = builder -> {};

  TestKernels pointer(AddressSpace space, String typeName, String name) {
    return add(new PointerType(space), space, typeName, name, Parameter.Attributes.NONE);
  }

  TestKernels aligned(String typeName, String name, long alignment) {
    return add(
        new PointerType(AddressSpace.GLOBAL),
        AddressSpace.GLOBAL,
        typeName,
        name,
        new Parameter.Attributes(0, alignment, false, false));
  }

  TestKernels value(Type type, String typeName, String name) {
    return add(type, AddressSpace.PRIVATE, typeName, name, Parameter.Attributes.NONE);
  }

  TestKernels struct(long bytes, String typeName, String name) {
    return add(
        new PointerType(AddressSpace.PRIVATE),
        AddressSpace.PRIVATE,
        typeName,
        name,
        new Parameter.Attributes(bytes, 8, false, false));
  }

  TestKernels required(Integer... sizes) {
    required = List.of(sizes);
    return this;
  }

  TestKernels body(Consumer<IrBuilder> code) {
    body = code;
    return this;
  }

  private TestKernels add(
      Type type,
      AddressSpace space,
      String typeName,
      String name,
      Parameter.Attributes attributes) {
    parameters.add(new Parameter(name, type, parameters.size(), attributes));
    declared.add(new KernelInfo.Argument(name, typeName, space, "none", ""));
    return this;
  }

  /** Returns the kernel {@code k} alone in a module. */
  Module module() {
    Module module = new Module("test");
    Function kernel =
        new Function(
            "k",
            Types.VOID,
            parameters,
            new KernelInfo(required, List.of(), "", 0, declared),
            null);
    IrBuilder builder = new IrBuilder(kernel.newBlock("entry"));
    body.accept(builder);
    builder.ret();
    module.functions().add(kernel);
    return module;
  }

  /** Returns the kernel {@code k} in a context of {@code engine}. */
  Kernel in(TestEngine engine) {
    return in(engine, "");
  }

  Kernel in(TestEngine engine, String options) {
    return context(engine).build("k.cl", "", options).kernel("k");
  }

  Context context(TestEngine engine) {
    return new Context(
        ContextEngine.running(engine, WatchOptions.defaults()),
        (source, options) -> new ProgramCompiler.Compiled(module(), ""),
        text -> {},
        Set.of());
  }

  static Type vector(Type element, int lanes) {
    return new VectorType(element, lanes);
  }
}
