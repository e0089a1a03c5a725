/**
 * Barnacle on Apache Spark. {@link dev.barnacle.spark.BarnacleSpark} has kernels for data in
 * columns; {@link dev.barnacle.spark.CampaignJob} is the application behind {@code barnacle
 * campaign --spark}, which hands tasks to processes on executors ({@code TaskServer}).
 */
@NullMarked
package dev.barnacle.spark;

import org.jspecify.annotations.NullMarked;
