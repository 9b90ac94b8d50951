import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { readCspReport } from "../application/csp-reports/read-csp-report";
import { ViolationLog } from "../application/csp-reports/violation-log";
import { resolveLedger } from "../application/resolve-ledger";
import { BodyDoor } from "./body-door";

/** A report has about one kilobyte. */
const MOST_BYTES = 8 * 1024;
const door = new BodyDoor({ mostAtOnce: 20, withinMs: 5_000, patienceMs: 1_000 });
const log = new ViolationLog();

/**
 * `POST /acquiring/csp-reports` — browsers report here what the shop's Content-Security-Policy blocked (`report-uri`).
 * 404 unless `storefront.cspReports` is on. It writes log lines only, never to the database, and answers every report
 * alike.
 */
export async function answerCspReport(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const { storefront } = resolveLedger(req.scope).options;
  if (!storefront.cspReports) return void res.status(404).end();
  const body = await door.read(req, MOST_BYTES);
  if (body.kind !== "whole") {
    res.setHeader("Connection", "close");
    res.once("finish", () => req.destroy());
    return void res.status(body.kind === "busy" ? 503 : 413).end();
  }
  const violation = readCspReport(body.bytes.toString("utf8"), storefront.origins);
  const line = violation && log.line(violation, performance.now());
  if (line) req.scope.resolve(ContainerRegistrationKeys.LOGGER).warn(`acquiring.csp_violation ${line}`);
  res.status(204).end();
}
