import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import express from "express";
import { Pool } from "pg";
import { answerNotification } from "../../src/api/answer-notification";
import { ACQUIRING_MODULE } from "../../src/modules/acquiring";
import { openLedger } from "../harness/ledger";
import { answerParent } from "../harness/serve";

/**
 * Express without Medusa, with two routes on one database: our handler, and the simplest one that stores its input, one
 * row per request.
 */
const databaseUrl = process.env.DATABASE_URL ?? "";
const ledger = openLedger(databaseUrl);
const pool = new Pool({ connectionString: databaseUrl, max: 10 });
const logger = { error: console.error };
const parts: Record<string, unknown> = {
  [ContainerRegistrationKeys.LOGGER]: logger,
  [ACQUIRING_MODULE]: ledger.service,
};
const scope = { resolve: (name: string) => parts[name] };

const app = express();
app.post("/ours/:account", (req, res, next) => {
  // @ts-expect-error -- a request with what the handler reads
  answerNotification(Object.assign(req, { scope }), res, req.params.account).catch(next);
});
app.post("/plain", express.raw({ type: () => true }), (req, res, next) => {
  pool
    .query("INSERT INTO plain_arrival (body) VALUES ($1)", [req.body])
    .then(() => res.status(200).end("ok"))
    .catch(next);
});

const server = app.listen(0, "127.0.0.1", () => {
  const address = server.address();
  const port = typeof address === "object" ? address?.port : null;
  answerParent({ port }, {}, async () => {
    server.closeAllConnections();
    server.close();
    await ledger.close();
    await pool.end();
  });
});
