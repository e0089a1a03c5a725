package dev.barnacle.simd.internal;

import dev.barnacle.ir.AtomicCompareExchange;
import dev.barnacle.ir.AtomicLoad;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.AtomicStore;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Emits atomic operations on local memory, where lanes may meet at one address: plain loads and
 * stores, one lane after the other, without a branch. Lanes that don't run work on a place of their
 * own beside.
 *
 * <p>Addresses and operands go through memory once, since a processor loads sixteen scalars much
 * faster than it takes them out of vector registers; those loads are volatile lest LLVM undo this.
 */
final class LocalAtomics {
  private final VectorFrame frame;

  LocalAtomics(VectorFrame frame) {
    this.frame = frame;
  }

  void load(AtomicLoad i) {
    IntFunction<String> addresses = addresses(i.pointer());
    each(i, l -> plainLoad(i.type(), addresses.apply(l)));
  }

  void store(AtomicStore i) {
    IntFunction<String> addresses = addresses(i.pointer());
    IntFunction<String> values = scalars(i.value());
    for (int l = 0; l < frame.lanes(); l++) {
      plainStore(i.value().type(), values.apply(l), addresses.apply(l));
    }
  }

  void rmw(AtomicRmw i) {
    Type type = i.type();
    IntFunction<String> addresses = addresses(i.pointer());
    IntFunction<String> values = scalars(i.value());
    each(
        i,
        l -> {
          String address = addresses.apply(l);
          String old = plainLoad(type, address);
          plainStore(type, AtomicEmitter.combine(frame, i, old, values.apply(l)), address);
          return old;
        });
  }

  void compareExchange(AtomicCompareExchange i) {
    Type type = i.type();
    String text = LlvmTypes.type(type);
    IntFunction<String> addresses = addresses(i.pointer());
    IntFunction<String> expected = scalars(i.expected());
    IntFunction<String> desired = scalars(i.desired());
    each(
        i,
        l -> {
          String address = addresses.apply(l);
          String old = plainLoad(type, address);
          LlvmText out = frame.out();
          String same = out.assign("icmp eq " + text + " " + old + ", " + expected.apply(l));
          String values = text + " " + desired.apply(l) + ", " + text + " " + old;
          plainStore(type, out.assign("select i1 " + same + ", " + values), address);
          return old;
        });
  }

  /** Runs {@code step} for each lane and makes the results the instruction's, if it is used. */
  private void each(Instruction i, IntFunction<String> step) {
    String vector = frame.vectorType(i.type());
    String result = "poison";
    for (int l = 0; l < frame.lanes(); l++) {
      String one = step.apply(l);
      if (frame.isUsed(i)) {
        String element = LlvmTypes.type(i.type()) + " " + one;
        String into = "insertelement " + vector + " " + result + ", " + element + ", i32 " + l;
        result = frame.out().assign(into);
      }
    }
    if (frame.isUsed(i)) {
      frame.set(i, List.of(result));
    }
  }

  private String plainLoad(Type type, String address) {
    String text = LlvmTypes.type(type);
    return frame.out().assign("load " + text + ", ptr " + address + ", align " + type.byteSize());
  }

  private void plainStore(Type type, String value, String address) {
    String text = LlvmTypes.type(type) + " " + value;
    frame.out().line("store " + text + ", ptr " + address + ", align " + type.byteSize());
  }

  /** Returns each lane's address; that of a lane that doesn't run is a place without meaning. */
  private IntFunction<String> addresses(Value pointer) {
    if (frame.mask().full() && frame.shape(pointer).isUniform()) {
      String one = frame.operand(pointer);
      return l -> one;
    }
    String addresses = frame.part(pointer, 0);
    String pointers = "<" + frame.lanes() + " x ptr>";
    if (!frame.mask().full()) {
      String spare = "%spare" + frame.names().number();
      frame.group().allocas().line(spare + " = alloca [" + frame.lanes() + " x i64], align 64");
      String steps = frame.vectorConstant(l -> "i64 " + 8 * l);
      String places =
          frame
              .out()
              .assign(
                  "getelementptr i8, ptr " + spare + ", <" + frame.lanes() + " x i64> " + steps);
      String mask = frame.vectorType(Types.I1) + " " + frame.mask().text();
      addresses =
          frame
              .out()
              .assign(
                  "select " + mask + ", " + pointers + " " + addresses + ", " + pointers + " "
                      + places);
    }
    return spilled("ptr", 8, addresses);
  }

  private IntFunction<String> scalars(Value value) {
    if (frame.shape(value).isUniform()) {
      String one = frame.operand(value);
      return l -> one;
    }
    return spilled(LlvmTypes.type(value.type()), value.type().byteSize(), frame.part(value, 0));
  }

  /** Puts a vector into memory and returns how to get a lane's element from there. */
  private IntFunction<String> spilled(String element, long byteSize, String vector) {
    String place = "%spill" + frame.names().number();
    String type = "<" + frame.lanes() + " x " + element + ">";
    frame.group().allocas().line(place + " = alloca " + type + ", align 64");
    List<String> addresses = new ArrayList<>();
    frame.out().line("store " + type + " " + vector + ", ptr " + place + ", align 64");
    for (int l = 0; l < frame.lanes(); l++) {
      addresses.add(
          frame.out().assign("getelementptr inbounds i8, ptr " + place + ", i64 " + l * byteSize));
    }
    return l ->
        frame
            .out()
            .assign(
                "load volatile " + element + ", ptr " + addresses.get(l) + ", align " + byteSize);
  }
}
