import { createHmac } from "node:crypto";
import { isIPv6 } from "node:net";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { z } from "@medusajs/framework/zod";
import { generateEntityId } from "@medusajs/framework/utils";
import type { CardTestingOptions } from "../../gateway/card-testing-options";

/**
 * The limits against card testing, counted in Postgres so that they hold over all
 * processes. A window slides exactly: no stretch of `windowMs` ever holds more
 * than `max` payments. All limits of one payment are judged in one transaction,
 * rows locked in a fixed order; one that refuses takes nothing anywhere.
 */
export const scopes = ["session", "cart", "customer", "address", "card"] as const;
export type Scope = (typeof scopes)[number];
export type Subjects = Readonly<Record<Scope, string | null>>;

export type Turn = { readonly kind: "taken" } | { readonly kind: "refused"; readonly scope: Scope };

/** Ends the transaction so that a refused payment has taken nothing. */
class LimitReached extends Error {
  override readonly name = "LimitReached";

  constructor(readonly scope: Scope) {
    super(scope);
  }
}

const Hits = z.array(z.number());

export class VelocityLimits {
  constructor(
    private readonly pg: Knex,
    private readonly limits: CardTestingOptions["limits"],
  ) {}

  /** Takes a turn for every subject, or for none. `key` makes the digests: nothing that is counted is stored in clear. */
  async take(key: string, subjects: Subjects, now: Date): Promise<Turn> {
    try {
      await this.pg.transaction(async (trx) => {
        for (const scope of scopes) {
          const value = subjects[scope];
          if (value === null) continue;
          const subject = digestOf(key, scope, scope === "address" ? networkOf(value) : value);
          if (!(await this.takeOne(trx, { scope, subject }, now))) throw new LimitReached(scope);
        }
      });
      return { kind: "taken" };
    } catch (error) {
      if (error instanceof LimitReached) return { kind: "refused", scope: error.scope };
      throw error;
    }
  }

  /** Forgets what no limit looks at any more. */
  async forget(now: Date): Promise<number> {
    const longest = Math.max(...scopes.map((scope) => this.limits[scope].windowMs));
    return this.pg("acquiring_velocity")
      .where("last_hit_at", "<", new Date(now.getTime() - longest))
      .delete();
  }

  private async takeOne(trx: Knex, row: { scope: Scope; subject: string }, now: Date): Promise<boolean> {
    const { max, windowMs } = this.limits[row.scope];
    // Makes the row if it is new; in either case it is locked from here to the commit.
    const { rows } = await trx.raw<{ rows: { hits: unknown }[] }>(
      `INSERT INTO acquiring_velocity (id, scope, subject, hits, last_hit_at, created_at, updated_at)
       VALUES (?, ?, ?, '[]', ?, ?, ?)
       ON CONFLICT (scope, subject) WHERE deleted_at IS NULL DO UPDATE SET updated_at = EXCLUDED.updated_at
       RETURNING hits`,
      [generateEntityId(undefined, "acqvel"), row.scope, row.subject, now, now, now],
    );
    const since = now.getTime() - windowMs;
    const recent = Hits.parse(rows[0]?.hits ?? []).filter((at) => at > since);
    if (recent.length >= max) return false;
    await trx("acquiring_velocity")
      .where(row)
      .update({ hits: JSON.stringify([...recent, now.getTime()]), last_hit_at: now });
    return true;
  }
}

const PURPOSE = "medusa-payment-acquiring/velocity/v1";

/** 128 bits of a keyed digest: without the key a card number cannot be tried against it. */
function digestOf(key: string, scope: Scope, value: string): string {
  return createHmac("sha256", key).update(`${PURPOSE}\n${scope}\n${value}`).digest("hex").slice(0, 32);
}

/** One household has a whole /64 of IPv6; it counts as one address. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = "", tail] = address.split("%")[0]?.toLowerCase().split("::") ?? [];
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const groups = [...left, ...Array.from({ length: 8 - left.length - right.length }, () => "0"), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}
