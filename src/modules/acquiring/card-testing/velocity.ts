import { createHmac } from "node:crypto";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { CardTestingOptions } from "../../../options/card-testing-options";
import { ipBucket } from "./ip-bucket";

/**
 * How many payments a session, a cart, a customer, a network address and a card
 * may send to the gateway, counted exactly in a sliding window. A payment takes
 * one place in each of them or none in any, before it is sent. The row lock of
 * Postgres decides, so any number of processes share one count. It knows nothing
 * of outcomes: a place that was taken stays taken.
 */
export type VelocityLimits = CardTestingOptions["limits"];
export type VelocityScope = keyof VelocityLimits;

/** A limit that was reached, in the words of the options. */
export interface ReachedLimit {
  readonly scope: VelocityScope;
  readonly max: number;
  readonly windowMs: number;
  /** The options that the maximum comes from. */
  readonly option: string;
  /** No card can be tested there: a developer may be told what a card tester must not know. */
  readonly isSandbox: boolean;
}

/** The limits of one account; a test account of the gateway has so many times as many places. */
export function limitsFor(isSandbox: boolean, { limits, sandboxFactor }: CardTestingOptions): VelocityLimits {
  const factor = isSandbox ? sandboxFactor : 1;
  const wider = ({ max, windowMs }: VelocityLimits[VelocityScope]): VelocityLimits[VelocityScope] => ({
    max: max * factor,
    windowMs,
  });
  const { session, cart, customer, address, card } = limits;
  return {
    session: wider(session),
    cart: wider(cart),
    customer: wider(customer),
    address: wider(address),
    card: wider(card),
  };
}

/** Who pays with what. Null: there is none, and nothing is counted for it. */
export interface VelocitySubjects {
  readonly account: string;
  readonly session: string;
  readonly cart: string;
  readonly customer: string | null;
  /** The shopper's network address as text. */
  readonly address: string | null;
  /** What `cardDigest` made of the number. */
  readonly card: string | null;
}

export type VelocityResult = { readonly kind: "taken" } | { readonly kind: "refused"; readonly scope: VelocityScope };

/**
 * Every payment locks its rows in this order, and one row per scope: two payments
 * cannot wait for each other in a circle. The address stands first because a
 * flood is mostly stopped there, by one statement.
 */
const SCOPES: readonly VelocityScope[] = ["address", "customer", "cart", "session", "card"];

const CARD_PURPOSE = "medusa-payment-acquiring/card-digest/v1";
const KEY_PURPOSE = "medusa-payment-acquiring/velocity-key/v1";
/** 128 bits: no two cards will meet, and still not a longer trace of one than needed. */
const DIGEST_HEX = 32;
/** How much longer than its window a row is kept: servers' clocks differ, and a slow one must not find a count gone. */
const CLOCK_TOLERANCE_MS = 3_600_000;
/** Rows that one statement of `forget` removes. */
const FORGET_BATCH = 1_000;

/** Names a card without telling its number, to nobody who lacks the signing key. Spaces and dashes do not matter. */
export function cardDigest(signingKey: string, number: string): string {
  return keyedDigest(signingKey, CARD_PURPOSE, number.replace(/[\s-]/g, ""));
}

const keyedDigest = (signingKey: string, purpose: string, text: string): string =>
  createHmac("sha256", signingKey).update(`${purpose}\n${text}`).digest("hex").slice(0, DIGEST_HEX);

/**
 * The one statement that counts. A row that exists is locked first, so the count
 * is of what was committed, and the condition and the change are one step. The
 * newest `max` hits are all that any later question needs, whatever order the
 * clocks of several servers put them in; so the row does not grow. A hit of
 * exactly one window ago does not count any more.
 */
const TAKE = `
  INSERT INTO acquiring_velocity AS counted (key, account, scope, hits, forget_after, created_at, updated_at)
  VALUES (:key, :account, :scope, ARRAY[CAST(:hit AS bigint)], :forgetAfter, :now, :now)
  ON CONFLICT (key) DO UPDATE SET
    hits = ARRAY(
      SELECT hit FROM unnest(counted.hits || EXCLUDED.hits) AS hit ORDER BY hit DESC LIMIT CAST(:max AS integer)),
    forget_after = GREATEST(counted.forget_after, EXCLUDED.forget_after),
    updated_at = EXCLUDED.updated_at
  WHERE (SELECT count(*) FROM unnest(counted.hits) AS hit WHERE hit > CAST(:since AS bigint)) < CAST(:max AS integer)
  RETURNING key`;

/** Rows that a payment holds are left for the next time, so this waits for nobody and nobody's circle can close here. */
const FORGET = `
  DELETE FROM acquiring_velocity WHERE key = ANY(ARRAY(
    SELECT key FROM acquiring_velocity WHERE forget_after <= :now AND deleted_at IS NULL
    LIMIT CAST(:batch AS integer) FOR UPDATE SKIP LOCKED))`;

export class VelocityLimiter {
  /** `signingKey` answers the account's active key; rows are named by digests under it. */
  constructor(
    private readonly pg: Knex,
    private readonly signingKey: (account: string) => string,
  ) {}

  /** Takes a place in every scope, or none anywhere. Rejects when the database does: then nothing may be sent. */
  async take(subjects: VelocitySubjects, limits: VelocityLimits, now: Date): Promise<VelocityResult> {
    const values = countedValues(subjects);
    // Whatever the database's default is: the statement wants to see what others committed while it waited.
    const trx = await this.pg.transaction(undefined, { isolationLevel: "read committed" });
    try {
      for (const scope of SCOPES) {
        const value = values[scope];
        if (value === null) continue;
        const { max, windowMs } = limits[scope];
        const { rows } = await trx.raw<{ rows: unknown[] }>(TAKE, {
          key: this.rowKey(subjects.account, scope, value),
          account: subjects.account,
          scope,
          hit: now.getTime(),
          since: now.getTime() - windowMs,
          max,
          now,
          forgetAfter: new Date(now.getTime() + windowMs + CLOCK_TOLERANCE_MS),
        });
        if (rows.length > 0) continue;
        await trx.rollback();
        return { kind: "refused", scope };
      }
      await trx.commit();
      return { kind: "taken" };
    } catch (error) {
      if (!trx.isCompleted()) await trx.rollback();
      throw error;
    }
  }

  /** Removes rows whose window has passed; answers how many. At most a thousand at once: a job calls it again and again. */
  async forget(now: Date): Promise<number> {
    const { rowCount } = await this.pg.raw<{ rowCount: number }>(FORGET, { now, batch: FORGET_BATCH });
    return rowCount;
  }

  /** Account and scope hold no line break, so no two different subjects make one text. */
  private rowKey(account: string, scope: VelocityScope, value: string): string {
    return keyedDigest(this.signingKey(account), KEY_PURPOSE, `${account}\n${scope}\n${value}`);
  }
}

function countedValues(subjects: VelocitySubjects): Readonly<Record<VelocityScope, string | null>> {
  const { session, cart, customer, address, card } = subjects;
  return { session, cart, customer, card, address: address === null ? null : ipBucket(address) };
}
