import type { MedusaContainer } from "@medusajs/framework/types";
import type { AttentionKind, PayoutSendRow } from "../../modules/acquiring";
import { clearAttention, raiseAttention, SILENT } from "../../modules/acquiring";
import type { PayoutState } from "../../modules/acquiring_payout/domain/states";
import type { PayoutRow } from "../../modules/acquiring_payout/rows";
import { resolveLedger } from "../resolve-ledger";

type PayoutKind = Extract<AttentionKind, "payout_problem" | "payout_unknown">;

const RETURNED =
  "The gateway's status contradicts an earlier status or a manual decision: the money came back, or was paid after all. Check the gateway's portal.";

const PROBLEMS: Readonly<Partial<Record<PayoutState, string>>> = {
  failed: "The payout failed and nothing was paid. Correct it and send a new one.",
  cancelled: "The payout was cancelled or recalled at the gateway.",
  held: "The gateway is holding the payout. Action is needed in the gateway's portal.",
  expired: "Its approvals expired before it was sent. Copy it and have the copy approved.",
};

/** `isContradicted`: this check found a contradiction; otherwise the ledger may have recorded an earlier one. */
export async function watchPayout(
  container: MedusaContainer,
  payout: PayoutRow,
  { send, isContradicted }: { readonly send: PayoutSendRow | undefined; readonly isContradicted: boolean },
): Promise<void> {
  const isOtherwise = isContradicted || (send?.contradiction ?? null) !== null;
  const problem =
    (send && lostProblem(payout, send)) ??
    (isOtherwise ? RETURNED : null) ??
    (send && droppedProblem(send)) ??
    (send && waitProblem(payout, send)) ??
    (send && unmappedProblem(payout, send)) ??
    PROBLEMS[payout.state] ??
    null;
  await (problem === null
    ? clearForPayout(container, payout.id, "payout_problem")
    : raiseForPayout(container, payout, "payout_problem", problem));
  await (payout.state === "unknown"
    ? raiseForPayout(container, payout, "payout_unknown", send?.result_code === SILENT ? UNREPORTED : UNKNOWN)
    : clearForPayout(container, payout.id, "payout_unknown"));
}

const droppedProblem = ({ ignored_end: end }: PayoutSendRow): string | null =>
  end &&
  `The gateway also reported it as ${end}, in a message that is not newer than the current status, so nothing was changed. Check the gateway's portal.`;

const waitProblem = ({ state }: PayoutRow, { status, result_message: why }: PayoutSendRow): string | null =>
  state === "approved" && status === "not_sent"
    ? `It was not sent and will be tried again: ${why ?? "the gateway was not reached"}`
    : null;

const unmappedProblem = (
  { state }: Pick<PayoutRow, "state">,
  { reading, raw_status: status }: Pick<PayoutSendRow, "reading" | "raw_status">,
): string | null =>
  state === "pending" && reading === "unmapped"
    ? `The gateway reports the status "${status ?? ""}", which has no meaning here, so the payout stays pending. Check the gateway's portal, and add the status to "profile.payout.statuses" for later messages.`
    : null;

/** The ledger has it in transit or paid, a state that cannot be reached from the payout's state here. */
function lostProblem({ state }: PayoutRow, { status }: PayoutSendRow): string | null {
  const hasLeft = status === "pending" || status === "settled" || status === "unknown";
  return hasLeft && NOT_ON_ITS_WAY.includes(state)
    ? `The money may have been paid (${status}), although the payout is ${state} here. Check the gateway's portal first.`
    : null;
}

const NOT_ON_ITS_WAY: readonly PayoutState[] = ["draft", "submitted", "approved", "rejected", "expired", "withdrawn"];

const UNKNOWN =
  "The payout was sent, but its outcome is unknown. It is not sent again: wait for the gateway's notification, or resolve it manually.";

const UNREPORTED =
  "The gateway accepted the payout and has not reported for 14 days whether it was paid: it may still be. Check the gateway's portal before you record the result.";

export async function raiseForPayout(
  container: MedusaContainer,
  { id, account }: Pick<PayoutRow, "id" | "account">,
  kind: PayoutKind,
  message: string,
): Promise<void> {
  const ledger = resolveLedger(container);
  const item = { account, kind, subject: id, attemptId: null, message };
  await raiseAttention(ledger.attempts.connection, item, ledger.now());
}

export async function clearForPayout(container: MedusaContainer, id: string, kind: PayoutKind): Promise<void> {
  const ledger = resolveLedger(container);
  await clearAttention(ledger.attempts.connection, kind, id, ledger.now());
}
