package dev.barnacle.ir;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Correct modules made at random from a seed: any instruction, type, flag, name and location. */
public final class RandomModules extends RandomParts {
  private final Module module;

  private RandomModules(long seed) {
    super(seed);
    this.module = new Module(pick(NAMES) + seed);
  }

  /** Returns the module of a seed. */
  public static Module of(long seed) {
    RandomModules maker = new RandomModules(seed);
    maker.variables();
    int functions = 1 + maker.random.nextInt(3);
    for (int i = 0; i < functions; i++) {
      maker.function(i);
    }
    return maker.module;
  }

  private void variables() {
    for (int i = random.nextInt(4); i > 0; i--) {
      AddressSpace space =
          pick(List.of(AddressSpace.LOCAL, AddressSpace.CONSTANT, AddressSpace.GLOBAL));
      int size = 8 + random.nextInt(24);
      GlobalVariable variable =
          new GlobalVariable("v" + i + pick(NAMES), space, size, alignment(), null);
      variable.setDeclaration(declaration());
      module.globals().add(variable);
      if (space != AddressSpace.LOCAL) {
        byte[] bytes = new byte[size];
        random.nextBytes(bytes);
        List<GlobalVariable.Relocation> relocations = new ArrayList<>();
        GlobalVariable target = pick(module.globals());
        if (target.space() != AddressSpace.LOCAL && random.nextBoolean()) {
          relocations.add(
              new GlobalVariable.Relocation(random.nextInt(size - 7), target, random.nextLong()));
        }
        variable.setInitializer(new GlobalVariable.Initializer(bytes, relocations));
      }
    }
  }

  private void function(int number) {
    boolean isKernel = random.nextBoolean();
    List<Parameter> parameters = new ArrayList<>();
    List<KernelInfo.Argument> arguments = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      String name = pick(NAMES);
      name = names.add(name) ? name : "";
      Type type = isKernel ? kernelType() : type();
      Parameter parameter =
          new Parameter(name, type, parameters.size(), attributes(type, isKernel));
      parameter.setDeclaration(declaration());
      parameters.add(parameter);
      AddressSpace space = type instanceof PointerType p ? p.space() : AddressSpace.PRIVATE;
      boolean block = isKernel && parameters.size() == 1 && space == AddressSpace.GLOBAL;
      arguments.add(
          new KernelInfo.Argument(
              pick(NAMES),
              block ? KernelInfo.BLOCK : "float *",
              random.nextBoolean() ? "float *" : pick(NAMES),
              space,
              "none",
              pick(NAMES)));
    }
    KernelInfo info =
        isKernel
            ? new KernelInfo(
                random.nextBoolean() ? List.of(8, 1, 2) : List.of(),
                random.nextBoolean() ? List.of(1, 2, 3) : List.of(),
                pick(NAMES),
                random.nextInt(2) * 16,
                random.nextInt(3),
                arguments)
            : null;
    Type returned = isKernel || random.nextBoolean() ? Types.VOID : type();
    Location location = random.nextBoolean() ? location() : null;
    Function function =
        new Function("f" + number + pick(NAMES), returned, parameters, info, location);
    new RandomBody(this, module, function).fill();
    module.functions().add(function);
  }

  private Parameter.Attributes attributes(Type type, boolean isKernel) {
    if (!(type instanceof PointerType pointer)) {
      return Parameter.Attributes.NONE;
    }
    boolean byValue = isKernel && pointer.space() == AddressSpace.PRIVATE;
    return new Parameter.Attributes(
        byValue ? 24 : 0,
        random.nextBoolean() ? alignment() : 0,
        random.nextBoolean(),
        random.nextBoolean());
  }

  private Type kernelType() {
    Type type = type();
    return type instanceof PointerType p && p.space() == AddressSpace.GENERIC ? Types.I32 : type;
  }
}
