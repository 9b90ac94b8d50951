import type { RefundFact } from "../../../gateway/model/facts";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { NewLost, NewRecovery } from "./recovery-rows";
import { beginRecovery, EVERY, lostOrderId, missingOf } from "./recovery-rows";

/**
 * Gateway responses that contradict the ledger: it has an ID that only this plugin creates, and the ledger does not.
 * Each starts a recovery of every account once, since all of them share the database that lost it. Only for signed messages and responses to our queries.
 */
export interface LostCommitSignalsDependencies {
  readonly connection: Knex;
  /** Another installation of this plugin uses the same accounts, so unknown IDs prove nothing. */
  readonly sharedAccounts: boolean;
  readonly now: () => Date;
  readonly log: (event: string, ids: Readonly<Record<string, string>>) => void;
}

/**
 * `generateEntityId` and `createRowId`: a ULID with a prefix. IDs of tests and conformance scenarios have another form.
 */
const ORDER_OF_OURS = /^acq_[0-9A-HJKMNP-TV-Z]{26}$/;
const OPERATION_OF_OURS = /^acqop_[0-9A-HJKMNP-TV-Z]{26}$/;

const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const DAY_MS = 86_400_000;
/** Older than any backup that a store would use. Our choice. */
const MOST_DAYS = 400;

/** The first ten characters of a ULID encode its time; an implausible time was not created by this store. */
export function isOrderOfOurs(orderNo: string, now: Date): boolean {
  if (!ORDER_OF_OURS.test(orderNo)) return false;
  const made = [...orderNo.slice(4, 14)].reduce((time, digit) => time * 32 + DIGITS.indexOf(digit), 0);
  return made > now.getTime() - MOST_DAYS * DAY_MS && made < now.getTime() + DAY_MS;
}

interface Named {
  readonly orderNo: string;
  readonly gatewayPaymentId: string | null;
}

export const lostMessage = ({ orderNo, gatewayPaymentId }: Named): string =>
  `The gateway has a payment that the ledger does not: order number ${orderNo}, transaction ${gatewayPaymentId ?? "not named"}.`;

export class LostCommitSignals {
  constructor(private readonly deps: LostCommitSignalsDependencies) {}

  /**
   * A signed notification names this order number, and the ledger has no such payment. False: no sign of lost commits.
   */
  async reportIfOurs(account: string, { orderNo, gatewayPaymentId }: Named): Promise<boolean> {
    if (this.deps.sharedAccounts || !isOrderOfOurs(orderNo, this.deps.now())) return false;
    const numbers = { order_no: orderNo, gateway_payment_id: gatewayPaymentId };
    const id = lostOrderId(account, orderNo);
    const lost: NewLost = { ...NOTHING, ...numbers, id, account, kind: "payment", source: "notification" };
    await this.begin({
      reason: "unknown_order",
      details: `A signed notification names our order number ${orderNo}, which is not in the ledger. Commits may have been lost.`,
      lost: [lost],
    });
    return true;
  }

  /** The gateway lists these refunds of a payment. Known ones are skipped. */
  async checkRefunds(
    account: string,
    refunds: readonly RefundFact[],
    known: readonly { readonly gateway_reference: string | null }[],
  ): Promise<void> {
    if (this.deps.sharedAccounts) return;
    const references = new Set(known.map(({ gateway_reference: own }) => own));
    const ours = refunds.filter(
      ({ operationId, reference }) =>
        operationId !== null &&
        OPERATION_OF_OURS.test(operationId) &&
        (reference === null || !references.has(reference)),
    );
    const missing = await missingOf(
      this.deps.connection,
      ours.flatMap(({ operationId }) => (operationId === null ? [] : [{ id: operationId }])),
    );
    for (const { operationId, orderNo, money } of ours) {
      if (operationId === null || !missing.has(operationId)) continue;
      const amount = { currency: money?.currency ?? null, minor: money?.minor.toString() ?? null };
      const lost: NewLost = {
        ...NOTHING,
        ...amount,
        id: operationId,
        account,
        kind: "refund",
        order_no: orderNo,
        source: "query",
      };
      const details = `The gateway lists a refund under our operation ${operationId}, which is not in the ledger. Commits may have been lost.`;
      await this.begin({ reason: "unknown_refund", details, lost: [lost] });
    }
  }

  private async begin(sign: Pick<NewRecovery, "reason" | "details" | "lost">): Promise<void> {
    const { connection, now, log } = this.deps;
    const recovery = { ...sign, account: EVERY, since: null, by: "system", onlyIfNew: true };
    const row = await beginRecovery(connection, recovery, now());
    if (row) log("acquiring.recovery_started", { recovery: row.id, account: row.account, reason: row.reason });
  }
}

const NOTHING = { currency: null, minor: null, sent_at: null, gateway_payment_id: null, idempotency_key: null };
