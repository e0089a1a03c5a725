package dev.barnacle.frontend.internal.reader.global;

import dev.barnacle.frontend.internal.reader.type.GepOffsets;
import dev.barnacle.frontend.internal.reader.type.TypeReader;
import dev.barnacle.frontend.internal.reader.type.UnsupportedException;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.GlobalVariable;
import dev.barnacle.ir.Module;
import dev.barnacle.llvm.view.LlvmConstant;
import dev.barnacle.llvm.view.LlvmDataLayout;
import dev.barnacle.llvm.view.LlvmFunction;
import dev.barnacle.llvm.view.LlvmGlobalVariable;
import dev.barnacle.llvm.view.LlvmOpcode;
import dev.barnacle.llvm.view.LlvmType;
import dev.barnacle.llvm.view.LlvmValue;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * LLVM's global variables as the IR's: initialisers become bytes and relocations. Only variables
 * that something refers to are read.
 */
public final class GlobalReader {
  /** An address that is known up to where its variable lies. */
  record Address(GlobalVariable variable, long offset) {}

  private final TypeReader types;
  private final Module module;
  private final DeclarationReader declarations;
  private final Map<String, GlobalVariable> declared = new HashMap<>();
  private final Map<LlvmGlobalVariable, GlobalVariable> known = new HashMap<>();
  private final Set<LlvmGlobalVariable> beingRead = new HashSet<>();

  public GlobalReader(TypeReader types, Module module, DeclarationReader declarations) {
    this.types = types;
    this.module = module;
    this.declarations = declarations;
    module.globals().forEach(g -> declared.put(g.name(), g));
  }

  /** The variable in the IR. */
  public GlobalVariable read(LlvmGlobalVariable source) {
    GlobalVariable found = known.get(source);
    if (found != null) {
      return found;
    }
    if (!beingRead.add(source)) {
      throw UnsupportedException.of(
          "the initialiser of '" + source.name() + "', which holds its own address,");
    }
    try {
      GlobalVariable variable = declared.get(uniqueName(source));
      if (variable == null) {
        variable = convert(source);
        module.globals().add(variable);
      }
      known.put(source, variable);
      return variable;
    } finally {
      beingRead.remove(source);
    }
  }

  private GlobalVariable convert(LlvmGlobalVariable source) {
    LlvmDataLayout layout = types.layout();
    AddressSpace space = TypeReader.space(source.addressSpace());
    if (space == AddressSpace.PRIVATE || space == AddressSpace.GENERIC) {
      throw UnsupportedException.of("the program-scope variable '" + source.name() + "' here");
    }
    int alignment = source.alignment();
    GlobalVariable variable =
        new GlobalVariable(
            uniqueName(source),
            space,
            layout.allocSize(source.valueType()),
            alignment == 0 ? layout.alignment(source.valueType()) : alignment,
            space == AddressSpace.LOCAL ? null : initializer(source));
    variable.setDeclaration(declarations.of(source, variable.byteSize()));
    return variable;
  }

  private String uniqueName(LlvmGlobalVariable source) {
    String name = source.name();
    return name.isEmpty() ? ".global" + known.size() : name;
  }

  private GlobalVariable.@Nullable Initializer initializer(LlvmGlobalVariable source) {
    LlvmValue value =
        source
            .initializer()
            .orElseThrow(
                () ->
                    new UnsupportedException(
                        "the variable '" + source.name() + "' is declared but nowhere defined"));
    Image image = new Image();
    write(value, 0, image);
    return new GlobalVariable.Initializer(image.bytes(), image.relocations);
  }

  /**
   * The bytes and addresses of an initialiser, as they are gathered. They reach up to the last byte
   * that is not zero: variables may be larger than the Java heap.
   */
  private static final class Image {
    private byte[] content = new byte[64];
    private int end;
    private final List<GlobalVariable.Relocation> relocations = new ArrayList<>();

    void put(long value, long offset, long count) {
      for (int i = 0; i < count; i++) {
        put((byte) (value >> (Byte.SIZE * i)), offset + i);
      }
    }

    void put(byte value, long offset) {
      if (value == 0) {
        return;
      }
      int at = Math.toIntExact(offset);
      if (at >= content.length) {
        content = Arrays.copyOf(content, Math.max(at + 1, 2 * content.length));
      }
      content[at] = value;
      end = Math.max(end, at + 1);
    }

    byte[] bytes() {
      return Arrays.copyOf(content, end);
    }
  }

  private void write(LlvmValue value, long offset, Image image) {
    if (value instanceof LlvmConstant constant && constant.kind() != LlvmConstant.Kind.EXPRESSION) {
      writeConstant(constant, offset, image);
      return;
    }
    if (isFunction(value)) {
      // A block's literal. Calls of functions are direct in the IR, so that nothing reads this.
      return;
    }
    Address address = address(value);
    image.relocations.add(
        new GlobalVariable.Relocation(offset, address.variable(), address.offset()));
  }

