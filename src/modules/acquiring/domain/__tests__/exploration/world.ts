import type { AttemptSnapshot, OperationKind, OperationStatus, ReviewAction } from "../../snapshot";

/**
 * All that one moment of the explored system is made of: the gateway's own truth about each order, the ledger's rows, two
 * server processes, the requests and questions that are under way. Plain values: a step makes a new one.
 */
export interface World {
  /** Postgres' time in ms since the beginning, which is true time. */
  readonly now: number;
  /** Orders that were authorised one after another; all configurations but one have a single one. */
  readonly orders: readonly Order[];
  readonly processes: readonly [Process, Process];
  readonly requests: readonly Request[];
  readonly timeSteps: number;
  readonly deaths: number;
}

/** One order: what the gateway holds of it, and the ledger's row with its operations. */
export interface Order {
  readonly truth: Truth;
  readonly row: AttemptSnapshot;
}

/** What the gateway did; in minor units. */
export interface Truth {
  /** How often the order was authorised; 0: it does not know it. */
  readonly authorisations: readonly string[];
  readonly isRefused: boolean;
  readonly review: "none" | "held" | "approved" | "rejected";
  readonly captures: readonly Effect[];
  readonly voids: readonly Effect[];
  readonly decisions: readonly Effect[];
  readonly refunds: readonly Refunded[];
}

export interface Effect {
  /** The operation's id; `portal`: it was done outside the store. */
  readonly id: string;
  readonly amount: bigint;
}

export interface Refunded extends Effect {
  readonly status: "accepted" | "succeeded" | "failed";
}

/** A server process: it runs one operation or one query at a time. */
export interface Process {
  readonly work: Work | null;
  readonly question: Question | null;
}

export interface Work {
  /** The row is committed; admitted after the first check of its age; the request has left. */
  readonly stage: "committed" | "admitted" | "waiting";
  readonly order: number;
  readonly id: string;
  /** When the row was committed, by the ledger's time. */
  readonly since: number;
}

export interface Question {
  readonly order: number;
  readonly askedAt: number;
  readonly operationsWhenAsked: ReadonlyMap<string, OperationStatus>;
  /** Null: the gateway has not read the question yet. */
  readonly seen: Truth | null;
  /** What of the answer is to be applied next. */
  readonly next: "payment" | "absence" | "refunds";
}

/** A request that has left its process. */
export interface Request {
  readonly order: number;
  readonly id: string;
  readonly kind: OperationKind;
  readonly amount: bigint;
  readonly action: ReviewAction | null;
  readonly leftAt: number;
  /** Who waits for the answer; null: nobody does any more. */
  readonly sender: 0 | 1 | null;
  /** Null: it may still arrive. `lost`: it cannot arrive any more. */
  readonly answer: "taken" | "declined" | "lost" | null;
}

/** How long a request may be on its way or be worked on by the gateway, in ms: the time limits of our own transport. */
export const limitOf = (kind: OperationKind): number => (kind === "authorise" ? 90_000 : 60_000);

export const keyOf = (id: string): string => id.replace(/_\d+$/, "");

/** Ages above this are equal for every rule; in ms. */
const OLD = 1_000_000;

const numbers = new WeakMap<object, string>();
const interned = new Map<string, string>();

/** A short name for a part that is equal in many worlds. */
function nameOf(part: object, write: () => string): string {
  const known = numbers.get(part);
  if (known !== undefined) return known;
  const text = write();
  const name = interned.get(text) ?? interned.size.toString(36);
  interned.set(text, name);
  numbers.set(part, name);
  return name;
}

const effects = (all: readonly Effect[]): string => all.map(({ id, amount }) => `${id}:${String(amount)}`).join(",");

const truthName = (truth: Truth): string =>
  nameOf(truth, () =>
    [
      truth.authorisations.join(","),
      truth.isRefused,
      truth.review,
      effects(truth.captures),
      effects(truth.voids),
      effects(truth.decisions),
      truth.refunds.map(({ id, amount, status }) => `${id}:${String(amount)}:${status}`).join(","),
    ].join("|"),
  );

const rowName = (row: AttemptSnapshot): string =>
  nameOf(row, () =>
    [
      row.state,
      row.authorised,
      row.captured,
      row.refunded,
      row.refundPending,
      row.gatewayPaymentId,
      row.hold?.decision,
      row.operations.map(({ id, status, isInferred }) => `${id}:${status}${isInferred ? "?" : ""}`).join(","),
    ].join("|"),
  );

/**
 * Two worlds with the same key have the same future: times count as ages, and only where a rule may still read them. The
 * names of the processes count only where a rule reads their clocks, which are all that tells them apart.
 */
export function worldKey(
  { now, orders, processes, requests, timeSteps, deaths }: World,
  readsOwnClock: boolean,
): string {
  const isAsking = processes.some(({ question }) => question !== null);
  const age = (at: number): number => (isAsking ? now - at : Math.min(now - at, OLD));
  const components: (string | number)[] = [timeSteps, deaths];
  for (const { truth, row } of orders) {
    components.push(truthName(truth), rowName(row));
    for (const { status, sentAt } of row.operations) {
      if (status === "sending" || status === "unknown") components.push(age(sentAt));
    }
  }
  const requestName = ({ id, order, leftAt, answer }: Request): string =>
    `${id}${String(order)}${answer ?? String(now - leftAt)}`;
  const of = (sender: Request["sender"]): string =>
    requests.flatMap((request) => (request.sender === sender ? requestName(request) : [])).join(",");
  const [a, b] = processes.map(({ work, question }, index) => {
    const asking = question ? questionName(question, now) : "-";
    return `${work ? workName(work, age(work.since)) : "-"}&${asking}&${of(index === 0 ? 0 : 1)}`;
  });
  const names = [a ?? "", b ?? ""];
  components.push(...(readsOwnClock ? names : names.sort()), of(null));
  return components.join(";");
}

const workName = ({ stage, id, order }: Work, age: number): string =>
  stage === "waiting" ? id : `${stage}${id}${String(order)}@${String(age)}`;

const questionName = ({ order, askedAt, operationsWhenAsked, seen, next }: Question, now: number): string =>
  [
    order,
    next,
    now - askedAt,
    [...operationsWhenAsked].map(([id, status]) => id + status).join(","),
    seen ? truthName(seen) : "",
  ].join("/");

/** All that decides what the ledger says of these orders once everything has arrived and time has passed. */
export const restName = ({ orders, requests }: World): string =>
  [
    ...orders.flatMap(({ truth, row }) => [truthName(truth), rowName(row)]),
    ...requests.flatMap(({ id, answer }) => (answer === null ? id : [])),
  ].join(";");
