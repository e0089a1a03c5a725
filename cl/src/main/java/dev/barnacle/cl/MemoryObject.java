package dev.barnacle.cl;

import dev.barnacle.cl.internal.life.Lifetime;
import dev.barnacle.cl.internal.memory.MapCount;
import java.lang.foreign.MemorySegment;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Global memory of a context ({@code cl_mem}). It is freed when it has no references and no command
 * uses it.
 */
public abstract sealed class MemoryObject extends ClObject permits Buffer, Image, Pipe {
  private final Context context;
  private final Lifetime lifetime;
  private final Set<MemoryFlag> flags;
  private final @Nullable MemorySegment hostPointer;
  private final MapCount maps = new MapCount();

  /** Makes one with a lifetime of its own, which keeps the context. */
  MemoryObject(
      Context context,
      String what,
      Runnable free,
      Set<MemoryFlag> flags,
      @Nullable MemorySegment hostPointer) {
    this.context = context;
    this.flags = copy(flags);
    this.hostPointer = hostPointer;
    Lifetime.Use contextUse = context.keep();
    this.lifetime =
        new Lifetime(
            ErrorCode.CL_INVALID_MEM_OBJECT,
            what,
            () -> {
              free.run();
              context.forget(this);
              contextUse.close();
            });
  }

  /** Makes one that lives with another. */
  MemoryObject(MemoryObject whole) {
    this.context = whole.context;
    this.flags = whole.flags;
    this.hostPointer = whole.hostPointer;
    this.lifetime = whole.lifetime;
  }

  private static Set<MemoryFlag> copy(Set<MemoryFlag> flags) {
    Set<MemoryFlag> copy = EnumSet.noneOf(MemoryFlag.class);
    copy.addAll(flags);
    return java.util.Collections.unmodifiableSet(copy);
  }

  /** Returns the context that it belongs to. */
  public final Context context() {
    return context;
  }

  /**
   * Keeps its memory for work that is no command of a queue, whether it is released meanwhile or
   * not.
   *
   * @return what ends this, to be called once
   */
  public final Runnable keep() {
    return lifetime.keep()::close;
  }

  /** Returns its size in bytes ({@code CL_MEM_SIZE}). */
  public abstract long byteSize();

  /** Returns its memory, closed by now or not. */
  abstract MemorySegment contents();

  /**
   * Says that nobody may rely on what it holds until that is written, as of objects that the C API
   * makes without a host pointer. A context that is {@link ContextBuilder#watched} then reports
   * reads of what nobody has written.
   */
  public final void undefineContents() {
    context.memory().undefined(contents());
  }

  /** Returns the flags that it was made with ({@code CL_MEM_FLAGS}). */
  public final Set<MemoryFlag> flags() {
    return flags;
  }

  /** Returns the program's memory that it uses, where it does ({@code CL_MEM_HOST_PTR}). */
  public final Optional<MemorySegment> hostPointer() {
    return Optional.ofNullable(hostPointer);
  }

  /** Returns the memory object that this is a part of ({@code CL_MEM_ASSOCIATED_MEMOBJECT}). */
  public abstract Optional<? extends MemoryObject> parent();

  /** Returns how often it is mapped now ({@code CL_MEM_MAP_COUNT}). */
  public final int mapCount() {
    return maps.count();
  }

  final MapCount maps() {
    return maps;
  }

  /**
   * Throws {@code CL_INVALID_OPERATION} if the flags keep the host from reading or writing where it
   * does.
   */
  final void checkHostAccess(boolean reads, boolean writes) {
    boolean none = flags.contains(MemoryFlag.HOST_NO_ACCESS);
    if (reads && (none || flags.contains(MemoryFlag.HOST_WRITE_ONLY))) {
      throw new ClException(
          ErrorCode.CL_INVALID_OPERATION, "the host reads memory with the flags " + flags);
    }
    if (writes && (none || flags.contains(MemoryFlag.HOST_READ_ONLY))) {
      throw new ClException(
          ErrorCode.CL_INVALID_OPERATION, "the host writes memory with the flags " + flags);
    }
    if (writes) {
      checkMutable();
    }
  }

  /** Throws {@code CL_INVALID_OPERATION} if no command may change it. */
  final void checkMutable() {
    if (flags.contains(MemoryFlag.IMMUTABLE)) {
      throw new ClException(
          ErrorCode.CL_INVALID_OPERATION, "a command changes memory with the flags " + flags);
    }
  }

  /**
   * Throws unless it may be mapped for this.
   *
   * @throws ClException {@code CL_INVALID_VALUE} if the map's flags don't go together; {@code
   *     CL_INVALID_OPERATION} if the object's flags don't allow it
   */
  public final void checkMap(Set<MapFlag> mapFlags) {
    MapFlag.check(mapFlags);
    checkHostAccess(MapFlag.reads(mapFlags), MapFlag.writes(mapFlags));
  }

  /**
   * Has {@code callback} called once the memory is freed, before those that were registered
   * earlier, by the thread that ended the last use ({@code clSetMemObjectDestructorCallback}).
   */
  public final void onDestroy(Runnable callback) {
    lifetime.onFree(callback);
  }

  /** Returns what an object says of itself behind its size: its flags, and whether it is closed. */
  final String state() {
    String names = flags.stream().map(MemoryFlag::name).collect(Collectors.joining(" "));
    return (names.isEmpty() ? "" : ", " + names) + lifetime.closedSuffix();
  }

  @Override
  final Lifetime lifetime() {
    return lifetime;
  }
}
