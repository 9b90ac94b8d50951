import type { PaymentFact } from "../../../gateway/model/facts";
import type { OrderNo } from "../../../gateway/model/ids";
import { createOrderNo } from "../../../gateway/model/ids";
import { compareBooks } from "../domain/books/compare-books";
import type { Books, Difference, MedusaSide } from "../domain/books/differences";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { chargesIn, refundsIn } from "../ledger/split-gateway-charges";
import { wireOrderNoOf } from "../ledger/rows/attempt-row";
import type { AccountIdentities, Placed } from "../accounts/account-identities";
import type { LedgerLine } from "./ledger-lines";
import { isReported } from "./ledger-lines";
import type { ComparisonTime, Skip } from "./ledger-record";
import { ledgerRecord, skipOf, speaksOfRefunds } from "./ledger-record";
import type { Examined } from "./pages";
import { knownCharges, readAttempts } from "./pages";
import type { ByOrder, GatewayQueries } from "./query-gateway";
import type { MedusaBooks } from "./request";

/**
 * Compares a page of payments in all three books. Plain payments that certainly agree are told by their line, by Medusa's
 * own comparison and by the gateway's report; the others are read completely and compared in code. Differences are read
 * a second time before they are reported: the books are read one after another, and a payment may change in between.
 * Reads only.
 */
export interface PageComparisonDependencies {
  readonly pg: Knex;
  readonly identities: Pick<AccountIdentities, "ready" | "routeOf">;
  readonly gateway: GatewayQueries;
  readonly now: () => Date;
  readonly graceMs: number;
  readonly unknownFinalAfterMs: number;
  readonly isNow?: boolean;
}

export interface SeenRecord extends Books {
  readonly examined: Examined;
}

export interface Differing {
  readonly seen: SeenRecord;
  readonly differences: readonly Difference[];
}

export interface Comparison {
  readonly differing: readonly Differing[];
  readonly examined: number;
  readonly skipped: readonly Skip[];
}

type Reports = ReadonlyMap<string, ByOrder<PaymentFact>>;

export class PageComparison {
  constructor(
    private readonly deps: PageComparisonDependencies,
    private readonly medusa: MedusaBooks,
  ) {}

  async compare(page: readonly LedgerLine[]): Promise<Comparison> {
    await this.deps.identities.ready();
    const askable = page.filter((line) => this.deps.gateway.isConfigured(this.routeOf(line)));
    const plain = askable.filter((line) => line.is_plain);
    const other = await this.rest(askable.filter((line) => !line.is_plain).map(({ id }) => id));
    const [reports, differ] = await Promise.all([
      this.reports([...plain, ...other.settled.map(({ row }) => toWire(row))]),
      this.medusa.differing(plain),
    ]);
    const isEqual = (line: LedgerLine): boolean =>
      !differ.has(line.id) && isReported(line, reports.get(this.routeOf(line))?.get(line.order_no) ?? []);
    const doubted = plain.filter((line) => !isEqual(line));
    const more = await this.rest(doubted.map(({ id }) => id));
    const read = new Map([...other.settled, ...more.settled].map((each) => [each.row.id, each]));
    const attempts = page.flatMap(({ id }) => read.get(id) ?? []);
    const { differing, moved } = await this.compareRead(attempts, reports);
    const unasked = Array.from({ length: page.length - askable.length }, () => NOT_CONFIGURED);
    const skipped = [...unasked, ...other.skipped, ...more.skipped, ...moved];
    return { differing, examined: page.length - skipped.length, skipped };
  }

  async compareLedgerAnew(seen: SeenRecord): Promise<Difference[]> {
    const { pg } = this.deps;
    const [now] = await readAttempts(pg, [seen.examined.row.id]);
    if (!now) return [];
    const known = await knownCharges(pg, now.row, seen.unknownCharges ?? []);
    const unknownCharges = seen.unknownCharges?.filter(({ gatewayPaymentId: id }) => !known.has(id ?? "")) ?? [];
    return compareBooks({ ...seen, unknownCharges, ledger: ledgerRecord(now, this.moment()) });
  }

  private async compareRead(
    attempts: readonly Examined[],
    reports: Reports,
  ): Promise<{ readonly differing: readonly Differing[]; readonly moved: readonly Skip[] }> {
    const suspicious = (await this.read(attempts, reports)).flatMap((seen) => {
      const differences = compareBooks(seen);
      return differences.length > 0 ? [{ id: seen.examined.row.id, differences }] : [];
    });
    const again = await this.readAgain(suspicious.map(({ id }) => id));
    const differing = suspicious.flatMap(({ id, differences }) => {
      const seen = again.get(id);
      const still = seen ? compareBooks(seen).filter((one) => differences.some((other) => isSame(one, other))) : [];
      return seen && still.length > 0 ? [{ seen, differences: still }] : [];
    });
    // It changed between the two reads.
    const { now, graceMs } = this.moment();
    const moved = suspicious
      .filter(({ id }) => !again.has(id))
      .map((): Skip => ({ reason: "operation_open", comparedFrom: new Date(now.getTime() + graceMs) }));
    return { differing, moved };
  }

