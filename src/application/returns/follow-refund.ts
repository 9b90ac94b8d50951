import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils";
import type { RefundProposal } from "../../api-schema/admin";
import type { RefundProposalRow } from "../../modules/acquiring";
import { firstRowId } from "../../modules/acquiring";
import type { RefundProposalNews } from "../events/event-schema";
import { REFUND_PROPOSED } from "../events/event-names";
import { forEachDue } from "../for-each-due";
import { carryOutPlan, DISPUTED, isTaken, withSurplusLease } from "../payables/refund-surplus";
import type { ReasonKind } from "../refund-reasons/refund-reasons";
import { reasonIdFor } from "../refund-reasons/refund-reasons";
import { askStore } from "../hooks/run-hooked-workflow";
import { resolveLedger } from "../resolve-ledger";
import { LEFT_TO_STAFF } from "./automatic-state";
import type { ExaminedOrder } from "./refund-proposal";
import { examineOrder } from "./refund-proposal";
import { tellStaff } from "../staff-notifications/queue-notifications";
import { factOfRefund } from "../staff-notifications/told-facts";

/**
 * Announces what an order has to refund, and refunds it where the option `refunds.automatic` says so. One process at a time
 * examines an order. Each refund has the key of its plan, which the button uses too, so that two processes, or a process
 * that died, never refund twice: what was sent without an answer leaves no plan until the gateway is queried.
 */
export async function followRefund(container: MedusaContainer, orderId: string): Promise<void> {
  await resolveLedger(container).drain.run(() => followAlone(container, orderId));
}

/** The same for a request, which is answered after the stop signal as well. */
export async function followRefundNow(container: MedusaContainer, orderId: string): Promise<void> {
  await resolveLedger(container).drain.runForRequest(() => followAlone(container, orderId));
}

const followAlone = (container: MedusaContainer, orderId: string): Promise<void> =>
  withSurplusLease(container, orderId, () => follow(container, orderId));

async function follow(container: MedusaContainer, orderId: string): Promise<void> {
  const { refundProposals } = resolveLedger(container);
  const examined = await examineOrder(container, orderId);
  const { proposal, found, payments } = examined;
  if (payments.length === 0) return;
  const isToTell = proposal.surplus !== null && proposal.dismissed === null;
  // If this process dies before it has followed the order to the end, the order is examined again.
  const row = await refundProposals.note(orderId, found, proposal.surplus === null ? null : soon(container));
  if (proposal.surplus === null) return;
  if (row.announced_at === null && isToTell) await announce(container, row, examined);
  if (proposal.automatic === "due") await refund(container, row, examined);
  // A change of the order is open; no event reports that it is given up.
  else if (proposal.automatic === "blocked" && proposal.plan !== null)
    await refundProposals.lookAgain(row, inAnHour(container));
  // Another refund is being recorded, or its outcome is not known yet.
  else if (proposal.automatic === "blocked" && row.tries < MOST_TRIES)
    await refundProposals.later(row, nextTry(container, row));
  // The server was to make it by itself, and does not any more.
  else if (proposal.dismissed === null && row.tries > 0 && row.stopped === null)
    await stopRefund(container, row, {
      payments,
      code: proposal.automatic === "blocked" ? "tries" : proposal.automatic,
    });
  // Nor that a dispute was won.
  else if (proposal.automatic === "disputed" && proposal.dispute === "open")
    await refundProposals.lookAgain(row, inAnHour(container));
  else await refundProposals.lookAgain(row, null);
}

const soon = (container: MedusaContainer): Date => new Date(resolveLedger(container).now().getTime() + FIRST_PAUSE_MS);
const inAnHour = (container: MedusaContainer): Date => new Date(resolveLedger(container).now().getTime() + 3_600_000);

/** Staff are told first: a process that dies in between stops and tells it later. */
async function stopRefund(
  container: MedusaContainer,
  row: RefundProposalRow,
  { payments, code }: { readonly payments: ExaminedOrder["payments"]; readonly code: string },
): Promise<void> {
  await tellOfProposal(container, row, payments);
  await resolveLedger(container).refundProposals.stop(row, code);
}

