package dev.barnacle.watch.internal.words;

import dev.barnacle.engine.NdRange;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Location;
import dev.barnacle.watch.internal.run.fault.AccessFault;
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
      case AccessFault.Freed f ->
          new FaultDescription(
              verb(f) + " of " + f.memory().title() + " that has been freed",
              "",
              SharedMemoryAdvice.freed(f.memory()));
      case AccessFault.Undeclared f ->
          new FaultDescription(
              verb(f) + " of " + f.memory().title() + " that the kernel is not said to access",
              FaultDescription.Target.of(f.object(), f.offset(), f.bytes()),
              f.offset(),
              "the pointer to it comes from memory: no argument points into it, and"
                  + " clSetKernelExecInfo has not named it",
              SharedMemoryAdvice.undeclared(f.memory()));
      case AccessFault.Null f -> nullPointer(f);
      case AccessFault.OtherSpace f ->
          new FaultDescription(
              verb(f) + " through a pointer that is not into " + f.space().keyword() + " memory",
              "the pointer was made from an integer or converted from one into other memory",
              "Compute the pointer from one that is into "
                  + f.space().keyword()
                  + " memory, and keep it inside of its object.");
      case AccessFault.Outside f -> outside(f);
      case AccessFault.OutsideImage f ->
          new FaultDescription(
              ImageWords.outside(f),
              FaultDescription.Target.whole(f.object()),
              f.object().byteSize,
              ImageWords.whyOutside(f),
              AccessAdvice.coordinates(f.object(), f.writes()));
      case AccessFault.OutsideVector f ->
          new FaultDescription(
              (f.writes() ? "write to" : "read of")
                  + " component "
                  + f.index()
                  + " of a vector of "
                  + f.lanes(),
              "a vector of " + f.lanes() + " has the components 0 to " + (f.lanes() - 1),
              "Test the index against " + f.lanes() + " first.");
      case AccessFault.OthersPrivate f ->
          new FaultDescription(
              (f.writes() ? "write to" : "read of") + " the private memory of another work-item",
              part(f.memory(), f.offset(), f.bytes()),
              f.offset(),
              "private memory is visible to its own work-item only",
              "Share what it holds in local or global memory.");
      case AccessFault.Forbidden f ->
          new FaultDescription(
              forbidden(f.object(), f.writes()),
              FaultDescription.Target.of(f.object(), f.offset(), f.bytes()),
              f.offset(),
              "",
              AccessAdvice.forbidden(f.object(), f.access().access().equals("atomic")));
      case AccessFault.Misaligned f -> misaligned(f);
      case AccessFault.MisalignedObject f -> misalignedObject(f);
      case AccessFault.Unwritten f -> unwritten(f);
      case AccessFault.Unterminated f ->
          new FaultDescription(
              "printf reads a string over the end of its object of "
                  + f.object().byteSize
                  + " bytes",
              FaultDescription.Target.of(f.object(), f.end(), 1),
              f.end(),
              "'%s' reads up to a zero byte, and there is none (OpenCL C, \"printf\")",
              "End '"
                  + f.object().name()
                  + "' with a zero byte, or print no more than it has, as '%.8s' does.");
      case AccessFault.ZeroDivision f ->
          new FaultDescription(
              "integer division by zero",
              "the result of an integer division by zero is unspecified",
              "Test the divisor for zero before the division.");
    };
  }

  static FaultDescription of(TexelFault fault) {
    return new FaultDescription(
        "read of a texel that the work-item has written itself need not see that write",
        FaultDescription.Target.of(fault.object(), fault.offset(), fault.bytes()),
        fault.offset(),
        "no fence of image memory lies between them: without one, even what a work-item writes to"
            + " an image itself is not surely visible to it",
        "Put atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel,"
            + " memory_scope_work_item) between them.");
  }

  private static String verb(AccessFault fault) {
    return fault.writes() ? "write" : "read";
  }

  private FaultDescription nullPointer(AccessFault.Null fault) {
    PointerRoot root = new PointerRoot(code, arguments, fault.access().place(), fault.writes());
    boolean isNull = fault.pointer() == 0 || root.isNullArgument();
    return new FaultDescription(
        verb(fault)
            + " through "
            + (isNull
                ? "a null pointer"
                : "a pointer that points to no object (0x"
                    + Long.toHexString(fault.pointer())
                    + ")"),
        root.isNullArgument() ? "argument '" + root.name() + "' is null in this launch" : "",
        isNull ? AccessAdvice.nullPointer(root) : "");
  }

  private static String forbidden(WatchedObject object, boolean writes) {
    return object.space == AddressSpace.CONSTANT && writes
        ? "kernels may only read it"
        : writes
            ? "the buffer is read-only for kernels (CL_MEM_READ_ONLY)"
            : "the buffer is write-only for kernels (CL_MEM_WRITE_ONLY)";
  }

  private FaultDescription outside(AccessFault.Outside fault) {
    long offset = fault.offset();
    long bytes = fault.bytes();
    FaultDescription.Target target = part(fault.memory(), offset, bytes);
    String detail = outside(bytes, offset, fault.memory().byteSize(), fault.writes());
    if (fault.wrap() != null) {
      OverflowWords words =
          new OverflowWords(
              fault.wrap(), code.places().get(fault.access().place()).location(), code.sources());
      return new FaultDescription(detail, target, offset, words.why(), words.help());
    }
    WatchedObject object = fault.memory().object();
    String advice =
        object == null ? "" : AccessAdvice.outside(range, fault.access(), object, offset, bytes);
    return new FaultDescription(
        detail,
        target,
        offset,
        AccessAdvice.whyOutside(target, offset, bytes),
        advice.isEmpty() ? AccessAdvice.outside(target) : advice);
  }

  private static String outside(long bytes, long offset, long size, boolean writes) {
    String where =
        offset < 0
            ? "beginning " + -offset + " bytes before the start of"
            : offset == size
                ? "right behind the end of"
                : offset > size ? (offset - size) + " bytes behind the end of" : "over the end of";
    return (writes ? "write of " : "read of ")
        + bytes
        + " bytes "
        + where
        + " an object of "
        + size
        + " bytes";
  }

  private FaultDescription misaligned(AccessFault.Misaligned fault) {
    return new FaultDescription(
        verb(fault)
            + " of "
            + fault.bytes()
            + " bytes at offset "
            + fault.offset()
            + ", which is not a multiple of "
            + fault.alignment(),
        part(fault.memory(), fault.offset(), fault.bytes()),
        fault.offset(),
        "",
        AccessAdvice.misaligned(
            code.places().get(fault.access().place()), fault.offset(), fault.writes()));
  }

  private static FaultDescription misalignedObject(AccessFault.MisalignedObject fault) {
    return new FaultDescription(
        verb(fault)
            + " of "
            + fault.bytes()
            + " bytes of memory that does not begin at a multiple of "
            + fault.alignment(),
        FaultDescription.Target.of(fault.object(), fault.offset(), fault.bytes()),
        fault.offset(),
        "it is memory of the host (CL_MEM_USE_HOST_PTR), which has to be aligned as its elements"
            + " are",
        "Let the host's memory begin at a multiple of " + fault.alignment() + " bytes.");
  }

  private FaultDescription unwritten(AccessFault.Unwritten fault) {
    AccessFault.Block memory = fault.memory();
    FaultDescription.Target target =
        target(memory, naming(memory).partAt(fault.first(), fault.offset(), fault.bytes()));
    Location copy = fault.copy();
    if (copy != null) {
      return new FaultDescription(
          "read of what has been copied from memory that nobody had written",
          target,
          fault.first(),
          "the copy in line " + copy.line() + " took what had not been written",
          "Write what is copied in line " + copy.line() + " before the copy.");
    }
    WatchedObject object = memory.object();
    if (object == null) {
      return unwrittenPrivate(fault, target);
    }
    SetPlaces places = new SetPlaces(code, fault.access().place());
    return memory.space() == AddressSpace.LOCAL
        ? new FaultDescription(
            "read of local memory that no work-item of the group has written",
            target,
            fault.first(),
            "local memory has no value when a work-group begins" + places.ofShared(object),
            "Write it first, with barrier(CLK_LOCAL_MEM_FENCE) between the write and the read.")
        : new FaultDescription(
            "read of global memory that nobody has written",
            target,
            fault.first(),
            AccessAdvice.whyUnset(object) + places.ofShared(object),
            AccessAdvice.unset(object));
  }

  private FaultDescription unwrittenPrivate(
      AccessFault.Unwritten fault, FaultDescription.Target target) {
    return fault.ended()
        ? new FaultDescription(
            "read of private memory whose lifetime has ended",
            target,
            fault.first(),
            "the block or function in which it is declared has been left since it was written",
            AccessAdvice.ended(target))
        : new FaultDescription(
            "read of private memory that has not been written",
            target,
            fault.first(),
            "a private variable has no value until one is written to it; "
                + new SetPlaces(code, fault.access().place())
                    .ofPrivate(
                        code.arrays().get(fault.memory().array()), target.name(), fault.first()),
            AccessAdvice.unwritten(
                new PointerRoot(code, arguments, fault.access().place(), false), target));
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
