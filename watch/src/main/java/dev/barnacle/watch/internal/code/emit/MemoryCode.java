package dev.barnacle.watch.internal.code.emit;

import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_double;
import static java.lang.constant.ConstantDescs.CD_float;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import dev.barnacle.engine.EngineException;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.AddressSpaceTest;
import dev.barnacle.ir.AsyncCopy;
import dev.barnacle.ir.AsyncFence;
import dev.barnacle.ir.AtomicCompareExchange;
import dev.barnacle.ir.AtomicLoad;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.AtomicStore;
import dev.barnacle.ir.Constant;
import dev.barnacle.ir.Fence;
import dev.barnacle.ir.FloatType;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.MemoryCopy;
import dev.barnacle.ir.MemoryFill;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.UndefConstant;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.VectorType;
import dev.barnacle.ir.WaitEvents;
import dev.barnacle.watch.internal.code.analysis.EarlyEnds;
import dev.barnacle.watch.internal.run.exec.AsyncCopies;
import dev.barnacle.watch.internal.run.exec.Atomics;
import dev.barnacle.watch.internal.run.exec.Memory;
import dev.barnacle.watch.internal.run.exec.Transfers;
import dev.barnacle.watch.internal.run.memory.Pointers;
import dev.barnacle.watch.internal.run.memory.RawMemory;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.util.BitSet;

/** Writes accesses to memory: each is checked, and then made by its address. */
final class MemoryCode {
  private final Emitter emitter;
  private final CodeBuilder code;
  private final WrittenLanes written;

  MemoryCode(Emitter emitter) {
    this.emitter = emitter;
    this.code = emitter.code();
    this.written = new WrittenLanes(emitter);
  }

  private void pushPlace(Instruction i) {
    code.loadConstant(emitter.layout().places().of(i));
  }

  void pointerAdd(PointerAdd i) {
    for (int lane = 0; lane < i.type().lanes(); lane++) {
      emitter.push(i.operand(0), i.operand(0).type().lanes() == 1 ? 0 : lane);
      emitter.push(i.operand(1), i.operand(1).type().lanes() == 1 ? 0 : lane);
      if (i.operand(1) instanceof Constant) {
        code.ladd();
      } else {
        emitter.call(Pointers.class, "add", CD_long, CD_long, CD_long);
      }
      emitter.pop(i, lane);
    }
  }

  void load(Load i) {
    BitSet named = emitter.layout().components().of(i);
    boolean once = named.nextClearBit(Math.max(0, named.nextSetBit(0))) >= named.length();
    boolean repeats = once && emitter.layout().repeats(i);
    if (named.cardinality() < i.type().lanes() && !space(i.pointer()).equals("Private")) {
      loadComponents(i, named, repeats);
      return;
    }
    checkRead(i, repeats);
    if (!(i.type() instanceof VectorType)) {
      get(i.type());
      emitter.pop(i, 0);
      return;
    }
    int address = code.allocateLocal(TypeKind.LONG);
    code.lstore(address);
    for (int lane = 0; lane < i.type().lanes(); lane++) {
      lane(address, i.type(), lane);
      get(i.type().scalar());
      emitter.pop(i, lane);
    }
  }

  /** Reads some components of a vector, neighbours together; nobody looks at the others. */
  private void loadComponents(Load i, BitSet named, boolean repeats) {
    Type scalar = i.type().scalar();
    int address = code.allocateLocal(TypeKind.LONG);
    for (int from = 0; from < i.type().lanes(); from++) {
      if (!named.get(from)) {
        emitter.push(new UndefConstant(scalar), 0);
        emitter.pop(i, from);
        continue;
      }
      int to = named.nextClearBit(from);
      CheckElisionCode known = repeats ? new CheckElisionCode(emitter) : null;
      if (known != null) {
        long skip = from * scalar.byteSize();
        known.before(i, skip, alignment(i.alignment() | skip));
      }
      check(
          i,
          i.pointer(),
          known == null ? "read" : "readKnown",
          from,
          to - from,
          scalar,
          i.alignment());
      if (known != null) {
        known.after();
      }
      code.lstore(address);
      for (int lane = from; lane < to; lane++) {
        lane(address, scalar, lane - from);
        get(scalar);
        emitter.pop(i, lane);
      }
      from = to - 1;
    }
  }

