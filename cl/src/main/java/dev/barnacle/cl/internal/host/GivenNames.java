package dev.barnacle.cl.internal.host;

import java.util.Map;

/**
 * The names of the platform and its devices that the user gives: programs choose devices by their
 * names.
 */
public record GivenNames(Map<String, String> environment) {
  /** Those of this process. */
  public static final GivenNames OF_PROCESS = new GivenNames(System.getenv());

  /**
   * Returns a name.
   *
   * @param variable that may give another; an empty one does not
   * @param own what it is called otherwise
   */
  public String of(String variable, String own) {
    String given = environment.getOrDefault(variable, "").replaceAll("\\p{Cntrl}+", " ").strip();
    return given.isEmpty() ? own : given;
  }
}
