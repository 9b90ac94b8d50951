import type {
  PayoutAnswer,
  PayoutApproval,
  PayoutBound,
  PayoutChange,
  PayoutCopy,
  PayoutDecision,
  PayoutDraft,
  PayoutNote,
} from "../../api-schema/admin";
import type { Reason } from "../../gateway/model/outcome";
import type { Refused } from "../../modules/acquiring_payout/payout-api";
import type { PayoutRow } from "../../modules/acquiring_payout/rows";
import { logFailedWork } from "../log-failed-work";
import { resolveLedger } from "../resolve-ledger";
import { resolvePayoutService } from "./resolve-payout-service";
import { catchUp, followPayout, watchAgain } from "./follow-payout";
import type { PayoutActor } from "./payout-actor";
import { clearForPayout } from "./payout-attention";
import { whyNotPayAgain } from "./may-pay-again";
import { payoutView } from "./payout-view";
import { personOf } from "./approver-directory";
import { granted, PayoutRefused } from "./refusal";
import { sendApprovedPayout } from "./send-payout";
import { isRecovering, stopBy } from "./stop-payout";

export async function createPayout(who: PayoutActor, { key, ...input }: PayoutDraft): Promise<PayoutAnswer> {
  const person = await personOf(who.container, who.auth);
  const origin = key === undefined ? {} : { key };
  const { payout } = granted(await resolvePayoutService(who.container).payouts.create(person, input, origin));
  return payoutView(who, payout.id);
}

async function refuseInRecovery({ container }: PayoutActor): Promise<void> {
  if (await isRecovering(container)) throw new PayoutRefused(IN_RECOVERY);
}

const IN_RECOVERY: Refused = {
  kind: "refused",
  code: "not_now",
  message:
    "Nothing was changed: commits may have been lost, and this payout may have been sent. Wait until the recovery has ended.",
};

export async function changePayout(who: PayoutActor, { version, ...input }: PayoutChange): Promise<PayoutAnswer> {
  await refuseInRecovery(who);
  const person = await personOf(who.container, who.auth);
  granted(await resolvePayoutService(who.container).payouts.edit(person, who.id, { input, version }));
  return payoutView(who);
}

export async function submitPayout(who: PayoutActor, { payload_hash: hash }: PayoutBound): Promise<PayoutAnswer> {
  await submitOne(who, who.id, hash);
  return payoutView(who);
}

export async function submitOne({ container, auth }: PayoutActor, id: string, hash: string): Promise<PayoutRow> {
  const person = await personOf(container, auth);
  const { payout } = granted(await resolvePayoutService(container).payouts.submit(person, id, hash));
  return payout;
}

/** After the last required approval it is sent at once, unless it has to wait; if that fails, the job tries again. */
export async function approvePayout(who: PayoutActor, seen: PayoutApproval): Promise<PayoutAnswer> {
  const { state } = await approveOne(who, who.id, seen);
  if (state === "approved") await sendNow(who);
  return payoutView(who);
}

export async function approveOne(
  { container, auth }: PayoutActor,
  id: string,
  { payload_hash: payloadHash, note }: PayoutApproval,
): Promise<PayoutRow> {
  const person = await personOf(container, auth);
  const seen = { payloadHash, ...(note !== undefined && { note }) };
  const { payout } = granted(await resolvePayoutService(container).payouts.approve(person, id, seen));
  return payout;
}

async function sendNow({ container, id }: PayoutActor): Promise<void> {
  try {
    await sendApprovedPayout(container, id);
  } catch (error) {
    logFailedWork(container, { work: "payout", id }, error);
  }
}

export async function rejectPayout(who: PayoutActor, { note }: PayoutNote): Promise<PayoutAnswer> {
  await refuseInRecovery(who);
  const person = await personOf(who.container, who.auth);
  const { payout } = granted(await resolvePayoutService(who.container).payouts.reject(person, who.id, note));
  await watchAgain(who.container, payout);
  return payoutView(who);
}

export async function withdrawPayout(who: PayoutActor, { note }: PayoutNote): Promise<PayoutAnswer> {
  await refuseInRecovery(who);
  const person = await personOf(who.container, who.auth);
  const stop = stopBy(who.container, person, note);
  // Asking the ledger under the payout's lock needs a second connection.
  const { connectionBudget } = resolveLedger(who.container);
  const { payout } = granted(
    await connectionBudget.take(() => resolvePayoutService(who.container).payouts.withdraw(person, who.id, note, stop)),
  );
  await watchAgain(who.container, payout);
  return payoutView(who);
}

/** The new draft replaces the failed payout, whose attention items are closed. */
export async function copyPayout(who: PayoutActor, { key }: PayoutCopy): Promise<PayoutAnswer> {
  const { container, id } = who;
  await refuseInRecovery(who);
  const person = await personOf(container, who.auth);
  const doubt = await whyNotPayAgain(container, id);
  const { payout } = granted(await resolvePayoutService(container).payouts.copy(person, id, key, doubt));
  await clearForPayout(container, id, "payout_problem");
  return payoutView(who, payout.id);
}

/**
 * The payout service checks the user's permission; the ledger, that no newer status is known. Only what the ledger
 * accepted is recorded; after a crash in between, the payout is synchronised with its send.
 */
export async function decidePayout(
  who: PayoutActor,
  { outcome, note, version }: PayoutDecision,
): Promise<PayoutAnswer> {
  const { container, id } = who;
  const person = await personOf(container, who.auth);
  const payoutService = resolvePayoutService(container);
  await catchUp(container, id);
  const { payout: seen } = granted(await payoutService.payouts.mayDecide(person, id, version));
  const { payouts } = resolveLedger(container);
  const seenVersion = seen.synced_version ?? undefined;
  const decision = await payouts.decide({ payoutId: id, outcome, actorId: person.id, note, seenVersion });
  if (decision.kind === "refused") {
    await catchUp(container, id);
    throw new PayoutRefused({ kind: "refused", ...refusedBy(decision.reason) });
  }
  granted(await payoutService.payouts.decide(person, id, { outcome, note }));
  await followPayout(container, id);
  return payoutView(who);
}

const refusedBy = ({ code, message }: Reason): Pick<Refused, "code" | "message"> =>
  code === "not_unknown"
    ? { code: "changed", message: "Its outcome is known, or it was sent again. Refresh and check it again." }
    : { code: "not_now", message };
