import type { MedusaContainer } from "@medusajs/framework/types";
import type { LegalHold, LegalHoldRequest, PersonAnswer, PersonRequest, PrivacyPage } from "../../api-schema/admin";
import type { AdminRequestContext } from "../access/admin-request-context";
import { resolveLedger } from "../resolve-ledger";
import { heldScope, previewRetention } from "./apply-retention";
import { erasePerson } from "./erase-person";
import { exportPerson, summarisePerson } from "./export-person";
import type { LegalHoldRow } from "./legal-holds";
import { listHolds, placeHold, releaseHold } from "./legal-holds";

/** The dashboard's commands about personal data. */
export async function answerPerson(
  { container, actorId: actor }: AdminRequestContext,
  request: PersonRequest,
): Promise<PersonAnswer> {
  const { pg, now } = partsOf(container);
  const person = { customerId: request.customer_id, email: request.email, orderId: request.order_id };
  switch (request.action) {
    case "find":
      return summarisePerson(pg, person, now());
    case "export":
      return exportPerson(pg, { person, actor }, now());
    case "erase": {
      const { proofKey, ...erased } = await erasePerson(pg, { person, reason: request.reason, actor }, now);
      return { ...erased, proof_key: proofKey };
    }
  }
}

export async function privacyPage(container: MedusaContainer): Promise<PrivacyPage> {
  const { pg, options, now } = partsOf(container);
  const at = now();
  const held = await heldScope(pg, at);
  const retention = await previewRetention(pg, { options: options.retention, held, now: at });
  return {
    holds: (await listHolds(pg, at)).map(shapeHold),
    retention: retention.map(({ oldest, onHold, ...kind }) => ({
      ...kind,
      oldest: oldest?.toISOString() ?? null,
      on_hold: onHold,
    })),
  };
}

export async function changeHold(
  { container, actorId: by }: AdminRequestContext,
  request: LegalHoldRequest,
): Promise<LegalHold> {
  const { pg, now } = partsOf(container);
  if (request.action === "release") return shapeHold(await releaseHold(pg, request.id, { by, now: now() }));
  const { subject_kind: kind, subject, reason, until } = request;
  const hold = { kind, subject, reason, until: until === null ? null : new Date(until), by, now: now() };
  return shapeHold(await placeHold(pg, hold));
}

function partsOf(container: MedusaContainer) {
  const ledger = resolveLedger(container);
  const { attempts, options } = ledger;
  return { pg: attempts.connection, options, now: () => ledger.now() };
}

const shapeHold = (row: LegalHoldRow): LegalHold => ({
  id: row.id,
  subject_kind: row.subject_kind,
  subject: row.subject,
  reason: row.reason,
  placed_by: row.placed_by,
  placed_at: row.created_at.toISOString(),
  until: row.until?.toISOString() ?? null,
  released_at: row.released_at?.toISOString() ?? null,
});
