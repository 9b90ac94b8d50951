import type { Gateway } from "../context";
import { assertNever } from "../context";
import { openSubscription } from "../subscriptions/open-subscription";
import type { BankScenario } from "../faults/scenarios";
import { keepCard } from "./tokens";
import type { Mode, RefundRecord, Transaction } from "./transaction";

/** The gateway's decisions: some by the clock, all of them on command. Late ones are announced here. */

/** Writes the bank's answer into the transaction. Neither announces nor saves. */
export function conclude(gateway: Gateway, transaction: Transaction, scenario: BankScenario): void {
  switch (scenario.kind) {
    case "decline":
      decline(transaction, `${scenario.code}:${scenario.text}`);
      if (scenario.code.startsWith("R")) transaction.risk_action = "REJECT";
      return;
    case "review":
      transaction.risk_action = "REVIEW";
      transaction.risk_score = "78";
      return wait(transaction, "review");
    case "approve-held":
      transaction.risk_action = "REVIEW";
      transaction.risk_score = "78";
      return approve(gateway, transaction);
    case "pending":
      return wait(transaction, "pending");
    case "doubtful":
      transaction.state = "doubtful";
      transaction.result_info = "S0001:System error";
      return;
    case "unknown-code":
      transaction.state = "unmapped";
      transaction.result_info = "9876:Something new";
      return;
    case "approve":
    case "lost-before":
    case "lost-after":
    case "error-after":
      return approve(gateway, transaction);
    default:
      return assertNever(scenario);
  }
}

export function decline(transaction: Transaction, info: string): void {
  transaction.state = "declined";
  transaction.result_info = info;
}

export function wait(transaction: Transaction, state: "pending" | "review"): void {
  transaction.state = state;
  transaction.result_info = "T0002:Pending";
}

const EFFECTS: Readonly<Record<Mode, "authorise" | "checkout" | "apm" | "renewal">> = {
  card: "authorise",
  token: "authorise",
  checkout: "checkout",
  apm: "apm",
  renewal: "renewal",
};

/** Alternative methods and renewals are captured at once; cards if the account captures automatically. */
export function approve(gateway: Gateway, transaction: Transaction): void {
  const isCaptured =
    gateway.captureMode === "automatic" || transaction.mode === "apm" || transaction.mode === "renewal";
  transaction.state = isCaptured ? "captured" : "authorised";
  transaction.result_info = "0000:Success";
  if (isCaptured) transaction.captures.push({ amount: transaction.amount, at: stampNow(gateway) });
  gateway.book.count(EFFECTS[transaction.mode], transaction);
  keepCard(gateway, transaction);
  openSubscription(gateway, transaction);
}

export type Outcome = "approve" | "decline" | "expire";

const REFUSALS: Readonly<Record<Exclude<Outcome, "approve">, string>> = {
  decline: "0005:Declined after all",
  expire: "0112:Expired",
};

/** Decides a payment that is pending, held, or waiting for its customer. False if it is already decided. */
export function decideTransaction(gateway: Gateway, transaction: Transaction, outcome: Outcome): boolean {
  if (isHeldWithMoney(transaction)) return decideHeldMoney(gateway, transaction, outcome);
  if (!isUndecided(transaction)) return false;
  if (transaction.state === "challenge") return decideChallenge(gateway, transaction, outcome);
  if (outcome === "approve") approve(gateway, transaction);
  else decline(transaction, REFUSALS[outcome]);
  if (transaction.risk_action === "REVIEW") transaction.risk_action = outcome === "approve" ? "ACCEPT" : "REJECT";
  tell(gateway, transaction);
  return true;
}

/** Approved by the bank but held: a reject voids the authorisation; captured money stays. */
export const isHeldWithMoney = ({ state, risk_action: risk }: Transaction): boolean =>
  risk === "REVIEW" && (state === "authorised" || state === "captured");

function decideHeldMoney(gateway: Gateway, transaction: Transaction, outcome: Outcome): true {
  transaction.risk_action = outcome === "approve" ? "ACCEPT" : "REJECT";
  if (outcome !== "approve" && transaction.state === "authorised") {
    transaction.state = "voided";
    transaction.result_info = "0018:Rejected in review";
  }
  tell(gateway, transaction);
  return true;
}