  private moment(): ComparisonTime {
    const { now, graceMs, unknownFinalAfterMs, isNow = false } = this.deps;
    return { now: now(), graceMs, unknownFinalAfterMs, isNow };
  }

  private routeOf(row: Placed): string {
    return this.deps.identities.routeOf(row);
  }

  /** The attempts with their operations: those at rest, and why the others are not compared yet. */
  private async rest(
    ids: readonly string[],
  ): Promise<{ readonly settled: readonly Examined[]; readonly skipped: readonly Skip[] }> {
    const attempts = ids.length === 0 ? [] : await readAttempts(this.deps.pg, ids);
    const looked = attempts.map((each) => ({ each, skip: skipOf(each, this.moment()) }));
    return {
      settled: looked.filter(({ skip }) => skip === null).map(({ each }) => each),
      skipped: looked.flatMap(({ skip }) => skip ?? []),
    };
  }

  private async readAgain(ids: readonly string[]): Promise<ReadonlyMap<string, SeenRecord>> {
    const { settled } = await this.rest(ids);
    const seen = await this.read(settled, await this.reports(settled.map(({ row }) => toWire(row))));
    return new Map(seen.map((each) => [each.examined.row.id, each]));
  }

  /** What the gateway reports, by route and order number. Charges of one subscription share a number: it is queried once. */
  private async reports(payments: readonly (Placed & { readonly order_no: string })[]): Promise<Reports> {
    const numbers = new Map<string, Set<OrderNo>>();
    for (const each of payments) {
      const route = this.routeOf(each);
      const own = numbers.get(route) ?? new Set();
      numbers.set(route, own.add(createOrderNo(each.order_no)));
    }
    const asked = [...numbers].map(
      async ([route, own]) => [route, await this.deps.gateway.payments(route, [...own])] as const,
    );
    return new Map(await Promise.all(asked));
  }

  private async read(attempts: readonly Examined[], reports: Reports): Promise<SeenRecord[]> {
    if (attempts.length === 0) return [];
    const sides = await this.medusa.of(attempts.map(({ row }) => row));
    const routes = [...new Set(attempts.map(({ row }) => this.routeOf(row)))];
    const seen = await Promise.all(
      routes.map((route) => {
        const own = attempts.filter(({ row }) => this.routeOf(row) === route);
        return this.join(own, { sides, route, payments: reports.get(route) ?? new Map() });
      }),
    );
    return seen.flat();
  }

  private async join(
    attempts: readonly Examined[],
    {
      sides,
      route,
      payments,
    }: {
      readonly sides: ReadonlyMap<string, MedusaSide>;
      readonly route: string;
      readonly payments: ByOrder<PaymentFact>;
    },
  ): Promise<SeenRecord[]> {
    const charges = new Map(
      attempts.map(({ row }) => [row.id, chargesIn(row, payments.get(wireOrderNoOf(row)) ?? [])] as const),
    );
    const ownOf = ({ row }: Examined): readonly PaymentFact[] => charges.get(row.id)?.own ?? [];
    const refunded = attempts.filter(
      (each) => ownOf(each).some(({ reading }) => reading === "refunded") || speaksOfRefunds(each, sideOf(sides, each)),
    );
    const wasAsked = new Set(refunded);
    const refunds = await this.deps.gateway.refunds(route, numbersOf(refunded));
    const later = [...charges.values()].flatMap((each) => each.later);
    const [first] = attempts;
    const known = first ? await knownCharges(this.deps.pg, first.row, later) : new Set();
    return attempts.map((examined) => {
      const { row, operations } = examined;
      const listed = refunds.get(wireOrderNoOf(row)) ?? [];
      const others = charges.get(row.id)?.later ?? [];
      return {
        examined,
        payments: ownOf(examined),
        unknownCharges: others.filter(({ gatewayPaymentId: id }) => !known.has(id ?? "")),
        refunds: wasAsked.has(examined) ? refundsIn(row, listed, { operations, isShared: others.length > 0 }) : null,
        ledger: ledgerRecord(examined, this.moment()),
        medusa: sideOf(sides, examined),
      };
    });
  }
}

/** It is not counted as equal either. */
const NOT_CONFIGURED: Skip = { reason: "account_not_configured", comparedFrom: null };

const toWire = (row: Examined["row"]): Placed & { readonly order_no: string } => ({
  account: row.account,
  gateway_identity: row.gateway_identity,
  order_no: wireOrderNoOf(row),
});

export const isSame = (one: Difference, other: Difference): boolean =>
  one.kind === other.kind && one.subject === other.subject;

/** Charges of one subscription share an order number: each is queried once. */
const numbersOf = (attempts: readonly Examined[]): OrderNo[] => [
  ...new Set(attempts.map(({ row }) => createOrderNo(wireOrderNoOf(row)))),
];

const NO_SIDE: MedusaSide = { payment: null, isPaidByAnother: false, hasOrder: null };

const sideOf = (sides: ReadonlyMap<string, MedusaSide>, { row }: Examined): MedusaSide => sides.get(row.id) ?? NO_SIDE;
