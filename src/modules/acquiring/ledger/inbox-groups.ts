import { Coalescer } from "../runtime/coalescer";
import { GroupCommit } from "../runtime/group-commit";
import type { NotifiedFact } from "./apply-facts";
import { applyFacts, applyFactsOfMany } from "./apply-facts";
import type { NotifiedDetails } from "./apply-payment-details";
import { applyNotifiedDetails, applyNotifiedDetailsOfMany, hasNotifiedDetails } from "./apply-payment-details";
import type { InboxConclusion } from "./conclude-inbox";
import { concludeInbox } from "./conclude-inbox";
import type { InboxRow } from "./inbox";
import { readInboxRows } from "./inbox";
import type { Ledger } from "./ledger";
import type { AttemptRow } from "./rows/attempt-row";

/**
 * What the processing of one notification reads and writes, for those processed at the same moment together: each
 * statement serves all of them, and they share a flush. A read starts after it was asked for, so it is never older. If
 * the database refuses a group's statement, each is tried alone, so that one of them does not stop the others.
 */
const MOST = 100;
/** More only make smaller groups. Our choice. */
const AT_ONCE = 1;

interface GatewayName {
  readonly account: string;
  readonly gatewayPaymentId: string;
}

type Run<Item, Result> = (items: readonly Item[]) => Promise<readonly Result[]>;

const grouped = <Item, Result>(write: Run<Item, Result>): GroupCommit<Item, Result> =>
  new GroupCommit({ write, isRefusal, isTrouble: () => false, most: MOST, atOnce: AT_ONCE });

export class InboxGroups {
  readonly #rows: GroupCommit<string, InboxRow | undefined>;
  readonly #byOrderNo: GroupCommit<string, AttemptRow | undefined>;
  readonly #byGatewayId: GroupCommit<GatewayName, AttemptRow[]>;
  readonly #attempts: GroupCommit<string, AttemptRow | undefined>;
  readonly #facts: Coalescer<NotifiedFact, true | undefined>;
  readonly #details: Coalescer<NotifiedDetails, true | undefined>;
  readonly #conclusions: GroupCommit<InboxConclusion, null>;

  constructor(private readonly ledger: Ledger) {
    const { connection } = ledger;
    this.#rows = grouped((ids) => readInboxRows(connection, ids));
    this.#byOrderNo = grouped((names) => ledger.attemptsByOrderNos(names));
    this.#byGatewayId = grouped((names) => ledger.attemptsByGatewayIds(names));
    this.#attempts = grouped(async (ids) => {
      const byId = new Map((await ledger.attemptsByIds(ids)).map((row) => [row.id, row]));
      return ids.map((id) => byId.get(id));
    });
    const limits = { most: MOST, atOnce: AT_ONCE };
    const nameOf = ({ attempt }: NotifiedFact | NotifiedDetails): string => attempt.id;
    this.#facts = new Coalescer<NotifiedFact, true | undefined>({
      ...limits,
      nameOf,
      run: (all) => applyFactsOfMany(ledger, all),
    });
    this.#details = new Coalescer<NotifiedDetails, true | undefined>({
      ...limits,
      nameOf,
      run: (all) => applyNotifiedDetailsOfMany(ledger, all),
    });
    this.#conclusions = grouped(async (group) => {
      await concludeInbox(connection, group);
      return group.map(() => null);
    });
  }

  row(id: string): Promise<InboxRow | undefined> {
    return this.#rows.take(id);
  }

  attempt(id: string): Promise<AttemptRow | undefined> {
    return this.#attempts.take(id);
  }

  attemptByOrderNo(orderNo: string): Promise<AttemptRow | undefined> {
    return this.#byOrderNo.take(orderNo);
  }

  attemptsByGatewayId(account: string, gatewayPaymentId: string): Promise<AttemptRow[]> {
    return this.#byGatewayId.take({ account, gatewayPaymentId });
  }

  attemptsBySubscription(account: string, recurringId: string): Promise<AttemptRow[]> {
    return this.ledger.attemptsBySubscription(account, recurringId);
  }

  /** Resolves after the commit. */
  async applyFact(notified: NotifiedFact): Promise<void> {
    if (await this.#facts.add(notified)) return;
    await applyFacts(this.ledger, notified.attempt.id, [notified.fact], notified.meta);
  }

  /** Of `attempt` as it was read: what it already contains is not written. */
  async fillDetails(notified: NotifiedDetails): Promise<void> {
    if (!hasNotifiedDetails(notified.fact) || (await this.#details.add(notified))) return;
    await applyNotifiedDetails(this.ledger, notified);
  }

  /** Resolves after the commit. */
  async conclude(conclusion: InboxConclusion): Promise<void> {
    await this.#conclusions.take(conclusion);
  }
}

/** The connection, the server or its resources failed, which is nobody's in particular. */
const OF_THE_SERVER = /^(?:08|53|57|58|XX)/;

const isRefusal = (error: unknown): boolean =>
  error instanceof Error &&
  "code" in error &&
  /^[0-9A-Z]{5}$/.test(String(error.code)) &&
  !OF_THE_SERVER.test(String(error.code));
