import type { PaymentFact } from "../../../gateway/model/facts";
import type { Queries } from "../../../gateway/model/client-api";
import type { OrderNo } from "../../../gateway/model/ids";
import { createOrderNo } from "../../../gateway/model/ids";
import { compareBooks } from "../domain/books/compare-books";
import type { Books, Difference, MedusaSide } from "../domain/books/differences";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { chargesIn, refundsIn } from "../ledger/split-gateway-charges";
import { wireOrderNoOf } from "../ledger/rows/attempt-row";
import type { AccountIdentities } from "../accounts/account-identities";
import { queryPayments, queryRefunds } from "./query-gateway";
import type { ComparisonTime } from "./ledger-record";
import type { Skip } from "./ledger-record";
import { ledgerRecord, skipOf, speaksOfRefunds } from "./ledger-record";
import type { Examined } from "./pages";
import { knownCharges, readAttempts } from "./pages";
import type { MedusaBooks } from "./request";

/**
 * Reads a page of attempts in all three books and compares them. Differences are read a second time before they are
 * reported: the books are read one after another, and a payment may change in between. Reads only.
 */
export interface PageComparisonDependencies {
  readonly pg: Knex;
  readonly identities: Pick<AccountIdentities, "ready" | "routeOf">;
  readonly queries: (route: string) => Queries | undefined;
  readonly pause: (ms: number) => Promise<void>;
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

export class PageComparison {
  constructor(
    private readonly deps: PageComparisonDependencies,
    private readonly medusa: MedusaBooks,
  ) {}

  async compare(page: readonly Examined[]): Promise<Comparison> {
    await this.deps.identities.ready();
    const looked = page.map((each) => ({ each, skip: this.unaskable(each) ?? skipOf(each, this.moment()) }));
    const settled = looked.filter(({ skip }) => skip === null).map(({ each }) => each);
    const skipped = looked.flatMap(({ skip }) => skip ?? []);
    const suspicious = (await this.read(settled)).flatMap((seen) => {
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
    return { differing, examined: settled.length - moved.length, skipped: [...skipped, ...moved] };
  }

  async compareLedgerAnew(seen: SeenRecord): Promise<Difference[]> {
    const { pg } = this.deps;
    const [now] = await readAttempts(pg, [seen.examined.row.id]);
    if (!now) return [];
    const known = await knownCharges(pg, now.row, seen.unknownCharges ?? []);
    const unknownCharges = seen.unknownCharges?.filter(({ gatewayPaymentId: id }) => !known.has(id ?? "")) ?? [];
    return compareBooks({ ...seen, unknownCharges, ledger: ledgerRecord(now, this.moment()) });
  }

  private moment(): ComparisonTime {
    const { now, graceMs, unknownFinalAfterMs, isNow = false } = this.deps;
    return { now: now(), graceMs, unknownFinalAfterMs, isNow };
  }

  /** A payment without a configured account is not compared, and not counted as equal. */
  private unaskable({ row }: Examined): Skip | null {
    const isAskable = this.deps.queries(this.deps.identities.routeOf(row)) !== undefined;
    return isAskable ? null : { reason: "account_not_configured", comparedFrom: null };
  }

  private async readAgain(ids: readonly string[]): Promise<ReadonlyMap<string, SeenRecord>> {
    const attempts = ids.length === 0 ? [] : await readAttempts(this.deps.pg, ids);
    const seen = await this.read(attempts.filter((each) => skipOf(each, this.moment()) === null));
    return new Map(seen.map((each) => [each.examined.row.id, each]));
  }

  private async read(attempts: readonly Examined[]): Promise<SeenRecord[]> {
    if (attempts.length === 0) return [];
    const sides = await this.medusa.of(attempts.map(({ row }) => row));
    const routeOf = ({ row }: Examined): string => this.deps.identities.routeOf(row);
    const routes = [...new Set(attempts.map(routeOf))];
    const seen = await Promise.all(
      routes.map((route) =>
        this.ask(
          route,
          attempts.filter((each) => routeOf(each) === route),
          sides,
        ),
      ),
    );
    return seen.flat();
  }

  private async ask(
    route: string,
    attempts: readonly Examined[],
    sides: ReadonlyMap<string, MedusaSide>,
  ): Promise<SeenRecord[]> {
    const queries = this.deps.queries(route);
    if (!queries) return [];
    const asking = { queries, pause: this.deps.pause };
    const payments = await queryPayments(asking, numbersOf(attempts));
    const charges = new Map(
      attempts.map(({ row }) => [row.id, chargesIn(row, payments.get(wireOrderNoOf(row)) ?? [])] as const),
    );
    const ownOf = ({ row }: Examined): readonly PaymentFact[] => charges.get(row.id)?.own ?? [];
    const refunded = attempts.filter(
      (each) => ownOf(each).some(({ reading }) => reading === "refunded") || speaksOfRefunds(each, sideOf(sides, each)),
    );
    const wasAsked = new Set(refunded);
    const refunds = await queryRefunds(asking, numbersOf(refunded));
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

export const isSame = (one: Difference, other: Difference): boolean =>
  one.kind === other.kind && one.subject === other.subject;

/** Charges of one subscription share an order number: each is queried once. */
const numbersOf = (attempts: readonly Examined[]): OrderNo[] => [
  ...new Set(attempts.map(({ row }) => createOrderNo(wireOrderNoOf(row)))),
];

const NO_SIDE: MedusaSide = { payment: null, isPaidByAnother: false, hasOrder: null };

const sideOf = (sides: ReadonlyMap<string, MedusaSide>, { row }: Examined): MedusaSide => sides.get(row.id) ?? NO_SIDE;
