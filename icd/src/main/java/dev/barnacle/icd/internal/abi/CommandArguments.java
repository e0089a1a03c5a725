package dev.barnacle.icd.internal.abi;

/** The arguments of each call that enqueues a command (OpenCL API, 5.11, "Event Objects"). */
public interface CommandArguments {
  /** Returns {@code cl_uint num_events_in_wait_list}. */
  int numEventsInWaitList();

  /** Returns {@code const cl_event *event_wait_list}. */
  long eventWaitList();

  /** Returns {@code cl_event *event}. */
  long event();
}
