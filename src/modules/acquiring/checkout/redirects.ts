import { createHash } from "node:crypto";
import { z } from "@medusajs/framework/zod";
import type { RedirectForms } from "../../../gateway/model/client-api";
import type { RedirectForm } from "../../../gateway/model/payment-request";
import type { Ledger } from "../ledger/ledger";
import type { AttemptRow, Presentation } from "../ledger/rows/attempt-row";
import { expiryOf } from "../ledger/rows/schedule";
import { isLentTo, lend } from "../runtime/lease";
import { runTransaction } from "../runtime/run-transaction";

/**
 * Redirects the customer to the gateway and back. On the way out it returns the request that the browser makes; on the
 * way back it records the return and makes a query due. It trusts none of the returned parameters.
 */
export interface RedirectsDependencies {
  readonly ledger: Ledger;
  readonly routeOf: (attempt: AttemptRow) => string;
  readonly redirectForms: (route: string) => RedirectForms | undefined;
  /** Profile `redirect.issuer: "server-follow"`. */
  readonly follows: (route: string) => boolean;
  readonly addresses: (attempt: Pick<AttemptRow, "account" | "order_no">) => { returnUrl: string; notifyUrl: string };
  readonly now: () => Date;
}

export interface OpenedRedirect {
  readonly redirectForm: RedirectForm;
  readonly presentation: Presentation;
}

const StoredRedirectForm = z
  .object({
    method: z.enum(["post", "get"]),
    url: z.string(),
    fields: z.array(z.tuple([z.string(), z.string()])),
  })
  .nullish();

const RELOAD_MS = 1_000;

/** Return addresses end up in histories and logs: a day after the payment started they open nothing. */
export const RETURN_FOR_MS = 24 * 3_600_000;

/** A voucher or a bank transfer that the customer has not paid yet. */
const waitsForMoney = ({ mode, state }: AttemptRow): boolean => mode === "apm" && state === "pending";

export class Redirects {
  constructor(private readonly deps: RedirectsDependencies) {}

  /**
   * The request to make, or null if the payment no longer waits for the customer. A pending voucher or transfer opens
   * its payment instructions again: the same payment, and nothing is sent.
   */
  async open(attempt: AttemptRow): Promise<OpenedRedirect | null> {
    const { ledger, now } = this.deps;
    if (attempt.state !== "action_required" && !waitsForMoney(attempt)) return null;
    const expiry = expiryOf(attempt, attempt.state);
    if (expiry !== null && expiry <= now()) return null;
    const redirectForm = await this.formOf(attempt);
    if (!redirectForm) return null;
    await ledger
      .connection("acquiring_payment_attempt")
      .where({ id: attempt.id, redirected_at: null })
      .update({ redirected_at: now() });
    return { redirectForm, presentation: attempt.presentation ?? "page" };
  }

  /** For a customer who reads the payment instructions again: the original checkout is over. */
  async setReturnUrl(attempt: AttemptRow, address: string): Promise<AttemptRow> {
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

  /** The customer's browser returned; `cancelled` if through the gateway's cancel address. */
  async comeBack(attempt: AttemptRow, cancelled: boolean): Promise<void> {
    const now = this.deps.now();
    if (attempt.state !== "action_required") return;
    const column = cancelled ? "redirect_cancelled_at" : "returned_at";
    await this.deps.ledger
      .connection("acquiring_payment_attempt")
      .where({ id: attempt.id, state: "action_required" })
      // Reloading the page causes at most one query a second.
      .where((query) => query.whereNull(column).orWhere(column, "<=", new Date(now.getTime() - RELOAD_MS)))
      .update({ [column]: now, next_check_at: now, checks: 0, return_used_at: null, updated_at: now });
  }

  isReturnOpen({ created_at: createdAt, return_used_at: usedAt }: AttemptRow): boolean {
    return usedAt === null && this.deps.now().getTime() - createdAt.getTime() < RETURN_FOR_MS;
  }

  /** The token is unused, or the page that used it repeats its request: the answer may have been lost. */
  async isReturnAnswered(attempt: AttemptRow, key?: string): Promise<boolean> {
    return this.isReturnOpen(attempt) || this.isRepeated(attempt, key);
  }

  /**
   * Uses the return token: true once, within a day, and again only after the customer returned from the gateway again
   * while the payment waited for that. Of two concurrent uses one is refused, unless both have the page's `key`.
   */
  async useReturn(attempt: AttemptRow, key?: string): Promise<boolean> {
    if (!this.isReturnOpen(attempt)) return this.isRepeated(attempt, key);
    const used = await runTransaction(this.deps.ledger.connection, async (trx) => {
      const rows = await trx("acquiring_payment_attempt")
        .where({ id: attempt.id, return_used_at: null })
        .update({ return_used_at: this.deps.now() });
      if (rows === 1 && key !== undefined) await lend(trx, "payment-return", borrowed(attempt, key));
      return rows;
    });
    return used === 1 || this.isRepeated(attempt, key);
  }

  private async isRepeated(attempt: AttemptRow, key?: string): Promise<boolean> {
    return key !== undefined && isLentTo(this.deps.ledger.connection, "payment-return", borrowed(attempt, key));
  }

  private async formOf(attempt: AttemptRow): Promise<RedirectForm | null> {
    const stored = StoredRedirectForm.parse(attempt.redirect_form);
    if (stored) return stored;
    const { action_url: url } = attempt;
    const route = this.deps.routeOf(attempt);
    const redirectForms = this.deps.redirectForms(route);
    if (url === null || !redirectForms) return null;
    const redirectForm = redirectForms.issuer(url, this.deps.addresses(attempt));
    return redirectForm && this.deps.follows(route) ? redirectForms.follow(redirectForm) : redirectForm;
  }
}

const borrowed = ({ id }: AttemptRow, key: string): { id: string; holder: string } => ({
  id,
  holder: createHash("sha256").update(key).digest("base64url"),
});
