package dev.barnacle.watch.internal.words;

import dev.barnacle.engine.NdRange;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.VectorType;
import dev.barnacle.watch.internal.run.fault.Fault;
import dev.barnacle.watch.internal.run.kernel.GroupShape;
import dev.barnacle.watch.internal.run.kernel.PointerRoot;
import dev.barnacle.watch.internal.run.memory.WatchedObject;

/** What helps against a wrong access, where the execution shows it; empty for nothing. */
final class AccessAdvice {
  /** How far neighbours are looked for. */
  private static final long NEAR = 16;

  private AccessAdvice() {}

  /** Against an access through a null pointer. */
  static String nullPointer(PointerRoot root) {
    return root.isNullArgument()
        ? "Pass memory for '" + root.name() + "', or test it for null before the access."
        : "";
  }

  /** Against an access at an address that does not suit its type. */
  static String misaligned(Instruction access, long offset, boolean writes) {
    Type type =
        access instanceof Load load
            ? load.type()
            : access instanceof Store store ? store.value().type() : null;
    if (type == null) {
      return "";
    }
    long size = type.scalar().byteSize();
    if (type instanceof VectorType vector && offset % size == 0) {
      return "Use "
          + (writes ? "vstore" : "vload")
          + vector.lanes()
          + ", which asks for the alignment of an element only.";
    }
    return "Let it begin at a multiple of "
        + type.byteSize()
        + " bytes, or access it byte by byte.";
  }

  /** Against an access that an object does not allow. */
  static String forbidden(WatchedObject object, boolean atomic) {
    if (object.space == AddressSpace.CONSTANT) {
      return "Write to global memory instead.";
    }
    return object.writable && !atomic
        ? "Create the buffer with CL_MEM_READ_WRITE, or write without reading it first."
        : "Create the buffer with CL_MEM_READ_WRITE.";
  }

  /** Against coordinates outside of an image. */
  static String coordinates(WatchedObject object, boolean writes) {
    String sizes =
        switch (object.naming.imageSizes()) {
          case 1 -> "get_image_width";
          case 2 -> "get_image_width and get_image_height";
          default -> "get_image_width, get_image_height and get_image_depth";
        };
    return "Test the coordinates against "
        + sizes
        + (writes ? "." : ", or read with a sampler that clamps them.");
  }

  /** Why global memory has not been written. */
  static String whyUnset(WatchedObject object) {
    String made =
        object.naming.imageSizes() > 0
            ? "the image was made without contents (clCreateImage without CL_MEM_COPY_HOST_PTR or"
                + " CL_MEM_USE_HOST_PTR)"
            : object.atomicsAreShared
                ? "shared memory has no contents when it is allocated (clSVMAlloc,"
                    + " clDeviceMemAllocINTEL)"
                : "the buffer was made without contents (clCreateBuffer without"
                    + " CL_MEM_COPY_HOST_PTR or CL_MEM_USE_HOST_PTR)";
    return made + ", and no command and no kernel has written this part since";
  }

  /** Against a read of global memory that nobody has written. */
  static String unset(WatchedObject object) {
    return object.naming.imageSizes() > 0
        ? "Fill the image before the launch (clEnqueueWriteImage, clEnqueueFillImage)."
        : object.atomicsAreShared
            ? "Write the shared memory before the launch, by a command, a kernel or the host."
            : "Fill the buffer before the launch (CL_MEM_COPY_HOST_PTR, clEnqueueWriteBuffer,"
                + " clEnqueueFillBuffer), or let a kernel write it first.";
  }

  /** Against a read of a private variable that has not been written. */
  static String unwritten(PointerRoot root, FaultDescription.Target target) {
    return root.isVariable() && !target.names().type().isEmpty()
        ? "Give '" + target.name() + "' a value where it is declared, or write it before the read."
        : "Give it a value where it is declared, or on each way to the read.";
  }

  /** Against a read of a private variable whose life has ended. */
  static String ended(FaultDescription.Target target) {
    return target.names().type().isEmpty()
        ? ""
        : "Declare '" + target.name() + "' in a block that lasts until the read.";
  }

  /** Why an access is outside of an object. */
  static String whyOutside(FaultDescription.Target target, long offset, long bytes) {
    long elements = target.names().elements();
    boolean whole = elements > 0 && target.byteSize() % elements == 0;
    long size = whole ? target.byteSize() / elements : 0;
    boolean one = whole && offset % size == 0 && bytes <= size;
    return whole && size > 0
        ? "'"
            + target.name()
            + "' has "
            + elements(elements)
            + ", "
            + (elements == 1 ? "index 0 only" : "0 to " + (elements - 1))
            + (one ? "; the index is " + offset / size : "")
        : "'"
            + target.name()
            + "' has the bytes 0 to "
            + (target.byteSize() - 1)
            + "; the access begins at byte "
            + offset;
  }

  /** Against an access outside of an object, of which nothing else is known. */
  static String outside(FaultDescription.Target target) {
    return "Test the index against the size of '" + target.name() + "' first, or make it larger.";
  }

  /** Against an access outside of an object, where the index is one of the work-item's ids. */
  static String outside(
      NdRange range, Fault.Access access, WatchedObject object, long offset, long bytes) {
    long size = object.naming.elementBytes();
    if (size == 0 || size != bytes || offset % size != 0) {
      return "";
    }
    long index = offset / size;
    long count = object.byteSize / size;
    return object.space == AddressSpace.LOCAL
        ? local(range, access, object.name(), index, count)
        : global(range, access, object.name(), index, count);
  }

  private static String local(
      NdRange range, Fault.Access access, String name, long index, long count) {
    long id = access.item();
    long items = new GroupShape(range, access.group()).items();
    if (index == id && items > count) {
      return "'"
          + name
          + "' has "
          + elements(count)
          + ", the work-group "
          + items
          + " work-items: give it one for each of them.";
    }
    return isNeighbour(index, id) && items == count
        ? "Make it larger by what the work-items at the edge access, or test the index first."
        : "";
  }

  private static String global(
      NdRange range, Fault.Access access, String name, long index, long count) {
    if (range.dimensions() != 1) {
      return "";
    }
    long id = access.group() * range.local(0) + access.item() + range.offset(0);
    long ids = range.offset(0) + range.global(0);
    if (index == id && ids > count) {
      return "'"
          + name
          + "' has "
          + elements(count)
          + ", and global ids go up to "
          + (ids - 1)
          + ": make it larger, or guard the access with if (get_global_id(0) < n).";
    }
    return isNeighbour(index, id) && ids == count
        ? "Test the index first: work-items at the edge have no neighbour there."
        : "";
  }

  private static boolean isNeighbour(long index, long id) {
    return index != id && Math.abs(index - id) <= NEAR;
  }

  private static String elements(long count) {
    return count + (count == 1 ? " element" : " elements");
  }
}
