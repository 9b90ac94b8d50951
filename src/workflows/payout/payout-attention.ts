import type { MedusaContainer } from "@medusajs/framework/types";
import type { AttentionKind } from "../../modules/acquiring/domain/attention-kinds";
import { clearAttention, raiseAttention } from "../../modules/acquiring/ledger/attention";
import type { PayoutState } from "../../modules/acquiring_payout/domain/states";
import type { PayoutRow } from "../../modules/acquiring_payout/rows";
import { ledgerOf } from "../ledger-of";

/** What a person has to look at of a payout: raised and cleared by where it stands, so that it may be looked at twice. */
type PayoutKind = Extract<AttentionKind, "payout_problem" | "payout_unknown">;

const RETURNED =
  "The gateway says otherwise than it, or a person here, said before: the money came back, or left after all. Look in its portal.";

const PROBLEMS: Readonly<Partial<Record<PayoutState, string>>> = {
  failed: "The payout failed; nobody was paid. Correct it and send a new one.",
  cancelled: "The payout was cancelled or recalled at the gateway.",
  held: "The gateway holds the payout back; somebody has to act in its portal.",
};

export async function watchPayout(
  container: MedusaContainer,
  payout: PayoutRow,
  isContradicted: boolean,
): Promise<void> {
  const problem = isContradicted ? RETURNED : (PROBLEMS[payout.state] ?? null);
  await (problem === null
    ? clearForPayout(container, payout.id, "payout_problem")
    : raiseForPayout(container, payout, "payout_problem", problem));
  await (payout.state === "unknown"
    ? raiseForPayout(container, payout, "payout_unknown", UNKNOWN)
    : clearForPayout(container, payout.id, "payout_unknown"));
}

const UNKNOWN =
  "The gateway was asked to pay and its answer is not known. It is not sent again; its notification or a person settles it.";

export async function raiseForPayout(
  container: MedusaContainer,
  { id, account }: Pick<PayoutRow, "id" | "account">,
  kind: PayoutKind,
  message: string,
): Promise<void> {
  const ledger = ledgerOf(container);
  const item = { account, kind, subject: id, attemptId: null, message };
  await raiseAttention(ledger.ledger.connection, item, ledger.now());
}

export async function clearForPayout(container: MedusaContainer, id: string, kind: PayoutKind): Promise<void> {
  const ledger = ledgerOf(container);
  await clearAttention(ledger.ledger.connection, kind, id, ledger.now());
}