async function announce(
  container: MedusaContainer,
  row: RefundProposalRow,
  { proposal, payments }: ExaminedOrder,
): Promise<void> {
  const ledger = resolveLedger(container);
  const now = ledger.now();
  const data: RefundProposalNews = {
    version: 1,
    event_id: `${row.id}_${row.amount}_${String(row.refunds)}`,
    occurred_at: now.toISOString(),
    order_id: row.order_id,
    amount_minor: row.amount,
    currency: row.currency,
    causes: [...new Set(proposal.causes.map(({ kind }) => kind))],
    is_automatic: proposal.automatic === "due",
  };
  await container.resolve(Modules.EVENT_BUS).emit({ name: REFUND_PROPOSED, data });
  // What the server refunds by itself needs nobody, unless it stops.
  if (!data.is_automatic) await tellOfProposal(container, row, payments);
  await ledger.refundProposals.noteAnnounced(row.id);
}

async function tellOfProposal(
  container: MedusaContainer,
  { order_id: orderId, amount, currency, refunds }: RefundProposalRow,
  payments: ExaminedOrder["payments"],
): Promise<void> {
  const account = payments[0]?.row.account ?? "";
  const at = resolveLedger(container).now();
  const id = [orderId, amount, refunds].join("_");
  await tellStaff(container, factOfRefund({ id, account, orderId, amount, currency, at }));
}

/** Such as a gateway that cannot be reached. After that, people decide. */
const MOST_TRIES = 10;
const FIRST_PAUSE_MS = 300_000;
const LONGEST_PAUSE_MS = 21_600_000;

const nextTry = (container: MedusaContainer, { tries }: RefundProposalRow): Date =>
  new Date(resolveLedger(container).now().getTime() + Math.min(FIRST_PAUSE_MS * 2 ** tries, LONGEST_PAUSE_MS));

/** Refused before the send, for a while. Everything else that is refused would be refused again. */
const PASSING = ["order_changing", "recovery", "refund_overtaken", "earlier_being_recorded"];

async function refund(
  container: MedusaContainer,
  row: RefundProposalRow,
  { proposal, payments }: ExaminedOrder,
): Promise<void> {
  const { refundProposals } = resolveLedger(container);
  const stop = (code: string): Promise<void> => stopRefund(container, row, { payments, code });
  if (row.tries >= MOST_TRIES) return stop("tries");
  // Before the send: if this process dies, the order is examined again.
  await refundProposals.later(row, nextTry(container, row));
  if (await isLeftToStaff(container, row, proposal)) return stop(LEFT_TO_STAFF);
  const reasonId = await reasonIdFor(container, reasonKindOf(proposal));
  const by = { actor: "system", actorId: null, note: noteOf(proposal), reasonId } as const;
  const results = await carryOutPlan(container, { orderId: row.order_id, shown: proposal }, by);
  log(container, row, results.map(({ outcome }) => outcome).join(","));
  // As a dispute that is known before the try.
  if (results.some(({ code }) => code === DISPUTED)) return follow(container, row.order_id);
  const refused = results.find(({ outcome, code }) => outcome === "refused" && !PASSING.includes(code ?? ""));
  if (!refused && !results.every(isTaken)) return;
  const after = await examineOrder(container, row.order_id);
  // Of what is left: another part of the plan, or a person, may have refunded the rest.
  const isRefused = refused !== undefined && after.proposal.surplus !== null;
  const left = await refundProposals.note(row.order_id, after.found, isRefused ? soon(container) : null);
  if (isRefused) await stopRefund(container, left, { payments: after.payments, code: refused.code ?? "declined" });
}

/** A handler that throws or does not answer is asked again at the next try. */
async function isLeftToStaff(
  container: MedusaContainer,
  { order_id: orderId }: RefundProposalRow,
  { surplus, currency, causes }: RefundProposal,
): Promise<boolean> {
  const kinds = causes.map(({ kind }) => kind);
  const due = { order_id: orderId, amount: surplus ?? "0", currency, causes: kinds };
  return (await askStore(container, "acquiring-refund-due", due)).wait;
}

function log(
  container: MedusaContainer,
  { order_id: orderId, amount, currency }: RefundProposalRow,
  outcome: string,
): void {
  const line = { order: orderId, amount_minor: amount, currency, outcome };
  const words = Object.entries(line).map(([name, value]) => `${name}=${value}`);
  container.resolve(ContainerRegistrationKeys.LOGGER).info(["acquiring.automatic_refund", ...words].join(" "));
}

/** Of several causes the largest part decides. */
export function reasonKindOf({ causes }: Pick<RefundProposal, "causes">): ReasonKind {
  const kinds = causes.map(({ kind }) => kind);
  if (kinds.includes("claim")) return "claim";
  if (kinds.includes("return")) return "return";
  return kinds.includes("exchange") ? "exchange" : "cancelled";
}

