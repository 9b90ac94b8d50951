import loaders from "@medusajs/medusa/loaders/index";
import express from "express";
import { answerParent } from "../harness/serve";

/** Loads a store as `medusa start` does, up to where it would listen, and says how long that took since the process began. */
async function start(): Promise<void> {
  const { shutdown } = await loaders({ directory: process.env.BENCH_DIRECTORY ?? "", expressApp: express() });
  const { user, system } = process.cpuUsage();
  answerParent({ ms: performance.now(), cpuMs: (user + system) / 1_000 }, {}, shutdown);
}

start().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