  private void storeComponents(Store i, BitSet named) {
    Type scalar = i.value().type().scalar();
    int address = code.allocateLocal(TypeKind.LONG);
    for (int from = named.nextSetBit(0); from >= 0; ) {
      int to = named.nextClearBit(from);
      check(i, i.pointer(), "write", from, to - from, scalar, i.alignment());
      code.lstore(address);
      for (int lane = from; lane < to; lane++) {
        lane(address, scalar, lane - from);
        emitter.push(i.value(), lane);
        put(scalar);
      }
      settle();
      from = named.nextSetBit(to);
    }
  }

  void store(Store i) {
    Type type = i.value().type();
    BitSet named = emitter.layout().components().of(i);
    if (named.cardinality() < type.lanes() && !space(i.pointer()).equals("Private")) {
      storeComponents(i, named);
      return;
    }
    int unset = written.unset(i);
    checkWrite(i);
    if (!(type instanceof VectorType)) {
      emitter.push(i.value());
      put(type);
      settle();
      return;
    }
    int address = code.allocateLocal(TypeKind.LONG);
    code.lstore(address);
    for (int lane = 0; lane < type.lanes(); lane++) {
      lane(address, type, lane);
      emitter.push(i.value(), lane);
      put(type.scalar());
    }
    written.forget(i, unset);
    settle();
  }

  private void settle() {
    if (emitter.layout().settles()) {
      emitter.pushWorkItem();
      code.invokevirtual(JvmTypes.WORK_ITEM, "settle", JvmTypes.method(CD_void));
    }
  }

  private void lane(int address, Type type, int lane) {
    code.lload(address);
    if (lane > 0) {
      code.loadConstant(lane * type.scalar().byteSize());
      code.ladd();
    }
  }

  /** Returns the bytes that an access touches: a vector of three does not touch the fourth lane. */
  private static int bytes(Type type) {
    if (type instanceof VectorType && JvmTypes.bits(type) == 1) {
      throw new EngineException(
          EngineException.Kind.UNSUPPORTED_PROGRAM, "vectors of truth values in memory");
    }
    return (int) (type.lanes() * type.scalar().byteSize());
  }

  /** Pushes the address of some lanes of a vector, after all checks. */
  private void check(
      Instruction i, Value pointer, String kind, int from, int lanes, Type scalar, long alignment) {
    long skip = from * scalar.byteSize();
    emitter.pushWorkItem();
    emitter.push(pointer);
    if (skip > 0) {
      code.loadConstant(skip);
      emitter.call(Pointers.class, "add", CD_long, CD_long, CD_long);
    }
    code.loadConstant((int) (lanes * scalar.byteSize()));
    code.loadConstant((int) alignment(alignment | skip));
    checked(i, pointer, kind);
  }

  /** Returns the largest power of two that divides some numbers, given as one with their bits. */
  private static long alignment(long numbers) {
    return Math.max(1, Long.lowestOneBit(numbers));
  }

  /** Pushes the address to access, after all checks. */
  private void check(Instruction i, Value pointer, String kind, int bytes, long alignment) {
    emitter.pushWorkItem();
    emitter.push(pointer);
    code.loadConstant(bytes);
    code.loadConstant((int) Math.max(1, alignment));
    checked(i, pointer, kind);
  }

  private void checked(Instruction i, Value pointer, String kind) {
    pushPlace(i);
    emitter.call(
        Memory.class,
        kind + space(pointer),
        CD_long,
        JvmTypes.WORK_ITEM,
        CD_long,
        CD_int,
        CD_int,
        CD_int);
  }

