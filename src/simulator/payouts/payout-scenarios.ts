import type { PayoutStep } from "./payout";

/** By a word in the texts; `{account}`: the account number. The first step is the answer's, the others the clock's. */
export interface PayoutScenario {
  readonly word: string;
  readonly label: string;
  readonly steps: readonly [PayoutStep, ...PayoutStep[]];
  /** How the answer is delivered; `lost-before`: the payout is not created. */
  readonly answer?: "lost-before" | "lost-after" | "error-after";
}

const at = (status: string): PayoutStep => ({ status });
const failed = (status: string, failure_reason: string, failure_type: string): PayoutStep => ({
  status,
  failure_reason,
  failure_type,
});
const paid = [at("NEW"), at("PROCESSING"), at("COMPLETED")] as const;
const closed = failed("FAILED", "The account {account} is closed", "BENEFICIARY_ACCOUNT");

const USUAL: PayoutScenario = { word: "", label: "paid", steps: paid };

export const payoutScenarios: readonly PayoutScenario[] = [
  {
    word: "sim-failed",
    label: "processed, then failed: the account is closed",
    steps: [at("NEW"), at("PROCESSING"), closed],
  },
  { word: "sim-refused", label: "failed in the answer", steps: [closed] },
  {
    word: "sim-rejected",
    label: "rejected after a while",
    steps: [at("NEW"), failed("REJECTED", "The compliance check refused it", "COMPLIANCE")],
  },
  { word: "sim-cancelled", label: "cancelled after a while", steps: [at("NEW"), at("CANCELLED")] },
  { word: "sim-suspended", label: "held until a person acts", steps: [at("NEW"), at("SUSPENDED")] },
  { word: "sim-blocked", label: "held in the answer", steps: [at("BLOCKED")] },
  {
    word: "sim-recalled",
    label: "paid, and later recalled",
    steps: [...paid, failed("RECALLED", "The bank sent it back", "RETURNED")],
  },
  {
    word: "sim-odd-type",
    label: "paid, with failure_type UNKNOWN",
    steps: [at("NEW"), at("PROCESSING"), failed("COMPLETED", "None", "UNKNOWN")],
  },
  { word: "sim-pending-funds", label: "waits for money on the account", steps: [at("PENDING_FUNDS")] },
  { word: "sim-unmapped", label: "an unknown status", steps: [at("NEW"), at("IN_LIMBO")] },
  { word: "sim-at-once", label: "paid in the answer", steps: [at("COMPLETED")] },
  { word: "sim-lost-before", label: "connection lost before the gateway saw it", steps: paid, answer: "lost-before" },
  { word: "sim-lost-after", label: "taken, but the answer is lost", steps: paid, answer: "lost-after" },
  { word: "sim-error-after", label: "taken, but the answer is an HTTP 500", steps: paid, answer: "error-after" },
];

export function payoutScenarioOf(texts: readonly string[]): PayoutScenario {
  const words = texts.flatMap((text) => [...text.toLowerCase().matchAll(/sim-[a-z-]+/g)].map(([word]) => word));
  return payoutScenarios.find(({ word }) => words.includes(word)) ?? USUAL;
}
