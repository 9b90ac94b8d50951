import { createHmac } from "node:crypto";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { CardTestingOptions } from "../../../options/card-testing-options";
import { ipBucket } from "./ip-bucket";
import { AT_NEXT_FLUSH } from "../ledger/write-set";

/**
 * How many payments a session, a cart, a customer, a network address and a card may send to the gateway, counted
 * exactly in a sliding window. A payment reserves a place in all of them or in none before it is sent. Postgres' row
 * lock decides, so all processes share the counts. Outcomes do not matter: a reserved place stays reserved.
 */
export type VelocityLimits = CardTestingOptions["limits"];
export type VelocityScope = keyof VelocityLimits;

export interface ReachedLimit {
  readonly scope: VelocityScope;
  readonly max: number;
  readonly windowMs: number;
  readonly option: string;
  /** A test account: the developer may be told what a card tester must not know. */
  readonly isSandbox: boolean;
}

/** The limits of one account; test accounts have a multiple. */
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

/** The payment's identifiers. Null: none, and not counted. */
export interface VelocitySubjects {
  readonly account: string;
  readonly session: string;
  readonly cart: string;
  readonly customer: string | null;
  readonly address: string | null;
  readonly card: string | null;
}

export type VelocityResult = { readonly kind: "taken" } | { readonly kind: "refused"; readonly scope: VelocityScope };

/** All payments lock in this order, so they cannot deadlock; floods are mostly stopped at the first, the address. */
const SCOPES: readonly VelocityScope[] = ["address", "customer", "cart", "session", "card"];

const CARD_PURPOSE = "medusa-payment-acquiring/card-digest/v1";
const KEY_PURPOSE = "medusa-payment-acquiring/velocity-key/v1";
/** 128 bits: enough to avoid collisions, and no longer trace of a card than needed. */
const DIGEST_HEX = 32;
/** A page that polls every two seconds stays below it. Our choice. */
export const LINK_READS = { max: 60, windowMs: 60_000 };
/** A row is kept this much longer than its window: servers' clocks differ. */
const CLOCK_TOLERANCE_MS = 3_600_000;
const FORGET_BATCH = 1_000;

/** A keyed digest of a card number. Spaces and dashes do not matter. */
export function cardDigest(signingKey: string, number: string): string {
  return keyedDigest(signingKey, CARD_PURPOSE, number.replace(/[\s-]/g, ""));
}

const keyedDigest = (signingKey: string, purpose: string, text: string): string =>
  createHmac("sha256", signingKey).update(`${purpose}\n${text}`).digest("hex").slice(0, DIGEST_HEX);

/**
 * The statement that counts. An existing row is locked first, so the count covers all commits, and check and change are
 * one step. Only the newest `max` hits are kept, so the row does not grow. A hit exactly one window old no longer
 * counts. The commit does not wait for the disk: the count gets there with the payment's row, before the send (ADR 29).
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
  RETURNING key, ${AT_NEXT_FLUSH}`;

/** Rows that a payment has locked are skipped, so this never waits or deadlocks. */
const FORGET = `
  DELETE FROM acquiring_velocity WHERE key = ANY(ARRAY(
    SELECT key FROM acquiring_velocity WHERE forget_after <= :now AND deleted_at IS NULL
    LIMIT CAST(:batch AS integer) FOR UPDATE SKIP LOCKED))`;

export class VelocityLimiter {
  /** `signingKey` returns the account's active key; rows are named by digests under it. */
  constructor(
    private readonly pg: Knex,
    private readonly signingKey: (account: string) => string,
  ) {}

  /** Reserves a place in every scope, or in none. Rejects if the database does: then nothing may be sent. */
  async take(subjects: VelocitySubjects, limits: VelocityLimits, now: Date): Promise<VelocityResult> {
    const values = countedValues(subjects);
    // Independent of the database's default: the statement must see what others committed while it waited.
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

  /** The same table counts how often a payment link is read, beside the carts; a link's ID is no cart's. */
  async takeLinkRead(account: string, linkId: string, now: Date): Promise<boolean> {
    const { max, windowMs } = LINK_READS;
    const { rows } = await this.pg.raw<{ rows: unknown[] }>(TAKE, {
      key: this.rowKey(account, "cart", linkId),
      ...{ account, scope: "cart", max, now },
      hit: now.getTime(),
      since: now.getTime() - windowMs,
      forgetAfter: new Date(now.getTime() + windowMs + CLOCK_TOLERANCE_MS),
    });
    return rows.length > 0;
  }

  /** Removes expired rows and returns their number. At most a thousand at once: a job repeats it. */
  async forget(now: Date): Promise<number> {
    const { rowCount } = await this.pg.raw<{ rowCount: number }>(FORGET, { now, batch: FORGET_BATCH });
    return rowCount;
  }

  /** Account and scope contain no line break, so different subjects never give the same text. */
  private rowKey(account: string, scope: VelocityScope, value: string): string {
    return keyedDigest(this.signingKey(account), KEY_PURPOSE, `${account}\n${scope}\n${value}`);
  }
}

function countedValues(subjects: VelocitySubjects): Readonly<Record<VelocityScope, string | null>> {
  const { session, cart, customer, address, card } = subjects;
  return { session, cart, customer, card, address: address === null ? null : ipBucket(address) };
}
