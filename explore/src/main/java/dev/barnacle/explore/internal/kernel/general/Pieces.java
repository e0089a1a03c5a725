package dev.barnacle.explore.internal.kernel.general;

import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.internal.kernel.memory.MemoryObject;
import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.IrBuilder;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.MemoryCopy;
import dev.barnacle.ir.MemoryFill;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Takes accesses apart that are not atomic, copies and fills, so that all of an object have one
 * size; and writes into private memory what it holds at first.
 */
final class Pieces {
  private final Function function;
  private final AccessedMemory accesses;
  private final PointerBases bases;
  private final IrBuilder builder;
  private final IdentityHashMap<Value, Value> replaced = new IdentityHashMap<>();

  Pieces(Function function, AccessedMemory accesses, List<MemoryObject> objects) {
    this.function = function;
    this.accesses = accesses;
    this.bases = new PointerBases(function, objects);
    this.builder = new IrBuilder(function.entry());
  }

  /** Takes all apart. */
  void split(Map<Alloca, byte[]> structs) throws ExploreException {
    for (Block block : function.blocks()) {
      List<Instruction> before = new ArrayList<>(block.instructions());
      for (Instruction i : before) {
        if (isWide(i)) {
          int at = block.instructions().indexOf(i);
          builder.setPosition(block, at);
          builder.setLocation(i.location());
          split(i);
          block.instructions().remove(i);
        }
      }
    }
    for (Instruction i : function.instructions()) {
      i.mapOperands(v -> replaced.getOrDefault(v, v));
    }
    for (Map.Entry<Alloca, byte[]> struct : structs.entrySet()) {
      fill(struct.getKey(), struct.getValue());
    }
  }

  private boolean isWide(Instruction i) throws ExploreException {
    return switch (i) {
      case MemoryCopy c -> true;
      case MemoryFill f -> true;
      case Load l -> unit(l, l.pointer()) < l.type().byteSize();
      case Store s -> unit(s, s.pointer()) < s.value().type().byteSize();
      default -> false;
    };
  }

  private int unit(Instruction at, Value pointer) throws ExploreException {
    return accesses.elementBytes(bases.of(at, pointer));
  }

  private void split(Instruction i) throws ExploreException {
    switch (i) {
      case Load l -> replaced.put(l, load(l.type(), l.pointer(), unit(l, l.pointer())));
      case Store s -> store(s.value(), s.pointer(), unit(s, s.pointer()));
      case MemoryCopy c -> copy(c);
      case MemoryFill f -> fill(f);
      default -> throw new IllegalArgumentException(i.mnemonic());
    }
  }

  private void copy(MemoryCopy c) throws ExploreException {
    int target = unit(c, c.operand(0));
    int source = unit(c, c.operand(1));
    int word = Math.max(target, source);
    IntType type = new IntType(8 * word);
    long size = ((IntConstant) c.operand(2)).value();
    List<Value> words = new ArrayList<>();
    for (int at = 0; at < size; at += word) {
      words.add(load(type, add(c.operand(1), at), source));
      if (!c.overlapping()) {
        store(words.getLast(), add(c.operand(0), at), target);
      }
    }
    for (int k = 0; c.overlapping() && k < words.size(); k++) {
      store(words.get(k), add(c.operand(0), (long) k * word), target);
    }
  }

  private void fill(MemoryFill f) throws ExploreException {
    int unit = unit(f, f.operand(0));
    IntType type = new IntType(8 * unit);
    Value value =
        f.operand(1) instanceof IntConstant c
            ? new IntConstant(type, c.value() & 0xff)
            : emit(new Cast(Cast.Op.ZEXT, f.operand(1), type));
    Value bytes = value;
    for (int k = 1; k < unit; k++) {
      bytes = emit(new Binary(Binary.Op.SHL, bytes, new IntConstant(type, 8)));
      bytes = emit(new Binary(Binary.Op.OR, bytes, value));
    }
    long size = ((IntConstant) f.operand(2)).value();
    for (int at = 0; at < size; at += unit) {
      store(bytes, add(f.operand(0), at), unit);
    }
  }

  /** Writes what private memory holds at first, before anything else. */
  private void fill(Alloca memory, byte[] bytes) {
    Block block = function.entry();
    int unit = accesses.elementBytes(memory);
    builder.setPosition(block, block.instructions().indexOf(memory) + 1);
    for (int at = 0; at + unit <= bytes.length; at += unit) {
      long bits = 0;
      for (int k = 0; k < unit; k++) {
        bits |= (bytes[at + k] & 0xffL) << (8 * k);
      }
      IntType type = new IntType(8 * unit);
      store(new IntConstant(type, type.normalize(bits)), add(memory, at), unit);
    }
  }

  private Value load(Type type, Value pointer, int unit) {
    int bytes = (int) type.byteSize();
    if (unit == bytes) {
      return emit(new Load(type, pointer, unit, false));
    }
    IntType whole = new IntType(8 * bytes);
    IntType part = new IntType(8 * unit);
    Value bits = new IntConstant(whole, 0);
    for (int at = 0; at < bytes; at += unit) {
      Value piece = emit(new Load(part, add(pointer, at), unit, false));
      Value wide = emit(new Cast(Cast.Op.ZEXT, piece, whole));
      Value moved = emit(new Binary(Binary.Op.SHL, wide, new IntConstant(whole, 8L * at)));
      bits = emit(new Binary(Binary.Op.OR, bits, moved));
    }
    return type.equals(whole) ? bits : emit(new Cast(Cast.Op.BITCAST, bits, type));
  }

  private void store(Value value, Value pointer, int unit) {
    int bytes = (int) value.type().byteSize();
    if (unit == bytes) {
      builder.add(new Store(value, pointer, unit, false));
      return;
    }
    IntType whole = new IntType(8 * bytes);
    IntType part = new IntType(8 * unit);
    Value bits = value.type().equals(whole) ? value : emit(new Cast(Cast.Op.BITCAST, value, whole));
    for (int at = 0; at < bytes; at += unit) {
      Value moved = emit(new Binary(Binary.Op.LSHR, bits, new IntConstant(whole, 8L * at)));
      Value piece = emit(new Cast(Cast.Op.TRUNC, moved, part));
      builder.add(new Store(piece, add(pointer, at), unit, false));
    }
  }

  private Value add(Value pointer, long offset) {
    return emit(new PointerAdd(pointer, new IntConstant(Types.I64, offset), true));
  }

  private Value emit(Instruction i) {
    Value known = Folding.of(i);
    return known == null ? builder.add(i) : known;
  }
}
