import { z } from "@medusajs/framework/zod";
import type { RedirectForms } from "../../../gateway/model/client-api";
import type { RedirectForm } from "../../../gateway/model/payment-request";
import type { Ledger } from "../ledger/ledger";
import type { AttemptRow, Presentation } from "../ledger/rows/rows";
import { expiryOf } from "../ledger/rows/schedule";

/**
 * The shopper's way to the gateway and back. Going out it hands over the request
 * that the browser is to make; coming back it notes that the shopper is there and
 * makes the question to the gateway due. It believes nothing that came along.
 */
export interface RedirectsDependencies {
  readonly ledger: Ledger;
  readonly routeOf: (attempt: AttemptRow) => string;
  /** Undefined: the account that it was sent to is not configured. */
  readonly handoffs: (route: string) => RedirectForms | undefined;
  /** Profile `handoff.issuer: "server-follow"`. */
  readonly follows: (route: string) => boolean;
  readonly addresses: (attempt: Pick<AttemptRow, "account" | "order_no">) => { returnUrl: string; notifyUrl: string };
  readonly now: () => Date;
}

export interface OpenedRedirect {
  readonly handoff: RedirectForm;
  readonly presentation: Presentation;
}

const StoredHandoff = z
  .object({
    method: z.enum(["post", "get"]),
    url: z.string(),
    fields: z.array(z.tuple([z.string(), z.string()])),
  })
  .nullish();

const RELOAD_MS = 1_000;

/** A return address ends up in histories and logs: a day after the payment began it opens nothing any more. */
export const RETURN_FOR_MS = 24 * 3_600_000;

/** A voucher or a bank transfer that the customer has not paid yet. */
const waitsForMoney = ({ mode, state }: AttemptRow): boolean => mode === "apm" && state === "pending";

export class Redirects {
  constructor(private readonly deps: RedirectsDependencies) {}

  /**
   * The request to make, or null when the payment does not wait for the shopper any more. One that waits for its money
   * opens its payment instructions again: the same payment at the gateway, and nothing is sent to pay.
   */
  async open(attempt: AttemptRow): Promise<OpenedRedirect | null> {
    const { ledger, now } = this.deps;
    if (attempt.state !== "action_required" && !waitsForMoney(attempt)) return null;
    const expiry = expiryOf(attempt, attempt.state);
    if (expiry !== null && expiry <= now()) return null;
    const handoff = await this.handoffOf(attempt);
    if (!handoff) return null;
    await ledger
      .connection("acquiring_payment_attempt")
      .where({ id: attempt.id, opened_at: null })
      .update({ opened_at: now() });
    return { handoff, presentation: attempt.presentation ?? "page" };
  }

  /**
   * The customer reads the payment instructions again and comes back to another page of the shop: the checkout that the
   * payment began in is over. While it is not, nothing changes.
   */
  async comeBackTo(attempt: AttemptRow, address: string): Promise<AttemptRow> {
    if (attempt.mode !== "apm" || attempt.state === "created" || attempt.state === "action_required") return attempt;
    if (attempt.return_to !== address) {
      await this.deps.ledger
        .connection("acquiring_payment_attempt")
        .where({ id: attempt.id })
        .whereNotIn("state", ["created", "action_required"])
        .update({ return_to: address });
    }
    return { ...attempt, return_to: address };
  }

  /** The shopper's browser came back; `cancelled` when by the way that the gateway has for giving up. */
  async comeBack(attempt: AttemptRow, cancelled: boolean): Promise<void> {
    const now = this.deps.now();
    if (attempt.state !== "action_required") return;
    const column = cancelled ? "cancelled_at" : "returned_at";
    await this.deps.ledger
      .connection("acquiring_payment_attempt")
      .where({ id: attempt.id, state: "action_required" })
      // Who loads the page again and again makes one question a second due, and not each time the first.
      .where((query) => query.whereNull(column).orWhere(column, "<=", new Date(now.getTime() - RELOAD_MS)))
      .update({ [column]: now, next_check_at: now, checks: 0, return_used_at: null, updated_at: now });
  }

  /** May the return token of this payment still be used? As it was read. */
  isReturnOpen({ created_at: createdAt, return_used_at: usedAt }: AttemptRow): boolean {
    return usedAt === null && this.deps.now().getTime() - createdAt.getTime() < RETURN_FOR_MS;
  }

  /**
   * Uses the return token: true once, within a day, and again only after the customer came back from the gateway anew
   * while the payment waited for that. Of two who use it at once one is refused.
   */
  async useReturn(attempt: AttemptRow): Promise<boolean> {
    if (!this.isReturnOpen(attempt)) return false;
    const used = await this.deps.ledger
      .connection("acquiring_payment_attempt")
      .where({ id: attempt.id, return_used_at: null })
      .update({ return_used_at: this.deps.now() });
    return used === 1;
  }

  private async handoffOf(attempt: AttemptRow): Promise<RedirectForm | null> {
    const stored = StoredHandoff.parse(attempt.handoff);
    if (stored) return stored;
    const { action_url: url } = attempt;
    const route = this.deps.routeOf(attempt);
    const handoffs = this.deps.handoffs(route);
    if (url === null || !handoffs) return null;
    const handoff = handoffs.issuer(url, this.deps.addresses(attempt));
    return handoff && this.deps.follows(route) ? handoffs.follow(handoff) : handoff;
  }
}
