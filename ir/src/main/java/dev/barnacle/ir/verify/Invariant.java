package dev.barnacle.ir.verify;

/** The properties of every correct module; the {@link Verifier} names those that are broken. */
public enum Invariant {
  UNIQUE_SYMBOL("variables and functions of a module have different names"),
  FUNCTION_BODY("a function has at least one block"),
  UNIQUE_PARAMETER("parameters have different names and stand at their index"),
  NO_RECURSION("a function does not call itself, directly or through others (OpenCL C, 6.11)"),
  LOCATION("a location's line and column are not negative"),

  VARIABLE_SPACE("a variable lies in global, constant or local memory"),
  VARIABLE_SIZE("a variable's size is not negative"),
  LOCAL_INITIALIZER("a local variable has no initialiser (OpenCL C, 6.7.2)"),
  INITIALIZER_MISSING("a constant or global variable has an initialiser"),
  INITIALIZER_SIZE("an initialiser is no larger than its variable"),
  RELOCATION("a relocation lies in its initialiser and points to a variable outside local memory"),
  ALIGNMENT("an alignment is a power of two"),

  KERNEL_RETURN("a kernel returns nothing"),
  KERNEL_ARGUMENTS("a kernel's info has one argument for each parameter, in its address space"),
  KERNEL_SIZES("a kernel's work-group sizes are none or three positive numbers"),
  KERNEL_PARAMETER("a kernel's pointer parameter points to global, constant or local memory"),
  BY_VALUE("only a pointer to private memory of a kernel passes a struct by value"),
  PARAMETER_ATTRIBUTES("only pointers have parameter attributes"),

  UNIQUE_BLOCK("blocks of a function have different names and stand in it once"),
  TERMINATOR("a block has exactly one terminator, as its last instruction"),
  SUCCESSOR("a branch goes to blocks of its function"),
  ENTRY_PREDECESSOR("no branch goes to the entry block"),
  UNIQUE_INSTRUCTION("an instruction stands in one place only"),
  ALLOCA_IN_ENTRY("an alloca stands in the entry block"),
  ALLOCA_SIZE("an alloca's size is not negative"),

  PHI_AT_HEAD("phis stand at the head of their block"),
  PHI_EDGES("a phi has exactly one edge for each block that branches to its block"),
  PHI_TYPE("a phi's values have its type"),

  OPERAND_DEFINED("an operand is a constant or belongs to the function or the module"),
  DOMINANCE("a definition dominates its uses"),
  CONSTANT("a constant's elements have its element type and undefined values have a value's type"),
  OPERAND_COUNT("an instruction has as many operands as its kind needs"),
  OPERAND_TYPE("operands have the types that their instruction needs"),
  RESULT_TYPE("a result has the type that follows from the operands"),
  FAST_MATH("only floating-point operations have fast-math flags"),
  WRAP_FLAGS("only add, sub, mul and shl have wrap flags"),
  SHUFFLE_MASK("a shuffle's mask names lanes of its operands"),

  CAST_TYPES("a conversion has types that it can convert, with the same lanes"),
  CAST_SPACES("a pointer changes its address space only to or from generic (OpenCL C, 6.7.5)"),
  BITCAST_SIZE("a bitcast keeps the number of bits and no pointers become or were numbers"),

  MEMORY_TYPE("what is read or written is a value"),
  STORE_COMPONENTS("a store of components names lanes of its vector, in rising order"),
  WRITE_TO_CONSTANT("nothing is written to constant memory (OpenCL C, 6.7.3)"),
  ATOMIC_TYPE("atomic operations work on types of 32 and 64 bits (and halves) that they fit"),
  LOAD_ORDER("an atomic load does not release"),
  STORE_ORDER("an atomic store does not acquire"),
  FAILURE_ORDER("a failed compare-and-exchange does not release"),
  FENCE_FLAGS("a fence names at least one memory"),
  SPACE_TEST("an address-space test asks a generic pointer for private, local or global"),

  QUERY_DIMENSION("a query has an i32 dimension if and only if its kind needs one"),
  GROUP_OPERANDS("a group operation has its operands' number and types"),
  GROUP_COMBINE("reductions and scans, and only they, say how values are combined"),
  PIPE_OPERATION("a pipe is in global memory and has packets of a size"),
  ASYNC_COPY("an asynchronous copy goes between local and global memory"),

  CALLEE("a called function is one of the module"),
  CALL_ARGUMENTS("a call's arguments and result have the callee's types"),
  RETURN("a return gives a value of the function's return type"),
  SWITCH_CASES("a switch's cases are different values of its operand's type"),
  PRINTF_FORMAT("a printf format is bytes without a zero"),
  QUEUE_KERNEL("operations on queues of the device name a block where they are of one");

  private final String rule;

  Invariant(String rule) {
    this.rule = rule;
  }

  /** Returns what should be true, in a sentence without a full stop. */
  public String rule() {
    return rule;
  }
}
