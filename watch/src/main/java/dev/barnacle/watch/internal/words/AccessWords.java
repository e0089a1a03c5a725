package dev.barnacle.watch.internal.words;

import dev.barnacle.engine.NdRange;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Location;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.VectorType;
import dev.barnacle.watch.internal.run.fault.AccessFault;
import dev.barnacle.watch.internal.run.fault.OutsideTexel;
import dev.barnacle.watch.internal.run.fault.TexelFault;
import dev.barnacle.watch.internal.run.kernel.KernelCode;
import dev.barnacle.watch.internal.run.kernel.PointerRoot;
import dev.barnacle.watch.internal.run.memory.Naming;
import dev.barnacle.watch.internal.run.memory.WatchedObject;

/** Puts into words what is wrong with a single access. */
final class AccessWords {
  private final KernelCode code;
  private final NdRange range;
  private final long[] arguments;

  AccessWords(KernelCode code, NdRange range, long[] arguments) {
    this.code = code;
    this.range = range;
    this.arguments = arguments;
  }

  FaultDescription of(AccessFault fault) {
    return switch (fault) {
      case AccessFault.Freed f -> FaultDescription.of(f);
      case AccessFault.Undeclared f -> bytes(f, f.object(), f.offset(), f.bytes());
      case AccessFault.Null f -> nullPointer(f);
      case AccessFault.OtherSpace f -> FaultDescription.of(f);
      case AccessFault.Outside f -> outside(f);
      case AccessFault.OutsideImage f -> outsideImage(f);
      case AccessFault.OutsideVector f -> FaultDescription.of(f);
      case AccessFault.OthersPrivate f ->
          FaultDescription.of(f, part(f.memory(), f.offset(), f.bytes()), f.offset());
      case AccessFault.Forbidden f -> bytes(f, f.object(), f.offset(), f.bytes());
      case AccessFault.Misaligned f -> misaligned(f);
      case AccessFault.MisalignedObject f -> bytes(f, f.object(), f.offset(), f.bytes());
      case AccessFault.Unwritten f -> unwritten(f);
      case AccessFault.Unterminated f -> bytes(f, f.object(), f.end(), 1);
      case AccessFault.ZeroDivision f -> FaultDescription.of(f);
    };
  }

  static FaultDescription of(TexelFault fault) {
    return bytes(fault, fault.object(), fault.offset(), fault.bytes());
  }

  private static FaultDescription bytes(
      Record fact, WatchedObject object, long offset, long bytes) {
    return FaultDescription.of(fact, FaultDescription.Target.of(object, offset, bytes), offset);
  }

  private FaultDescription nullPointer(AccessFault.Null fault) {
    PointerRoot root = new PointerRoot(code, arguments, fault.access().place(), fault.writes());
    boolean argument = root.isNullArgument();
    return FaultDescription.of(
        new Detail.NullPointer(fault, argument, argument ? root.name() : ""));
  }

  private static FaultDescription outsideImage(AccessFault.OutsideImage fault) {
    Naming naming = fault.object().naming;
    OutsideTexel texel = fault.texel();
    return FaultDescription.of(
        new Detail.OutsideImage(
            fault,
            naming.coordinates(texel.x(), texel.y(), texel.z()),
            naming.imageExtent(),
            naming.imageSizes()),
        FaultDescription.Target.whole(fault.object()),
        fault.object().byteSize);
  }

  private FaultDescription outside(AccessFault.Outside fault) {
    FaultDescription.Target target = part(fault.memory(), fault.offset(), fault.bytes());
    Detail.Outside detail = new OutsideAdvice(range, fault).of(target);
    if (fault.wrap() == null) {
      return FaultDescription.of(detail, target, fault.offset());
    }
    Location at = code.places().get(fault.access().place()).location();
    Detail.Overflow overflow = new OverflowWords(fault.wrap(), at, code.sources()).detail();
    return new FaultDescription(
        Sentences.what(detail),
        target,
        fault.offset(),
        Sentences.what(overflow),
        Sentences.help(overflow));
  }

  private FaultDescription misaligned(AccessFault.Misaligned fault) {
    return FaultDescription.of(
        alignment(fault), part(fault.memory(), fault.offset(), fault.bytes()), fault.offset());
  }

  private Detail.Misaligned alignment(AccessFault.Misaligned fault) {
    Instruction access = code.places().get(fault.access().place());
    Type type =
        access instanceof Load load
            ? load.type()
            : access instanceof Store store ? store.value().type() : null;
    if (type == null) {
      return new Detail.Misaligned(fault, Detail.Alignment.NONE, 0);
    }
    return type instanceof VectorType vector && fault.offset() % type.scalar().byteSize() == 0
        ? new Detail.Misaligned(fault, Detail.Alignment.VECTOR, vector.lanes())
        : new Detail.Misaligned(fault, Detail.Alignment.MULTIPLE, type.byteSize());
  }

  private FaultDescription unwritten(AccessFault.Unwritten fault) {
    AccessFault.Block memory = fault.memory();
    FaultDescription.Target target =
        target(memory, naming(memory).partAt(fault.first(), fault.offset(), fault.bytes()));
    Location copy = fault.copy();
    Detail.Origin origin = origin(fault);
    boolean typed = !target.names().type().isEmpty();
    return FaultDescription.of(
        new Detail.Unwritten(
            fault,
            origin,
            target.name(),
            typed,
            typed && origin == Detail.Origin.PRIVATE && isVariable(fault),
            places(fault, origin, target.name()),
            copy == null ? 0 : copy.line()),
        target,
        fault.first());
  }

  private boolean isVariable(AccessFault.Unwritten fault) {
    return new PointerRoot(code, arguments, fault.access().place(), false).isVariable();
  }

  private static Detail.Origin origin(AccessFault.Unwritten fault) {
    WatchedObject object = fault.memory().object();
    if (fault.copy() != null) {
      return Detail.Origin.COPIED;
    } else if (object == null) {
      return fault.ended() ? Detail.Origin.ENDED : Detail.Origin.PRIVATE;
    } else if (object.space == AddressSpace.LOCAL) {
      return Detail.Origin.LOCAL;
    }
    return object.naming.imageSizes() > 0
        ? Detail.Origin.IMAGE
        : object.atomicsAreShared ? Detail.Origin.SHARED : Detail.Origin.BUFFER;
  }

  /** Returns where the kernel's text sets what is read. */
  private String places(AccessFault.Unwritten fault, Detail.Origin origin, String name) {
    if (origin == Detail.Origin.COPIED || origin == Detail.Origin.ENDED) {
      return "";
    }
    SetPlaces places = new SetPlaces(code, fault.access().place());
    WatchedObject object = fault.memory().object();
    return object == null
        ? places.ofPrivate(code.arrays().get(fault.memory().array()), name, fault.first())
        : places.ofShared(object);
  }

  private FaultDescription.Target part(AccessFault.Block memory, long offset, long bytes) {
    return target(memory, naming(memory).part(offset, bytes));
  }

  private FaultDescription.Target target(AccessFault.Block memory, String part) {
    return FaultDescription.Target.of(memory.space(), naming(memory), memory.byteSize(), part);
  }

  private Naming naming(AccessFault.Block memory) {
    return memory.object() != null ? memory.object().naming : privateName(memory.array());
  }

  /** Returns what a private array is called. */
  private Naming privateName(int array) {
    Alloca alloca = code.arrays().get(array);
    String name = alloca.name();
    int dot = name.indexOf('.');
    String symbol = name.isEmpty() ? "a private variable" : dot > 0 ? name.substring(0, dot) : name;
    return Naming.of(symbol, alloca.declaration());
  }
}
