package dev.barnacle.simd.internal;

import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.simd.internal.ComputedAddresses.Address;

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

  private static final int LANES = 16;
  private static final int ELEMENT = 4;

  /** Elements of a window. */
  private static final int SIZE = 2 * LANES;

  private final VectorFrame frame;

  /**
   * A test at run time.
   *
   * @param start the address of the window
   * @param holds the i1
   */
  record Test(String start, String holds) {}

  LaneWindow(VectorFrame frame) {
    this.frame = frame;
  }

  private LlvmText out() {
    return frame.out();
  }

  /** Tells whether there is such a form: in AVX-512, for 16 elements of 32 bits. */
  boolean reaches(Type scalar) {
    return frame.module().math().isAvx512()
        && frame.lanes() == LANES
        && scalar.byteSize() == ELEMENT
        && !scalar.isPointer();
  }

  /** Tests whether all lanes that run have their elements in one aligned window. */
  Test test(Address address) {
    IntType type = (IntType) address.index().type();
    String text = LlvmTypes.type(type);
    String vector = frame.vectorType(type);
    String truth = frame.vectorType(Types.I1);
    String all = out().assign("freeze " + vector + " " + frame.part(address.index(), 0));
    String first = out().assign("extractelement " + vector + " " + all + ", i32 0");
    String start = out().assign("and " + text + " " + first + ", " + -SIZE);
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
    String onePage = out().assign("icmp ule i64 " + inPage + ", " + (PAGE - SIZE * ELEMENT));
    String together = out().assign("xor i1 " + apart + ", true");
    return new Test(place, out().assign("and i1 " + together + ", " + onePage));
  }

  private String offsets(Address address, String indices) {
    String text = LlvmTypes.type(address.index().type());
    String element = text + " " + (SIZE - 1);
    String vector = frame.vectorType(address.index().type());
    return out()
        .assign("and " + vector + " " + indices + ", " + frame.vectorConstant(l -> element));
  }

  /** Loads the window and gives each lane its element. */
  String load(Address address, String start, Type scalar) {
    String vector = frame.vectorType(Types.I32);
    String align = ", align " + ELEMENT;
    String low = out().assign("load " + vector + ", ptr " + start + align);
    String next = out().assign("getelementptr i8, ptr " + start + ", i64 " + LANES * ELEMENT);
    String high = out().assign("load " + vector + ", ptr " + next + align);
    String offsets = offsets(address, frame.part(address.index(), 0));
    String indices = frame.vectorType(address.index().type());
    if (!indices.equals(vector)) {
      offsets = out().assign("trunc " + indices + " " + offsets + " to " + vector);
    }
    String name = "@llvm.x86.avx512.vpermi2var.d.512";
    frame
        .module()
        .declare(vector + " " + name + "(" + vector + ", " + vector + ", " + vector + ")");
    String arguments = vector + " " + low + ", " + vector + " " + offsets + ", " + vector + " ";
    String each = out().assign("call " + vector + " " + name + "(" + arguments + high + ")");
    String result = frame.vectorType(scalar);
    return result.equals(vector)
        ? each
        : out().assign("bitcast " + vector + " " + each + " to " + result);
  }
}
