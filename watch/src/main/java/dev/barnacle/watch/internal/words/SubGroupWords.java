package dev.barnacle.watch.internal.words;

import dev.barnacle.watch.internal.run.fault.CallFault;
import dev.barnacle.watch.internal.run.fault.CallFault.Move;

/** Puts into words what is wrong with whom the functions of groups ask for values. */
final class SubGroupWords {
  private SubGroupWords() {}

  static FaultDescription source(CallFault.Source fault) {
    return new FaultDescription(detail(fault), why(fault.move()), "");
  }

  static FaultDescription cluster(CallFault.Cluster fault) {
    return new FaultDescription(
        "the cluster size is "
            + fault.size()
            + ", in sub-groups of "
            + fault.most()
            + " work-items",
        "it must be a power of two and not exceed the maximum size of a sub-group"
            + " (cl_khr_subgroup_clustered_reduce)",
        "");
  }

  private static String why(Move move) {
    return switch (move) {
      case SHUFFLE ->
          "what a work-item gives that does not exist or does not take part is undefined";
      case SUB_GROUP_BROADCAST ->
          "all work-items of a sub-group must name the same one, which exists (OpenCL C, 6.15.19)";
      case NON_UNIFORM_BROADCAST ->
          "all work-items that take part must name the same one, which takes part too"
              + " (cl_khr_subgroup_ballot)";
      case WORK_GROUP_BROADCAST ->
          "all work-items of a work-group must name the same one, which exists (OpenCL C, 6.15.16)";
    };
  }

  private static String detail(CallFault.Source fault) {
    String takes =
        "a sub-group "
            + (fault.move() == Move.SHUFFLE ? "shuffle" : "broadcast")
            + " takes the value of the work-item with sub-group local id ";
    boolean ofGroup = fault.move() == Move.WORK_GROUP_BROADCAST;
    return switch (fault.what()) {
      case ABSENT -> takes + fault.source() + ", which has not come to it";
      case OTHERS ->
          "work-items of a "
              + (ofGroup ? "work-group" : "sub-group")
              + " call "
              + function(fault.move())
              + " with different local ids";
      case NONE ->
          ofGroup && fault.source() < 0
              ? "work_group_broadcast takes the value of a work-item that does not exist"
              : takes + Integer.toUnsignedString(fault.source()) + ", which does not exist";
    };
  }

  private static String function(Move move) {
    return switch (move) {
      case SHUFFLE -> "sub_group_shuffle";
      case SUB_GROUP_BROADCAST -> "sub_group_broadcast";
      case NON_UNIFORM_BROADCAST -> "sub_group_non_uniform_broadcast";
      case WORK_GROUP_BROADCAST -> "work_group_broadcast";
    };
  }
}
