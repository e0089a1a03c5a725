package dev.barnacle.ir;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A function or kernel of a module. */
public final class Function {
  private final String name;
  private final Type returnType;
  private final List<Parameter> parameters;
  private final List<Block> blocks = new ArrayList<>();
  private final @Nullable KernelInfo kernel;
  private @Nullable Location location;
  private boolean whole;
  private volatile @Nullable LaterBodies later;

  /**
   * Makes a function without blocks.
   *
   * @param kernel what the host may know of it, for kernels; null for other functions
   * @param location where it is declared
   */
  public Function(
      String name,
      Type returnType,
      List<Parameter> parameters,
      @Nullable KernelInfo kernel,
      @Nullable Location location) {
    this.name = name;
    this.returnType = returnType;
    this.parameters = List.copyOf(parameters);
    this.kernel = kernel;
    this.location = location;
  }

  /** Returns its name, unique in the module. */
  public String name() {
    return name;
  }

  /** Returns the type of what it returns. */
  public Type returnType() {
    return returnType;
  }

  /** Returns the parameters in order. */
  public List<Parameter> parameters() {
    return parameters;
  }

  /** Returns the blocks, to read and to change; the first is the entry. */
  public List<Block> blocks() {
    LaterBodies unread = later;
    if (unread != null && unread.read()) {
      later = null;
    }
    return blocks;
  }

  /**
   * Returns the instructions of all blocks, block by block; a view to read, of the function as it
   * is while it is read.
   */
  public Collection<Instruction> instructions() {
    return new BlockInstructions(blocks());
  }

  /** Returns the entry block. */
  public Block entry() {
    return blocks().getFirst();
  }

  /** Returns whether the host can launch it. */
  public boolean isKernel() {
    return kernel != null;
  }

  /** Returns whether a parameter of this kernel is an image. */
  public boolean isImage(Parameter parameter) {
    return kernel != null
        && parameters.contains(parameter)
        && kernel.arguments().get(parameter.index()).isImage();
  }

  /** Returns whether a parameter of this kernel is a pipe. */
  public boolean isPipe(Parameter parameter) {
    return kernel != null
        && parameters.contains(parameter)
        && kernel.arguments().get(parameter.index()).isPipe();
  }

  /** Returns what the host may know of it; null where it is no kernel. */
  public @Nullable KernelInfo kernel() {
    return kernel;
  }

  /** Returns where it is declared, if known. */
  public @Nullable Location location() {
    return location;
  }

  /** Sets where it is declared. */
  public void setLocation(@Nullable Location declared) {
    location = declared;
  }

  /**
   * Returns whether calls of it stay calls, which work-items run one after the other: nothing would
   * be won by running what it does in lanes, such as a loop around a compare-and-exchange.
   */
  public boolean isWhole() {
    return whole;
  }

  /** Says that calls of it stay calls. */
  public void setWhole(boolean stays) {
    whole = stays;
  }

  /** Has its blocks read when they are first asked for. */
  void readLater(LaterBodies bodies) {
    later = bodies;
  }

  /** Adds a block of a name that is unique in this function, made from {@code hint}. */
  public Block newBlock(String hint) {
    Block block = new Block(uniqueName(hint));
    blocks.add(block);
    return block;
  }

  private String uniqueName(String hint) {
    Set<String> taken = new HashSet<>();
    for (Block block : blocks) {
      if (block.name().startsWith(hint)) {
        taken.add(block.name());
      }
    }
    String candidate = hint;
    for (int i = 1; taken.contains(candidate); i++) {
      candidate = hint + "." + i;
    }
    return candidate;
  }

  @Override
  public String toString() {
    return "@" + name;
  }
}
