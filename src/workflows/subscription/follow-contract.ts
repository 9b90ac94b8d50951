import type { MedusaContainer } from "@medusajs/framework/types";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";
import type { ContractStanding } from "../../modules/acquiring/contracts";
import { holdsMoney } from "../../modules/acquiring/domain/states";
import type { AttemptRow } from "../../modules/acquiring/ledger/rows";
import { nextState } from "../../modules/acquiring_subscription/domain/next-state";
import { outlookOf } from "../../modules/acquiring_subscription/domain/schedule";
import type { Outlook } from "../../modules/acquiring_subscription/domain/schedule";
import type { ContractState } from "../../modules/acquiring_subscription/domain/states";
import { isOver } from "../../modules/acquiring_subscription/domain/calendar";
import type { ContractRow } from "../../modules/acquiring_subscription/rows";
import { termsOf } from "../../modules/acquiring_subscription/rows";
import type AcquiringSubscriptionModuleService from "../../modules/acquiring_subscription/service";
import type AcquiringModuleService from "../../modules/acquiring/service";
import { ledgerOf } from "../ledger-of";
import { followCancel } from "./follow-cancel";
import { followCharge } from "./follow-charge";
import { clearForContract, raiseForContract } from "./contract-attention";
import { subscriptionsOf } from "./subscriptions-of";

/**
 * Brings a contract and its charges to where the ledger is. It compares the two and does
 * what is missing, in one transaction under the contract's lock, so it may run twice,
 * late, or after a crash. It reaches nobody: orders and the shop's own handlers are
 * tasks, which are done afterwards.
 */
export interface Following {
  readonly ledger: AcquiringModuleService;
  readonly subscriptions: AcquiringSubscriptionModuleService;
  readonly trx: Knex.Transaction;
  /** As it was when the lock was taken. */
  readonly contract: ContractRow;
  readonly first: AttemptRow;
  readonly standing: ContractStanding;
  readonly now: Date;
}

/** `renewal`: one whose charge is looked at in any case. Answers the contract as it stands then. */
export async function followContract(
  container: MedusaContainer,
  contract: Pick<ContractRow, "id">,
  renewal: AttemptRow | null = null,
): Promise<ContractRow | undefined> {
  const ledger = ledgerOf(container);
  const subscriptions = subscriptionsOf(container);
  await subscriptions.contracts.locked(contract.id, async (row, trx) => {
    // Read under the lock: what was known before it may be older than what another wrote.
    const first = await ledger.ledger.attempt(row.attempt_id ?? "");
    const standing = first && (await ledger.contracts.standingOf(first.id));
    if (!first || !standing) return;
    const following = { ledger, subscriptions, trx, contract: row, first, standing, now: ledger.now() };
    const orderId = row.order_id ?? (await orderOfCart(container, row.cart_id));
    await noteOrder(following, orderId);
    const renewals = await unfollowed(ledger, first);
    const isAmong = renewals.some(({ id }) => id === renewal?.id);
    for (const attempt of [first, ...renewals, ...(renewal && !isAmong ? [renewal] : [])])
      await followCharge(following, attempt);
    await bring(following);
  });
  return subscriptions.contracts.byId(contract.id);
}

/** Renewals that moved: whether everything was charged, and whether something is missing, is decided with them; in the gateway's order. */
async function unfollowed(ledger: AcquiringModuleService, { id }: AttemptRow): Promise<AttemptRow[]> {
  return ledger.ledger
    .connection<AttemptRow>("acquiring_payment_attempt")
    .where({ renewal_of: id, deleted_at: null })
    .whereNotNull("subscription_due_at")
    .orderByRaw("COALESCE((recurring->>'chargedAt')::timestamptz, created_at), created_at, id");
}

async function noteOrder({ subscriptions, trx, contract }: Following, orderId: string | null): Promise<void> {
  if (orderId !== contract.order_id) await subscriptions.contracts.change(trx, contract.id, { order_id: orderId });
}

