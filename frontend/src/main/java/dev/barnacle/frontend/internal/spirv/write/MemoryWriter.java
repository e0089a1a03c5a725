package dev.barnacle.frontend.internal.spirv.write;

import dev.barnacle.frontend.internal.spirv.binary.Opcode;
import dev.barnacle.frontend.internal.spirv.dictionary.MemorySemantics;
import dev.barnacle.frontend.internal.spirv.dictionary.Operations;
import dev.barnacle.frontend.internal.spirv.module.StorageClass;
import dev.barnacle.llvm.view.LlvmConstant;
import dev.barnacle.llvm.view.LlvmInstruction;
import dev.barnacle.llvm.view.LlvmInstruction.Flag;
import dev.barnacle.llvm.view.LlvmOrdering;
import dev.barnacle.llvm.view.LlvmType;
import dev.barnacle.llvm.view.LlvmValue;

/**
 * Variables, loads, stores, addresses and copies (SPIR-V, 3.49.8 "Memory Instructions"), and LLVM's
 * own atomic instructions, of clang's functions that OpenCL C has not.
 */
final class MemoryWriter {
  private static final int VOLATILE = 0x1;
  private static final int ALIGNED = 0x2;

  private final Body body;
  private static final int MOST_MOVED_BITS = 8;

  private final Operands operands;

  MemoryWriter(Body body) {
    this.body = body;
    this.operands = new Operands(body);
  }

  /** Writes an instruction; returns the id of its result, 0 for none, -1 for another one. */
  int write(LlvmInstruction i) {
    return switch (i.opcode()) {
      case ALLOCA -> variable(i);
      case LOAD -> load(i);
      case STORE -> store(i);
      case GETELEMENTPTR ->
          operands.address(i, i.gepSourceType(), i.flags().contains(Flag.INBOUNDS));
      case ADDRSPACECAST, PTRTOINT, INTTOPTR, BITCAST ->
          operands.cast(i.opcode(), i.operand(0), body.module().typeOf(i));
      default -> atomic(i);
    };
  }

  private int variable(LlvmInstruction i) {
    boolean one =
        i.operand(0) instanceof LlvmConstant count
            && count.kind() == LlvmConstant.Kind.INTEGER
            && count.integerValue().intValueExact() == 1;
    if (!one) {
      throw new WriteException("an array whose length is not known has no form in SPIR-V");
    }
    int id = body.variable(body.module().contentOf(i, i.allocatedType()));
    body.module().text.name(id, i.name());
    body.module().text.decorate(id, "Alignment", i.alignment());
    return id;
  }

  private static int[] access(LlvmInstruction i) {
    return new int[] {ALIGNED | (i.isVolatile() ? VOLATILE : 0), i.alignment()};
  }

  /** Returns a pointer to values of a type, and of which kind where they are pointers. */
  private int address(LlvmValue pointer, LlvmType of) {
    int id = body.value(pointer);
    WrittenType holds = body.typeOf(id).pointee();
    if (of.kind() == LlvmType.Kind.POINTER
        && holds.isPointer()
        && holds.space() == TypeWriter.storage(of.addressSpace())) {
      return id;
    }
    return body.pointer(pointer, body.module().type(of));
  }

  private int load(LlvmInstruction i) {
    int address = address(i.operand(0), i.type());
    WrittenType type = body.typeOf(address).pointee();
    if (i.ordering() != LlvmOrdering.NOT_ATOMIC) {
      return atomicLoad(i, address, type);
    }
    return body.emit(Opcode.LOAD, type, WordBuffer.joined(new int[] {address}, access(i)));
  }

  private int store(LlvmInstruction i) {
    int address = address(i.operand(1), i.operand(0).type());
    int value = body.value(i.operand(0), body.typeOf(address).pointee());
    if (i.ordering() != LlvmOrdering.NOT_ATOMIC) {
      atomicStore(i, address, value);
    } else {
      body.effect(Opcode.STORE, WordBuffer.joined(new int[] {address, value}, access(i)));
    }
    return 0;
  }

  /** Writes {@code llvm.memcpy}. */
  void copy(LlvmInstruction call) {
    WrittenType bytes = body.types().integer(8);
    int to = body.pointer(call.operand(0), bytes);
    int from = body.pointer(call.operand(1), bytes);
    int alignment =
        (int) Math.min(call.argumentAlignment(0).orElse(1L), call.argumentAlignment(1).orElse(1L));
    copy(call, to, from, alignment, isTrue(call.operand(3)));
  }

  private void copy(LlvmInstruction call, int to, int from, int alignment, boolean isVolatile) {
    LlvmValue size = call.operand(2);
    if (size instanceof LlvmConstant c && c.integerValue().signum() == 0) {
      return;
    }
    int mask = ALIGNED | (isVolatile ? VOLATILE : 0);
    body.effect(Opcode.COPY_MEMORY_SIZED, to, from, body.value(size), mask, alignment);
  }

  /** Writes {@code llvm.memmove}: all is read before it is written, so it may overlap. */
  void move(LlvmInstruction call) {
    if (!(call.operand(2) instanceof LlvmConstant size)
        || size.integerValue().bitLength() > MOST_MOVED_BITS) {
      throw new WriteException(
          "memmove of a size that is not known, or of 256 bytes or more, has no form in SPIR-V");
    }
    int bytes = size.integerValue().intValueExact();
    if (bytes > 0) {
      WrittenType type =
          body.types().array(body.types().integer(8), bytes, body.constants().arrayLength(bytes));
      int mask = ALIGNED | (isTrue(call.operand(3)) ? VOLATILE : 0);
      int value = body.emit(Opcode.LOAD, type, body.pointer(call.operand(1), type), mask, 1);
      body.effect(Opcode.STORE, body.pointer(call.operand(0), type), value, mask, 1);
    }
  }