  private static boolean isFunction(LlvmValue value) {
    return value instanceof LlvmFunction
        || (value instanceof LlvmConstant constant
            && constant.kind() == LlvmConstant.Kind.EXPRESSION
            && isFunction(constant.operand(0)));
  }

  private void writeConstant(LlvmConstant constant, long offset, Image image) {
    LlvmType type = constant.type();
    switch (constant.kind()) {
      case INTEGER -> writeInteger(constant, offset, image);
      case FLOAT -> image.put(constant.floatBits(), offset, types.layout().storeSize(type));
      case AGGREGATE -> writeElements(constant, offset, image);
      case NULL_POINTER, ZERO, UNDEF, POISON -> {}
      case EXPRESSION, OTHER -> throw UnsupportedException.of("the initialiser '" + constant + "'");
    }
  }

  private void writeInteger(LlvmConstant constant, long offset, Image image) {
    BigInteger value = constant.integerValue();
    long size = types.layout().storeSize(constant.type());
    BigInteger bits =
        value.and(BigInteger.ONE.shiftLeft(constant.type().integerBits()).subtract(BigInteger.ONE));
    for (int i = 0; i < size; i++) {
      image.put(bits.shiftRight(Byte.SIZE * i).byteValue(), offset + i);
    }
  }

  private void writeElements(LlvmConstant constant, long offset, Image image) {
    LlvmType type = constant.type();
    LlvmDataLayout layout = types.layout();
    if (type.kind() == LlvmType.Kind.STRUCT) {
      for (int i = 0; i < type.count(); i++) {
        write(constant.element(i), offset + layout.memberOffset(type, i), image);
      }
      return;
    }
    if (type.kind() == LlvmType.Kind.VECTOR
        && type.element().kind() == LlvmType.Kind.INTEGER
        && type.element().integerBits() % Byte.SIZE != 0) {
      throw UnsupportedException.of("an initialiser of the type '" + type + "'");
    }
    long size = layout.allocSize(type.element());
    for (int i = 0; i < type.count(); i++) {
      write(constant.element(i), offset + i * size, image);
    }
  }

  /** The address that a constant stands for. */
  Address address(LlvmValue value) {
    if (value instanceof LlvmGlobalVariable variable) {
      return new Address(read(variable), 0);
    }
    if (value instanceof LlvmConstant constant && constant.kind() == LlvmConstant.Kind.EXPRESSION) {
      LlvmOpcode opcode = constant.opcode();
      if (opcode == LlvmOpcode.GETELEMENTPTR) {
        Address base = address(constant.operand(0));
        return new Address(base.variable(), base.offset() + gepOffset(constant));
      }
      if (opcode == LlvmOpcode.ADDRSPACECAST
          || opcode == LlvmOpcode.BITCAST
          || opcode == LlvmOpcode.PTRTOINT
          || opcode == LlvmOpcode.INTTOPTR) {
        return address(constant.operand(0));
      }
    }
    throw UnsupportedException.of("the constant address '" + value + "'");
  }

  /** Returns the bytes that a constant getelementptr adds. */
  private long gepOffset(LlvmConstant gep) {
    GepOffsets offsets = GepOffsets.of(types.layout(), gep.gepSourceType(), gep.operands());
    if (!offsets.variables().isEmpty()) {
      throw UnsupportedException.of("the constant address '" + gep + "'");
    }
    return offsets.constant();
  }

  /**
   * The bytes from an address in a constant variable to the next zero byte, as characters of ISO
   * 8859-1; null where the address is not known or the variable not constant.
   */
  public @Nullable String string(LlvmValue value) {
    if (!(value instanceof LlvmGlobalVariable)
        && !(value instanceof LlvmConstant constant
            && constant.kind() == LlvmConstant.Kind.EXPRESSION)) {
      return null;
    }
    LlvmGlobalVariable source = root(value);
    if (source == null || !source.isConstant() || source.initializer().isEmpty()) {
      return null;
    }
    GlobalVariable.@Nullable Initializer initializer = initializer(source);
    if (initializer == null) {
      return null;
    }
    long size = types.layout().allocSize(source.valueType());
    return text(initializer.bytes(), size, offsetFromRoot(value));
  }

  private static @Nullable String text(byte[] bytes, long size, long offset) {
    StringBuilder text = new StringBuilder();
    for (long i = offset; i >= 0 && i < size; i++) {
      byte here = i < bytes.length ? bytes[(int) i] : 0;
      if (here == 0) {
        return text.toString();
      }
      text.append((char) (here & 0xff));
    }
    return null;
  }

  private static @Nullable LlvmGlobalVariable root(LlvmValue value) {
    return switch (value) {
      case LlvmGlobalVariable variable -> variable;
      case LlvmConstant constant when constant.kind() == LlvmConstant.Kind.EXPRESSION ->
          root(constant.operand(0));
      default -> null;
    };
  }

  private long offsetFromRoot(LlvmValue value) {
    if (value instanceof LlvmConstant constant) {
      long here = constant.opcode() == LlvmOpcode.GETELEMENTPTR ? gepOffset(constant) : 0;
      return here + offsetFromRoot(constant.operand(0));
    }
    return 0;
  }
}
