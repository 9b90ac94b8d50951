import loaders from "@medusajs/medusa/loaders/index";
import express from "express";
import { answerParent } from "../harness/serve";

/** Loads a store like `medusa start`, up to listening, and reports the time since the process started. */
async function start(): Promise<void> {
  const { shutdown } = await loaders({ directory: process.env.BENCH_DIRECTORY ?? "", expressApp: express() });
  const { user, system } = process.cpuUsage();
  answerParent({ ms: performance.now(), cpuMs: (user + system) / 1_000 }, {}, shutdown);
}

start().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