function decideChallenge(gateway: Gateway, transaction: Transaction, outcome: Outcome): true {
  passChallenge(transaction, outcome);
  if (outcome === "approve") conclude(gateway, transaction, transaction.after_challenge ?? { kind: "approve" });
  tell(gateway, transaction);
  return true;
}

const CHALLENGES: Readonly<Record<Outcome, { readonly result: string; readonly info: string }>> = {
  approve: { result: "challenge eci=05", info: "" },
  decline: { result: "challenge failed eci=07", info: "0101:Authentication failed" },
  expire: { result: "challenge abandoned eci=07", info: "0102:Authentication expired" },
};

export function passChallenge(transaction: Transaction, outcome: Outcome): void {
  const { result, info } = CHALLENGES[outcome];
  transaction.threeds_result = result;
  transaction.expires_at = null;
  if (info !== "") decline(transaction, info);
}

const isUndecided = ({ state }: Transaction): boolean =>
  state === "pending" || state === "review" || state === "opened" || state === "challenge";

export function tell(gateway: Gateway, transaction: Transaction): void {
  gateway.book.save();
  watch(gateway, transaction);
  if (transaction.state !== "doubtful") gateway.notifier.announce(transaction, { kind: "payment" });
}

export function hold(gateway: Gateway, transaction: Transaction): boolean {
  if (transaction.state !== "pending") return false;
  transaction.risk_action = "REVIEW";
  wait(transaction, "review");
  tell(gateway, transaction);
  return true;
}

export const waitingRefunds = ({ refunds }: Transaction): RefundRecord[] =>
  refunds.filter(({ processedAt }) => processedAt === null);

/** The bank's answer to refunds of one transaction. A failed refund makes its amount available again. */
export function processRefunds(
  gateway: Gateway,
  transaction: Transaction,
  { refunds, outcome }: { readonly refunds: readonly RefundRecord[]; readonly outcome: "done" | "failed" },
): void {
  for (const refund of refunds) {
    refund.failed = outcome === "failed";
    refund.processedAt = stampNow(gateway);
    gateway.notifier.announce(transaction, { kind: "refund", refund });
  }
  if (refunds.length > 0) gateway.book.save();
}

/** Schedules the transaction's next decision by the clock; call it after each change of what is waiting. */
export function watch(gateway: Gateway, transaction: Transaction): void {
  const { pendingMs, refundMs } = gateway.waits;
  const { state, expires_at: expiresAt, created_at: createdAt } = transaction;
  if (expiresAt !== null && isUndecided(transaction)) gateway.due.add(Date.parse(expiresAt), transaction);
  else if (state === "pending") gateway.due.add(Date.parse(createdAt) + pendingMs, transaction);
  for (const { at } of waitingRefunds(transaction)) gateway.due.add(Date.parse(at) + refundMs, transaction);
}

/** Applies what is due. Held payments wait for a person and are never due. */
export function settleDue(gateway: Gateway): void {
  const now = gateway.now().getTime();
  for (let found = gateway.due.take(now); found; found = gateway.due.take(now)) settle(gateway, found.what, now);
}

function settle(gateway: Gateway, transaction: Transaction, now: number): void {
  const { pendingMs, refundMs } = gateway.waits;
  const { state, expires_at: expiresAt, created_at: createdAt } = transaction;
  if (expiresAt !== null && now >= Date.parse(expiresAt) && state !== "review")
    decideTransaction(gateway, transaction, "expire");
  const isApproved = expiresAt === null && state === "pending" && now >= Date.parse(createdAt) + pendingMs;
  if (isApproved) decideTransaction(gateway, transaction, "approve");
  const refunds = waitingRefunds(transaction).filter(({ at }) => now >= Date.parse(at) + refundMs);
  processRefunds(gateway, transaction, { refunds, outcome: "done" });
}

const stampNow = (gateway: Gateway): string => gateway.now().toISOString();
