import type { Server } from "node:http";
import loaders from "@medusajs/medusa/loaders/index";
import express from "express";
import { userOf } from "../../integration-tests/support/payer";
import { seedStore } from "../../scripts/seed-store";
import { ROOT } from "./databases";
import { answerParent } from "./serve";
import { ADMIN } from "./store";

const VASE = { handle: "tall-vase", title: "Tall vase", description: "For long stems.", price: 40 };

/** The process of `store.ts`: everything that `medusa start` loads, on a free loopback port. */
async function start(): Promise<void> {
  const app = express();
  const { container, shutdown } = await loaders({ directory: ROOT, expressApp: app });
  const seeded = process.env.BENCH_SEEDS === "true" ? await seedStore(container, [VASE]) : null;
  const http = await new Promise<Server>((listening, failed) => {
    const opened = app.listen(0, "127.0.0.1", () => listening(opened));
    opened.once("error", failed);
  });
  const address = http.address();
  if (address === null || typeof address === "string") throw new Error("The store listens at no port.");
  // The dashboard's user.
  if (seeded) await userOf({ container, base: `http://127.0.0.1:${String(address.port)}` }, ADMIN);
  answerParent({ port: address.port, seeded }, {}, async () => {
    http.closeAllConnections();
    http.close();
    await shutdown();
  });
}

start().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