/** For the order's records. */
export function noteOf({ causes }: Pick<RefundProposal, "causes">): string {
  const named = causes.flatMap(({ kind, number }) =>
    number !== null && NAMES[kind] !== undefined ? `${NAMES[kind]} ${String(number)}` : [],
  );
  return ["Automatic refund", ...new Set(named)].join(", ").slice(0, 200);
}

const NAMES: Partial<Record<RefundProposal["causes"][number]["kind"], string>> = {
  return: "return",
  claim: "claim",
  exchange: "exchange",
};

const LIMIT = 50;
/** Before the last look of this process, or before its first. Our choice. */
const LOOK_BACK_MS = 3 * 86_400_000;
/** Before its first, of orders that were examined: the longest outage after a capture. Our choice. */
const FIRST_LOOK_BACK_MS = 30 * 86_400_000;

/**
 * Orders with a confirmed change that no process has examined: those whose event was lost. Medusa's IDs contain their time,
 * so that the primary key finds the changes of the last days.
 */
const UNSEEN = `
  SELECT DISTINCT change.order_id FROM order_change AS change
  JOIN "order" AS placed ON placed.id = change.order_id AND placed.deleted_at IS NULL
  LEFT JOIN acquiring_refund_proposal AS seen ON seen.order_id = change.order_id AND seen.deleted_at IS NULL
  WHERE change.id > :first AND change.status = 'confirmed' AND change.deleted_at IS NULL
    AND (seen.id IS NULL OR seen.order_version < placed.version)
    AND EXISTS (SELECT FROM order_payment_collection AS link
      JOIN payment ON payment.payment_collection_id = link.payment_collection_id AND payment.deleted_at IS NULL
        AND payment.canceled_at IS NULL AND payment.provider_id LIKE 'pp_acquiring-%'
      JOIN acquiring_payment_attempt AS attempt ON attempt.session_id = payment.payment_session_id
        AND attempt.deleted_at IS NULL AND attempt.order_no = payment.data ->> 'order_no'
      WHERE link.order_id = placed.id AND link.deleted_at IS NULL)
  LIMIT ${String(LIMIT)}`;

/**
 * Orders of which something was captured after they were examined, as after a return before the capture. Medusa's time and ours
 * may be those of two servers, so an order is examined for ten minutes after its capture. Our choice.
 */
const CAPTURED_SINCE = `
  SELECT DISTINCT seen.order_id FROM order_transaction AS paid
  JOIN acquiring_refund_proposal AS seen ON seen.order_id = paid.order_id AND seen.deleted_at IS NULL
  WHERE paid.id > :first AND paid.reference = 'capture' AND paid.created_at > seen.updated_at - interval '10 minutes' AND paid.deleted_at IS NULL
  LIMIT ${String(LIMIT)}`;

/** Every minute: what no event reported, what was captured since, and what is to be tried again. */
export async function watchRefunds(container: MedusaContainer): Promise<void> {
  const ledger = resolveLedger(container);
  const { refundProposals } = ledger;
  const pg = ledger.attempts.connection;
  const now = ledger.now();
  const lookedAt = (refundProposals.lookedAt ?? now).getTime();
  const ordersIn = async (sql: string, prefix: string, backMs: number): Promise<string[]> => {
    const first = firstRowId(prefix, new Date(lookedAt - backMs));
    const { rows } = await pg.raw<{ rows: { order_id: string }[] }>(sql, { first });
    return rows.map(({ order_id: id }) => id);
  };
  const due = await refundProposals.due(LIMIT);
  const unseen = await ordersIn(UNSEEN, "ordch", LOOK_BACK_MS);
  const capturedBackMs = refundProposals.lookedAt ? LOOK_BACK_MS : FIRST_LOOK_BACK_MS;
  const captured = await ordersIn(CAPTURED_SINCE, "ordtrx", capturedBackMs);
  const ids = new Set([...due, ...unseen, ...captured]);
  let left = ids.size;
  const run = async (id: string): Promise<void> => {
    await followRefund(container, id);
    left -= 1;
  };
  await forEachDue(container, [...ids], { work: "automatic_refund", run });
  if (left === 0 && unseen.length < LIMIT && captured.length < LIMIT) refundProposals.lookedAt = now;
}