  private static boolean isTrue(LlvmValue value) {
    return value instanceof LlvmConstant c && c.integerValue().signum() != 0;
  }

  /** Writes {@code llvm.memset}: a copy of zeros, or stores of bytes. */
  void fill(LlvmInstruction call) {
    if (!(call.operand(2) instanceof LlvmConstant size)) {
      throw new WriteException("memset of a size that is not known has no form in SPIR-V");
    }
    long bytes = size.integerValue().longValueExact();
    WrittenType type = body.types().integer(8);
    int to = body.pointer(call.operand(0), type);
    boolean zero = call.operand(1) instanceof LlvmConstant v && v.integerValue().signum() == 0;
    if (bytes == 0) {
      return;
    }
    if (!zero) {
      for (long k = 0; k < bytes; k++) {
        int at =
            body.emit(
                Opcode.IN_BOUNDS_PTR_ACCESS_CHAIN,
                body.typeOf(to),
                to,
                body.constants().integer(64, k));
        body.effect(Opcode.STORE, at, body.value(call.operand(1)));
      }
      return;
    }
    int zeros = body.module().zeros(bytes);
    int from =
        body.emit(Opcode.BITCAST, body.types().pointer(StorageClass.UNIFORM_CONSTANT, type), zeros);
    copy(call, to, from, 1, isTrue(call.operand(3)));
  }

  /** Writes the beginning or the end of a variable's life. */
  void lifetime(LlvmInstruction call, boolean begins) {
    LlvmValue variable = call.operand(1);
    if (Surroundings.isVariable(variable)
        && call.operand(0) instanceof LlvmConstant size
        && size.integerValue().signum() > 0) {
      int pointer = body.pointer(variable, body.types().integer(8));
      body.effect(
          begins ? Opcode.LIFETIME_START : Opcode.LIFETIME_STOP,
          pointer,
          size.integerValue().intValueExact());
    }
  }

  private int scope(LlvmInstruction i) {
    String[] names = {"", "device", "workgroup", "subgroup", "singlethread"};
    for (int scope = 0; scope < names.length; scope++) {
      if (i.hasSyncScope(body.module().context(), names[scope])) {
        return body.constants().integer(32, scope);
      }
    }
    throw new WriteException("the scope of " + i + " has no form in SPIR-V");
  }

  private static int order(LlvmOrdering ordering) {
    return switch (ordering) {
      case ACQUIRE -> MemorySemantics.ACQUIRE;
      case RELEASE -> MemorySemantics.RELEASE;
      case ACQUIRE_RELEASE -> MemorySemantics.ACQUIRE_RELEASE;
      case SEQUENTIALLY_CONSISTENT -> MemorySemantics.SEQUENTIALLY_CONSISTENT;
      default -> MemorySemantics.RELAXED;
    };
  }

  private int semantics(LlvmOrdering ordering, int address) {
    int order = order(ordering);
    int memory = order == 0 ? 0 : AtomicFunctions.memory(body.typeOf(address).space());
    return body.constants().integer(32, order | memory);
  }

  private int atomicLoad(LlvmInstruction i, int address, WrittenType type) {
    return body.emit(Opcode.ATOMIC_LOAD, type, address, scope(i), semantics(i.ordering(), address));
  }

  private void atomicStore(LlvmInstruction i, int address, int value) {
    body.effect(Opcode.ATOMIC_STORE, address, scope(i), semantics(i.ordering(), address), value);
  }

  private int atomic(LlvmInstruction i) {
    return switch (i.opcode()) {
      case ATOMICRMW -> modify(i);
      case CMPXCHG -> exchange(i);
      case FENCE -> {
        int memory = AtomicFunctions.memory(StorageClass.GENERIC);
        int semantics = order(i.ordering()) | memory;
        body.effect(Opcode.MEMORY_BARRIER, scope(i), body.constants().integer(32, semantics));
        yield 0;
      }
      default -> -1;
    };
  }

  private int modify(LlvmInstruction i) {
    String operation =
        switch (i.atomicOperation()) {
          case XCHG, ADD, SUB, AND, OR, XOR, MAX, MIN, UMAX, UMIN ->
              Operations.spirv(Operations.ATOMICS, i.atomicOperation().name());
          default -> throw new WriteException("the operation " + i + " has no form in SPIR-V");
        };
    int value = body.value(i.operand(1));
    WrittenType type = body.typeOf(value);
    int address = body.pointer(i.operand(0), type);
    AtomicFunctions.needs(body, type);
    return body.emit(operation, type, address, scope(i), semantics(i.ordering(), address), value);
  }

  private int exchange(LlvmInstruction i) {
    int compared = body.value(i.operand(1));
    int value = body.value(i.operand(2));
    WrittenType type = body.typeOf(value);
    int address = body.pointer(i.operand(0), type);
    AtomicFunctions.needs(body, type);
    int old =
        body.emit(
            Opcode.ATOMIC_COMPARE_EXCHANGE,
            type,
            address,
            scope(i),
            semantics(i.ordering(), address),
            semantics(i.failureOrdering(), address),
            value,
            compared);
    int same = body.emit(Opcode.I_EQUAL, body.types().bool(), old, compared);
    return body.emit(Opcode.COMPOSITE_CONSTRUCT, body.module().type(i.type()), old, same);
  }
}