  /** Pushes the address to read; of a part that nobody looks at, it may not have been written. */
  private void checkRead(Load i, boolean repeats) {
    boolean whole = written.read(i);
    if (!whole || !repeats) {
      check(i, i.pointer(), whole ? "read" : "peek", bytes(i.type()), i.alignment());
      return;
    }
    CheckElisionCode known = new CheckElisionCode(emitter);
    known.before(i, 0, alignment(i.alignment()));
    check(i, i.pointer(), "readKnown", bytes(i.type()), i.alignment());
    known.after();
  }

  /** Pushes the address to write; lanes that stay as they are do not become written by that. */
  private void checkWrite(Store i) {
    boolean all = space(i.pointer()).equals("Global") || written.write(i);
    check(i, i.pointer(), all ? "write" : "poke", bytes(i.value().type()), i.alignment());
  }

  private static String space(Value pointer) {
    AddressSpace space =
        pointer.type() instanceof PointerType type ? type.space() : AddressSpace.GENERIC;
    return switch (space) {
      case GLOBAL, CONSTANT -> "Global";
      case LOCAL -> "Local";
      case PRIVATE -> "Private";
      case GENERIC -> "Generic";
    };
  }

  private void get(Type type) {
    switch (type) {
      case FloatType f ->
          emitter.call(
              RawMemory.class,
              f.bits() == 16 ? "getHalf" : f.bits() == 32 ? "getFloat" : "getDouble",
              JvmTypes.desc(type),
              CD_long);
      default -> {
        String name =
            switch (JvmTypes.bits(type)) {
              case 1, 8 -> "getByte";
              case 16 -> "getShort";
              case 32 -> "getInt";
              default -> "getLong";
            };
        emitter.call(RawMemory.class, name, JvmTypes.desc(type), CD_long);
        if (type.equals(Types.I1)) {
          code.iconst_1();
          code.iand();
        }
      }
    }
  }

  private void put(Type type) {
    String name =
        switch (type) {
          case FloatType f ->
              f.bits() == 16 ? "putHalf" : f.bits() == 32 ? "putFloat" : "putDouble";
          default ->
              switch (JvmTypes.bits(type)) {
                case 1, 8 -> "putByte";
                case 16 -> "putShort";
                case 32 -> "putInt";
                default -> "putLong";
              };
        };
    emitter.call(RawMemory.class, name, CD_void, CD_long, JvmTypes.desc(type));
  }

  void copy(MemoryCopy i) {
    emitter.pushWorkItem();
    i.operands().forEach(emitter::push);
    pushPlace(i);
    emitter.call(
        Transfers.class, "copy", CD_void, JvmTypes.WORK_ITEM, CD_long, CD_long, CD_long, CD_int);
  }

  void fill(MemoryFill i) {
    EarlyEnds early = emitter.layout().lanesUsed().earlyEnds();
    if (early.contains(i)) {
      return;
    }
    emitter.pushWorkItem();
    if (i.operand(1) instanceof UndefConstant) {
      emitter.push(i.operand(0));
      emitter.push(i.operand(2));
      emitter.push(early.isOf(i.operand(0)) ? IntConstant.FALSE : IntConstant.TRUE);
      emitter.call(
          Transfers.class, "forget", CD_void, JvmTypes.WORK_ITEM, CD_long, CD_long, CD_boolean);
      return;
    }
    i.operands().forEach(emitter::push);
    pushPlace(i);
    emitter.call(
        Transfers.class, "fill", CD_void, JvmTypes.WORK_ITEM, CD_long, CD_int, CD_long, CD_int);
  }

  void asyncCopy(AsyncCopy i) {
    emitter.pushWorkItem();
    i.operands().forEach(emitter::push);
    code.loadConstant(i.elementBytes());
    pushPlace(i);
    emitter.call(
        AsyncCopies.class,
        "copy",
        CD_long,
        JvmTypes.WORK_ITEM,
        CD_long,
        CD_long,
        CD_long,
        CD_long,
        CD_long,
        CD_long,
        CD_long,
        CD_int);
    emitter.pop(i, 0);
  }

