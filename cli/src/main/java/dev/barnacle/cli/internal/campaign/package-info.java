/**
 * {@code campaign}: many independent tasks, run by worker processes, with one report. A {@link
 * Plan} is read from JSON and expanded to {@link Task}s; a {@link Campaign} has them run and keeps
 * what came of them in a {@link Journal}; a {@link CampaignReport} tells it in the order of the
 * plan. With {@link SparkForce}, Apache Spark has them run. Begin with {@link CampaignRun}.
 *
 * <p>May use: internal, launch, report, run, check, plot, fuzz.
 */
package dev.barnacle.cli.internal.campaign;
