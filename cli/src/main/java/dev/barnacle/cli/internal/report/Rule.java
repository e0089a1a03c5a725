package dev.barnacle.cli.internal.report;

import dev.barnacle.engine.fault.ExplorationKind;
import dev.barnacle.engine.fault.FaultKind;
import dev.barnacle.engine.fault.FindingKind;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A kind of finding, as {@code docs/reference/findings.md} has it.
 *
 * @param family what it is about
 * @param id its keyword
 * @param title in words
 * @param text what is wrong
 * @param section the rule that is broken; empty where there is none
 */
record Rule(Family family, String id, String title, String text, String section) {
  /** The subject of a rule. */
  enum Family {
    /** The order of accesses. */
    RACE,
    /** The waits of work-items for each other. */
    BARRIER,
    /** The memory that may be accessed. */
    MEMORY,
    /** The values of a program. */
    VALUE
  }

  private static final String REFERENCE =
      "https://github.com/barnacle-opencl/barnacle/blob/main/docs/reference/findings.md#";

  private static final Map<String, Rule> ALL = new LinkedHashMap<>();

  static {
    add(
        Family.RACE,
        FindingKind.DATA_RACE,
        "Two conflicting accesses of work-items, not both atomic, that no happens-before orders.",
        "OpenCL 3.0, 3.3.4, \"Memory Model\"");
    add(
        Family.RACE,
        FindingKind.COMMAND_RACE,
        "Conflicting accesses of two commands, or of a command and the host, that no event, queue"
            + " or wait orders.",
        "OpenCL 3.0, 3.3.6, \"Memory Model: Ordering of Host-side and Device-side Commands\"");
    add(
        Family.BARRIER,
        FindingKind.BARRIER_DIVERGENCE,
        "Work-items of a work-group (or sub-group) that do not execute the same barriers or"
            + " collectives.",
        "OpenCL 3.0, 3.2.2, \"Execution Model: Execution of Kernel-Instances\"");
    add(
        Family.RACE,
        FindingKind.MISSING_FENCE,
        "A read of a texel that the work-item has written itself, without a fence of image memory"
            + " in between.",
        "OpenCL C, \"Image Read and Write Functions\"");
    add(
        Family.MEMORY,
        FindingKind.OUT_OF_BOUNDS,
        "An access outside of the object that the pointer was made from.",
        "C99, 6.5.6");
    add(
        Family.MEMORY,
        FindingKind.USE_AFTER_FREE,
        "An access to memory that has been released.",
        "OpenCL API, \"Memory Objects\"");
    add(
        Family.VALUE,
        FindingKind.UNINITIALIZED_READ,
        "A read of memory that nothing has been written to.",
        "C99, 6.7.8");
    add(
        Family.MEMORY,
        FindingKind.MISALIGNED,
        "An access at an address that is no multiple of the type's alignment.",
        "OpenCL C, \"Alignment of Types\"");
    add(
        Family.MEMORY,
        FindingKind.NULL_DEREFERENCE,
        "An access through a null pointer, or one that was made from an integer.",
        "C99, 6.5.3.2");
    add(
        Family.MEMORY,
        FindingKind.UNDECLARED_ACCESS,
        "An access, through a pointer that is no argument, of memory that clSetKernelExecInfo has"
            + " not named.",
        "OpenCL API, \"clSetKernelExecInfo\"");
    add(
        Family.MEMORY,
        FindingKind.READ_OF_WRITE_ONLY,
        "A read of a buffer with CL_MEM_WRITE_ONLY.",
        "OpenCL API, \"Creating Buffer Objects\"");
    add(
        Family.MEMORY,
        FindingKind.WRITE_TO_CONSTANT,
        "A write to constant memory, or to a buffer with CL_MEM_READ_ONLY.",
        "OpenCL C, \"constant\"");
    add(
        Family.VALUE,
        FindingKind.INVALID_ARGUMENT,
        "A built-in function or operator that defines nothing for what it is given, or arguments of"
            + " a kernel that exclude each other.",
        "the function's own section");
    add(
        Family.MEMORY,
        FindingKind.INVALID_RESERVATION,
        "A reservation id of a pipe that has failed, is committed already, or is another pipe's, or"
            + " a packet that it does not have.",
        "OpenCL C, \"Pipe Functions\"");
    add(
        Family.MEMORY,
        FindingKind.UNCOMMITTED_RESERVATION,
        "A reservation of packets of a pipe that the kernel never commits.",
        "OpenCL C, \"Pipe Functions\"");
    add(
        Family.VALUE,
        FindingKind.DIVISION_BY_ZERO,
        "An integer division or remainder by zero.",
        "C99, 6.5.5");
    add(
        Family.VALUE,
        FindingKind.TRAP,
        "A work-item that comes to a trap of the program (__builtin_trap).",
        "");
    add(
        Family.BARRIER,
        FindingKind.NO_PROGRESS,
        "A loop in which a work-item waits for what no other one does.",
        "OpenCL 3.0, 3.2.2, \"independent forward progress\"");
    add(Family.BARRIER, FindingKind.TIMEOUT, "A kernel that runs longer than --timeout says.", "");
    add(
        Family.VALUE,
        ExplorationKind.ASSERTION,
        "A final state, or an execution, that does not satisfy an assertion.",
        "");
    add(
        Family.VALUE,
        "exists",
        "condition of --exists",
        "No final state satisfies the condition that some state must.",
        "");
    add(
        Family.BARRIER,
        ExplorationKind.HANG,
        "Work-items that wait for ever under the progress model.",
        "OpenCL 3.0, 3.2.2, \"independent forward progress\"");
    add(
        Family.RACE,
        ExplorationKind.UNSEQUENCED_RACE,
        "Two conflicting accesses of one expression that nothing sequences.",
        "C11, 6.5p2");
    add(
        Family.VALUE,
        "unexpected-verdict",
        "unexpected verdict",
        "A litmus test whose verdict is not the expected one.",
        "");
    add(
        Family.VALUE,
        "forbidden-outcome",
        "forbidden outcome",
        "A final state of a litmus test that a device shows and the memory model forbids.",
        "");
    add(
        Family.VALUE,
        "result-difference",
        "result difference",
        "A kernel that leaves other results in memory with one engine than with another.",
        "");
    add(
        Family.VALUE,
        "platform-failure",
        "platform failure",
        "Another OpenCL platform that crashes, or cannot build or run what Barnacle runs.",
        "");
    add(
        Family.VALUE,
        "crash",
        "crash",
        "A task of a campaign that ends its process, time and again.",
        "");
    add(Family.VALUE, "build-error", "build error", "A program that cannot be built.", "");
    add(
        Family.VALUE,
        "input-error",
        "input error",
        "A launch or file that cannot be read or used.",
        "");
  }

  private static void add(Family family, FaultKind kind, String text, String section) {
    add(family, kind.keyword(), kind.title(), text, section);
  }

  private static void add(Family family, String id, String title, String text, String section) {
    ALL.put(id, new Rule(family, id, title, text, section));
  }

  /** Returns the rules that there are. */
  static Map<String, Rule> all() {
    return Map.copyOf(ALL);
  }

  /** Returns the rule of an issue: one that is known, or one that a model names. */
  static Rule of(Issue issue) {
    return ALL.getOrDefault(
        issue.rule(),
        new Rule(
            issue.rule().endsWith("race") ? Family.RACE : Family.VALUE,
            issue.rule(),
            issue.title(),
            "What the memory model flags: " + issue.title(),
            ""));
  }

  /** Returns whether findings may be of this kind. */
  static boolean isKnown(String id) {
    return ALL.containsKey(id);
  }

  /** Returns the address of what the reference says of it. */
  String address() {
    return REFERENCE + id;
  }
}
