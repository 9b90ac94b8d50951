import { randomBytes } from "node:crypto";
import type { Gateway } from "../context";
import { afterMs, assertNever } from "../context";
import { conclude, decline, watch } from "./decisions";
import type { BankScenario, Scenario } from "../faults/scenarios";
import type { Terms } from "../subscriptions/subscription";
import type { AskedInstalments } from "./instalments";
import type { CardToKeep, Mode, Transaction } from "./transaction";

/** Asks for a challenge if the card requires it. The caller has validated everything; nothing is refused here. */
export interface Attempt {
  readonly mode: Mode;
  readonly orderNo: string;
  readonly amount: bigint;
  readonly currency: string;
  readonly cardMask: string;
  readonly scenario: Scenario;
  /** `ask`: a challenge is possible; `external`: the merchant has authenticated the customer. */
  readonly authentication: { readonly kind: "ask" | "none" } | { readonly kind: "external"; readonly eci: string };
  readonly notifyUrl: string | null;
  readonly returnUrl: string | null;
  readonly windowSize: string;
  readonly echo: Readonly<Record<string, string>>;
  readonly keep: CardToKeep | null;
  readonly terms: Terms | null;
  readonly instalments: AskedInstalments | null;
}

export interface Tried {
  /** Null: the gateway never saw it. */
  readonly transaction: Transaction | null;
  readonly delivery: "answer" | "drop" | "error";
}

const CHALLENGE_WAITS_MS = 30 * 60_000;

export function tryToPay(gateway: Gateway, attempt: Attempt): Tried {
  const { scenario, authentication } = attempt;
  if (scenario.kind === "3ds" && authentication.kind === "ask") return authenticate(gateway, attempt, scenario);
  const outcome = scenario.kind === "3ds" ? scenario.then : scenario;
  const isExternal = authentication.kind === "external";
  const threeDs = isExternal ? `external eci=${authentication.eci}` : "";
  return atBank(gateway, newTransaction(gateway, attempt, { threeDs }), outcome);
}

function authenticate(gateway: Gateway, attempt: Attempt, { flow, then }: Extract<Scenario, { kind: "3ds" }>): Tried {
  switch (flow) {
    case "challenge": {
      const transaction = newTransaction(gateway, attempt, { threeDs: "", afterChallenge: then });
      gateway.book.add(transaction);
      watch(gateway, transaction);
      return { transaction, delivery: "answer" };
    }
    case "frictionless":
      return atBank(gateway, newTransaction(gateway, attempt, { threeDs: "frictionless eci=05" }), then);
    case "attempted":
      return atBank(gateway, newTransaction(gateway, attempt, { threeDs: "attempted eci=06" }), then);
    case "failed": {
      const transaction = newTransaction(gateway, attempt, { threeDs: "failed eci=07" });
      decline(transaction, "0101:Authentication failed");
      return booked(gateway, transaction);
    }
    default:
      return assertNever(flow);
  }
}

export function atBank(gateway: Gateway, transaction: Transaction, scenario: BankScenario): Tried {
  if (scenario.kind === "lost-before") return { transaction: null, delivery: "drop" };
  conclude(gateway, transaction, scenario);
  const { delivery } = booked(gateway, transaction);
  if (scenario.kind === "lost-after") return { transaction, delivery: "drop" };
  return { transaction, delivery: scenario.kind === "error-after" ? "error" : delivery };
}

function booked(gateway: Gateway, transaction: Transaction): Tried {
  if (gateway.book.byId(transaction.transaction_id)) gateway.book.save();
  else gateway.book.add(transaction);
  watch(gateway, transaction);
  if (transaction.state !== "doubtful") gateway.notifier.announce(transaction, { kind: "payment" });
  return { transaction, delivery: "answer" };
}

function newTransaction(
  gateway: Gateway,
  attempt: Attempt,
  { threeDs, afterChallenge = null }: { readonly threeDs: string; readonly afterChallenge?: BankScenario | null },
): Transaction {
  const isChallenge = afterChallenge !== null;
  return {
    ...blankTransaction(gateway, attempt),
    mode: attempt.mode,
    card_mask: attempt.cardMask,
    notify_url: attempt.notifyUrl,
    return_url: attempt.returnUrl,
    page_id: isChallenge ? randomBytes(16).toString("hex") : null,
    window_size: attempt.windowSize,
    expires_at: isChallenge ? afterMs(gateway, CHALLENGE_WAITS_MS) : null,
    threeds_result: threeDs,
    is_3ds: isChallenge || threeDs !== "",
    after_challenge: afterChallenge,
    keep: attempt.keep,
    terms: attempt.terms,
    instalments: attempt.instalments,
    echo: attempt.echo,
    state: "challenge",
    result_info: WAITING,
  };
}

export const WAITING = "T0003:Waiting for the customer";

export function blankTransaction(
  gateway: Gateway,
  { orderNo, amount, currency }: Pick<Attempt, "orderNo" | "amount" | "currency">,
): Omit<Transaction, "mode" | "state"> {
  return {
    transaction_id: gateway.book.nextNumber(),
    order_no: orderNo,
    ordered: amount.toString(),
    amount: amount.toString(),
    currency,
    method: null,
    card_mask: "",
    notify_url: null,
    return_url: null,
    created_at: gateway.now().toISOString(),
    page_id: null,
    window_size: "",
    expires_at: null,
    voucher: null,
    threeds_result: "",
    is_3ds: false,
    after_challenge: null,
    keep: null,
    token_id: "",
    terms: null,
    recurring_id: "",
    renewal: null,
    effects: {},
    result_info: "",
    risk_action: "ACCEPT",
    risk_score: "12",
    captures: [],
    refunds: [],
    disputes: [],
    notifications: [],
  };
}
