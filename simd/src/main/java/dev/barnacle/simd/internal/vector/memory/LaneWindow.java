package dev.barnacle.simd.internal.vector.memory;

import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.simd.internal.cpu.TargetCpu;
import dev.barnacle.simd.internal.text.LlvmText;
import dev.barnacle.simd.internal.text.LlvmTypes;
import dev.barnacle.simd.internal.vector.VectorFrame;
import dev.barnacle.simd.internal.vector.memory.ComputedAddresses.Address;
import java.util.Collections;

/**
 * Loads of elements that lie near each other in any order: two neighbouring registers full, of
 * which each lane takes its own. A processor does that ten times faster than a gather.
 *
 * <p>What lies between the lanes' own elements is read too, in the same page of memory as they are,
 * and dropped.
 */
final class LaneWindow {
  /** The smallest page of memory, in bytes. */
  private static final int PAGE = 4096;

  private static final int ELEMENT = 4;

  private final VectorFrame frame;

  /** Elements of a window. */
  private final int size;

  /**
   * A test at run time.
   *
   * @param start the address of the window
   * @param holds the i1
   */
  record Test(String start, String holds) {}

  LaneWindow(VectorFrame frame) {
    this.frame = frame;
    this.size = 2 * frame.lanes();
  }

  private LlvmText out() {
    return frame.out();
  }

  /** Tells whether there is such a form: for a register of 16 or 8 elements of 32 bits. */
  boolean reaches(Type scalar) {
    TargetCpu target = frame.module().target();
    boolean permutes = frame.module().math().isAvx512() || (target.fma() && isRegister(256));
    return permutes
        && isRegister(target.vectorBits())
        && scalar.byteSize() == ELEMENT
        && !scalar.isPointer();
  }

  private boolean isRegister(int bits) {
    return frame.lanes() * ELEMENT * Byte.SIZE == bits;
  }

  /** Tests whether all lanes that run have their elements in one aligned window. */
  Test test(Address address) {
    IntType type = (IntType) address.index().type();
    String text = LlvmTypes.type(type);
    String vector = frame.vectorType(type);
    String truth = frame.vectorType(Types.I1);
    String all = out().assign("freeze " + vector + " " + frame.part(address.index(), 0));
    String first = out().assign("extractelement " + vector + " " + all + ", i32 0");
    String start = out().assign("and " + text + " " + first + ", " + -size);
    String offsets = offsets(address, all);
    String same = out().assign("sub " + vector + " " + all + ", " + offsets);
    String differs =
        out().assign("icmp ne " + vector + " " + same + ", " + frame.splat(type, start));
    if (!frame.mask().full()) {
      String head = "select " + truth + " " + frame.mask().text() + ", ";
      differs = out().assign(head + truth + " " + differs + ", " + truth + " zeroinitializer");
    }
    String apart = frame.any(differs);
    String wide = start;
    if (type.bits() < 64) {
      wide = out().assign((address.signed() ? "sext" : "zext") + " i32 " + start + " to i64");
    }
    String offset = out().assign("mul i64 " + wide + ", " + ELEMENT);
    String place =
        out().assign("getelementptr i8, ptr " + frame.operand(address.base()) + ", i64 " + offset);
    String number = out().assign("ptrtoint ptr " + place + " to i64");
    String inPage = out().assign("and i64 " + number + ", " + (PAGE - 1));
    String onePage = out().assign("icmp ule i64 " + inPage + ", " + (PAGE - size * ELEMENT));
    String together = out().assign("xor i1 " + apart + ", true");
    return new Test(place, out().assign("and i1 " + together + ", " + onePage));
  }

  private String offsets(Address address, String indices) {
    String text = LlvmTypes.type(address.index().type());
    String element = text + " " + (size - 1);
    String vector = frame.vectorType(address.index().type());
    return out()
        .assign("and " + vector + " " + indices + ", " + frame.vectorConstant(l -> element));
  }

  /** Loads the window and gives each lane its element. */
  String load(Address address, String start, Type scalar) {
    String vector = frame.vectorType(Types.I32);
    String align = ", align " + frame.module().alignment(ELEMENT);
    String low = out().assign("load " + vector + ", ptr " + start + align);
    String next =
        out().assign("getelementptr i8, ptr " + start + ", i64 " + frame.lanes() * ELEMENT);
    String high = out().assign("load " + vector + ", ptr " + next + align);
    String offsets = offsets(address, frame.part(address.index(), 0));
    String indices = frame.vectorType(address.index().type());
    if (!indices.equals(vector)) {
      offsets = out().assign("trunc " + indices + " " + offsets + " to " + vector);
    }
    String each =
        frame.module().math().isAvx512()
            ? permute(vector, "avx512.vpermi2var.d.512", low, offsets, high)
            : either(vector, low, offsets, high);
    String result = frame.vectorType(scalar);
    return result.equals(vector)
        ? each
        : out().assign("bitcast " + vector + " " + each + " to " + result);
  }

  /** AVX2 permutes one register: both, then for each lane the one that has its element. */
  private String either(String vector, String low, String offsets, String high) {
    String name = "avx2.permd";
    String fromLow = permute(vector, name, low, offsets);
    String fromHigh = permute(vector, name, high, offsets);
    String last = frame.vectorConstant(l -> "i32 " + (frame.lanes() - 1));
    String upper = out().assign("icmp ugt " + vector + " " + offsets + ", " + last);
    String truth = frame.vectorType(Types.I1);
    String head = "select " + truth + " " + upper + ", ";
    return out().assign(head + vector + " " + fromHigh + ", " + vector + " " + fromLow);
  }

  private String permute(String vector, String name, String... operands) {
    String types = String.join(", ", Collections.nCopies(operands.length, vector));
    String function = vector + " @llvm.x86." + name + "(";
    frame.module().declare(function + types + ")");
    String arguments = vector + " " + String.join(", " + vector + " ", operands);
    return out().assign("call " + function + arguments + ")");
  }
}