async function bring(following: Following): Promise<void> {
  const { ledger, subscriptions, trx, contract, first, standing, now } = following;
  const terms = termsOf(contract);
  const { paid, lastAt } = await subscriptions.charges.summary(trx, contract.id);
  const said = standing.said;
  const state = nextState(contract.state, {
    standing: standing.standing,
    payment: paymentOf(first),
    isDone: isOver(terms, paid, now),
  });
  const isCancelled = state === "cancelled" && contract.state !== "cancelled";
  const outlook = outlookOf({
    terms,
    state,
    anchor: contract.anchor,
    lastChargedAt: lastAt ?? contract.created_at,
    charges: paid,
    said: said?.nextChargeAt ? new Date(said.nextChargeAt) : null,
    cancelledAt: contract.cancelled_at,
    graceMs: ledger.options.subscription.graceHours * 3_600_000,
    now,
  });
  await subscriptions.contracts.change(trx, contract.id, {
    state,
    recurring_id: standing.recurringId,
    gateway_status: said?.status ?? contract.gateway_status,
    said_at: said ? new Date(said.saidAt) : contract.said_at,
    paid_charges: paid,
    next_charge_at: outlook.nextChargeAt,
    next_check_at: outlook.nextCheckAt,
    overdue: outlook.isOverdue,
    ...(isCancelled && { cancelled_at: now }),
  });
  await noteState(following, state);
  await followCancel(following, state);
  await noteOverdue(following, outlook);
}

function paymentOf(first: AttemptRow): "open" | "good" | "lost" {
  if (holdsMoney(first.state) || first.state === "voided") return first.recurring_id ? "good" : lostOr(first);
  return first.state === "declined" || first.state === "expired" ? "lost" : "open";
}

/** A payment that was given back before the gateway named a contract began none. */
const lostOr = ({ state }: AttemptRow): "good" | "lost" => (state === "voided" ? "lost" : "good");

/** What the change of the state means to others: an event each, and a task for the shop's own handlers. */
async function noteState({ subscriptions, trx, contract, standing }: Following, state: ContractState): Promise<void> {
  const { events, tasks } = subscriptions;
  const contractId = contract.id;
  const of = standing.cancel?.id ?? state;
  if (state === contract.state) return;
  switch (state) {
    case "active":
      if (await events.note(trx, { contractId, kind: "activated", actor: "gateway" }))
        await tasks.add(trx, { contractId, kind: "created" });
      return;
    case "cancelled": {
      const isOurs = standing.cancel?.status === "settled";
      const actor = isOurs ? (contract.cancel_actor ?? standing.cancel.actor) : "gateway";
      const actorId = isOurs ? contract.cancel_actor_id : null;
      await events.note(trx, { contractId, kind: "cancelled", of, actor, actorId });
      await tasks.add(trx, { contractId, kind: "cancelled" });
      return;
    }
    case "ended":
      await events.note(trx, { contractId, kind: "ended", actor: "system" });
      return;
    case "failed":
      await events.note(trx, { contractId, kind: "failed", actor: "gateway" });
      return;
    case "pending":
    case "cancelling":
      return;
  }
}

async function noteOverdue(following: Following, { isOverdue, nextChargeAt }: Outlook): Promise<void> {
  const { subscriptions, trx, contract, ledger } = following;
  if (!isOverdue || nextChargeAt === null) {
    await clearForContract(following, "renewal_missing");
    return;
  }
  const day = nextChargeAt.toISOString().slice(0, 10);
  const isNew = await subscriptions.events.note(trx, {
    contractId: contract.id,
    kind: "charge_missing",
    of: day,
    actor: "system",
  });
  if (!isNew) return;
  const hours = String(ledger.options.subscription.graceHours);
  const message = `The charge of ${day} has not come within ${hours} hours.`;
  await raiseForContract(following, "renewal_missing", message);
}

const Link = z.object({ order_id: z.string() });

async function orderOfCart(container: MedusaContainer, cartId: string | null): Promise<string | null> {
  if (cartId === null) return null;
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "order_cart", fields: ["order_id"], filters: { cart_id: cartId } });
  return Link.optional().parse(data[0])?.order_id ?? null;
}