  void asyncFence(AsyncFence i) {
    emitter.pushWorkItem();
    emitter.push(i.operand(0));
    pushPlace(i);
    emitter.call(AsyncCopies.class, "fence", CD_void, JvmTypes.WORK_ITEM, CD_int, CD_int);
  }

  void waitEvents(WaitEvents i) {
    emitter.pushWorkItem();
    i.operands().forEach(emitter::push);
    pushPlace(i);
    emitter.call(AsyncCopies.class, "await", CD_void, JvmTypes.WORK_ITEM, CD_int, CD_long, CD_int);
  }

  @SuppressWarnings("EnumOrdinal") // the number is for code of this process
  void test(AddressSpaceTest i) {
    emitter.push(i.operand(0));
    code.loadConstant(i.space().ordinal());
    emitter.call(Memory.class, "isIn", CD_int, CD_long, CD_int);
    emitter.pop(i, 0);
  }

  void fence(Fence i) {
    emitter.pushWorkItem();
    pushPlace(i);
    emitter.call(Atomics.class, "fence", CD_void, JvmTypes.WORK_ITEM, CD_int);
  }

  void atomicLoad(AtomicLoad i) {
    ClassDesc bits = bitsType(i, i.type());
    emitter.pushWorkItem();
    emitter.push(i.pointer());
    pushPlace(i);
    emitter.call(Atomics.class, "load" + suffix(bits), bits, JvmTypes.WORK_ITEM, CD_long, CD_int);
    fromBits(i.type());
    emitter.pop(i, 0);
  }

  void atomicStore(AtomicStore i) {
    ClassDesc bits = bitsType(i, i.value().type());
    emitter.pushWorkItem();
    emitter.push(i.pointer());
    pushBits(i.value());
    pushPlace(i);
    emitter.call(Atomics.class, "store", CD_void, JvmTypes.WORK_ITEM, CD_long, bits, CD_int);
  }

  @SuppressWarnings("EnumOrdinal") // the number is for code of this process
  void atomicRmw(AtomicRmw i) {
    ClassDesc bits = bitsType(i, i.type());
    emitter.pushWorkItem();
    emitter.push(i.pointer());
    pushBits(i.value());
    code.loadConstant(i.op().ordinal());
    pushPlace(i);
    emitter.call(Atomics.class, "update", bits, JvmTypes.WORK_ITEM, CD_long, bits, CD_int, CD_int);
    fromBits(i.type());
    emitter.pop(i, 0);
  }

  void atomicExchange(AtomicCompareExchange i) {
    ClassDesc bits = bitsType(i, i.type());
    emitter.pushWorkItem();
    emitter.push(i.pointer());
    pushBits(i.expected());
    pushBits(i.desired());
    pushPlace(i);
    emitter.call(Atomics.class, "exchange", bits, JvmTypes.WORK_ITEM, CD_long, bits, bits, CD_int);
    fromBits(i.type());
    emitter.pop(i, 0);
  }

  private static String suffix(ClassDesc bits) {
    return bits.equals(CD_int) ? "Int" : "Long";
  }

  private static ClassDesc bitsType(Instruction i, Type type) {
    return switch (JvmTypes.bits(type)) {
      case 32 -> CD_int;
      case 64 -> CD_long;
      default -> throw EngineException.unsupported(i.location(), "an atomic operation on " + type);
    };
  }

  private void pushBits(Value value) {
    emitter.push(value);
    if (value.type() instanceof FloatType f) {
      if (f.bits() == 32) {
        emitter.call(Float.class, "floatToRawIntBits", CD_int, CD_float);
      } else {
        emitter.call(Double.class, "doubleToRawLongBits", CD_long, CD_double);
      }
    }
  }

  private void fromBits(Type type) {
    if (type instanceof FloatType f) {
      if (f.bits() == 32) {
        emitter.call(Float.class, "intBitsToFloat", CD_float, CD_int);
      } else {
        emitter.call(Double.class, "longBitsToDouble", CD_double, CD_long);
      }
    }
  }
}
