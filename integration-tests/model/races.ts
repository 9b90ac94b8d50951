import { minorOf } from "../../src/modules/acquiring/ledger/rows/attempt-row";
import type { AttemptRow } from "../../src/modules/acquiring/ledger/rows/attempt-row";
import type { Process, ProcessName } from "./bench";
import type { Books } from "./books";
import type { Gateway } from "../support/shop";
import { capturesInParts, isAccountKey } from "./setting";
import type { World } from "./world";

/**
 * What can happen at the same instant, in two or three processes over one
 * database. `prepare` runs before, one thing after another; the `callers` run in
 * turns. Whatever the schedule, the invariants hold and the books end equal;
 * `expect` says what is more than that, when nobody died.
 */
type Caller = (world: World, process: Process) => Promise<string>;

export interface Race {
  readonly name: string;
  readonly prepare: (world: World, process: Process) => Promise<void>;
  readonly callers: Readonly<Partial<Record<ProcessName, Caller>>>;
  readonly expect: (answers: readonly string[], books: Books) => string[];
}

async function only(world: World): Promise<AttemptRow> {
  const attempt = await world.attempt(0);
  if (!attempt) throw new Error("There is no payment.");
  return attempt;
}

/** The gateway at which the payment is made: the one of its account. */
async function gatewayOf(world: World): Promise<Gateway> {
  const { account } = await only(world);
  if (!isAccountKey(account)) throw new Error(`No story pays at ${account}.`);
  return world.bench.sides[account].gateway;
}

const nothing = (): Promise<void> => Promise.resolve();
const authorised: Race["prepare"] = async (world, process) => void (await world.pay(process, APPROVED));
const captured: Race["prepare"] = async (world, process) => {
  await authorised(world, process);
  await world.run(process, "capture", { attempt: await only(world), key: 9, amount: world.share(100) });
};
const late: Race["prepare"] = async (world, process) => {
  await authorised(world, process);
  await process.service.intendReversal((await only(world)).id);
};
const lateCaptured: Race["prepare"] = async (world, process) => {
  await captured(world, process);
  await process.service.intendReversal((await only(world)).id);
};
/** A write whose answer was lost, two minutes and more ago: the next query decides it. */
const unknown =
  (kind: "capture" | "refund", fault: string): Race["prepare"] =>
  async (world, process) => {
    await (kind === "capture" ? authorised : captured)(world, process);
    await (await gatewayOf(world)).fault(kind, fault);
    await world.run(process, kind, { attempt: await only(world), key: 8, amount: world.share(60) });
    world.bench.advance(180_000);
  };

const APPROVED = { session: 0, card: "approved" } as const;
const pay: Caller = async (world, process) => (await world.pay(process, APPROVED)).state;
const write =
  (kind: "capture" | "void" | "refund", key: number, percent: number | null): Caller =>
  async (world, process) =>
    world.run(process, kind, {
      attempt: await only(world),
      key,
      amount: percent === null ? null : world.share(percent),
    });
const ask: Caller = async (world, { service }) => String(await service.checkAttempt((await only(world)).id));
const reverse: Caller = async (world, { service }) => service.autoReversal.reverse((await only(world)).id);

/** A caller that died never made it happen. */
const MOST_LISTENS = 60;

/** What the gateway announces as soon as it happened there, which may be before its answer is heard. */
const hearOf =
  (happened: (books: { state: string; refunds: readonly unknown[] }) => boolean): Caller =>
  async (world, process) => {
    for (let times = 0; times < MOST_LISTENS; times += 1) {
      await process.life.step("listen");
      if ((await world.collectLetters()).some(happened)) break;
    }
    await world.deliverRest(process);
    return "heard";
  };

/** The part of the projection that touches the ledger: what it saw is noted as done, and nothing newer. */
const project: Caller = async (world, { service }) => {
  const { id } = await only(world);
  let saw = "nothing";
  await service.medusaSync.exclusively(id, async () => {
    const seen = await service.attempt(id);
    if (!seen) return;
    for (const operation of service.medusaSync.unrecorded(seen.operations)) {
      await service.medusaSync.markRecorded(operation.id);
    }
    saw = moneyOf(seen.row);
    await service.medusaSync.finish(seen.row);
  });
  return saw;
};

const moneyOf = (row: AttemptRow): string =>
  [row.state, row.captured, minorOf(row.refunded) + minorOf(row.refund_pending)].join(" ");

const count = (answers: readonly string[], ...wanted: string[]): number =>
  answers.filter((answer) => wanted.includes(answer)).length;
const exactlyOne = (answers: readonly string[]): string[] =>
  count(answers, "settled", "pending") === 1
    ? []
    : [`exactly one has an effect, the callers heard ${answers.join(", ")}`];
const atLeastOne = (answers: readonly string[]): string[] =>
  count(answers, "settled", "pending") > 0 ? [] : [`nobody had an effect, the callers heard ${answers.join(", ")}`];
const noMore = (): string[] => [];

/** Where an account captures in parts, two parts may both have an effect. */
const isInParts = ({ attempts }: Books): boolean => attempts.some(({ account }) => capturesInParts(account));
const refundsOf = (books: Books): number => books.transactions.flatMap(({ refunds }) => refunds).length;

export const races: readonly Race[] = [
  {
    name: "capture ∥ void",
    prepare: authorised,
    callers: { one: write("capture", 0, 100), two: write("void", 0, null) },
    expect: exactlyOne,
  },
  {
    name: "capture ∥ void ∥ query",
    prepare: authorised,
    callers: { one: write("capture", 0, 40), two: write("void", 0, null), three: ask },
    expect: exactlyOne,
  },
  {
    name: "capture ∥ capture",
    prepare: authorised,
    callers: { one: write("capture", 0, 60), two: write("capture", 1, 40) },
    expect: (answers, books) => (isInParts(books) ? atLeastOne(answers) : exactlyOne(answers)),
  },
  {
    name: "refund ∥ refund that do not both fit",
    prepare: captured,
    callers: { one: write("refund", 0, 60), two: write("refund", 1, 60) },
    expect: exactlyOne,
  },
  {
    name: "refund ∥ refund that both fit ∥ query",
    prepare: captured,
    callers: { one: write("refund", 0, 50), two: write("refund", 1, 50), three: ask },
    expect: atLeastOne,
  },
  {
    name: "refund ∥ the same refund (double click)",
    prepare: captured,
    callers: { one: write("refund", 0, 30), two: write("refund", 0, 30) },
    expect: (_answers, books) => (refundsOf(books) === 1 ? [] : [`${String(refundsOf(books))} refunds`]),
  },
  {
    name: "pay ∥ pay ∥ pay",
    prepare: nothing,
    callers: { one: pay, two: pay, three: pay },
    // Time passes quickly here: a caller whose wait ended before the payment was decided is told that it is being checked.
    expect: (answers, books) => [
      ...(count(answers, "authorised") > 0 && count(answers, "authorised", "checking") === answers.length
        ? []
        : [`the callers heard ${answers.join(", ")}`]),
      ...(books.transactions.length === 1 ? [] : [`${String(books.transactions.length)} transactions`]),
    ],
  },
  {
    name: "notification ∥ answer of a payment",
    prepare: nothing,
    callers: { one: pay, two: hearOf(({ state }) => state === "authorised") },
    expect: ([heard]) => (heard === "authorised" ? [] : [`the customer heard ${String(heard)}`]),
  },
  {
    name: "notification ∥ answer of a capture",
    prepare: authorised,
    callers: { one: write("capture", 0, 40), two: hearOf(({ state }) => state === "captured") },
    expect: atLeastOne,
  },
  {
    name: "notification ∥ answer of a refund",
    prepare: captured,
    callers: { one: write("refund", 0, 40), two: hearOf(({ refunds }) => refunds.length > 0) },
    expect: atLeastOne,
  },
  {
    name: "expire ∥ return",
    prepare: async (world, process) => {
      await world.pay(process, { session: 0, card: "challenge", waitsMs: 600_000 });
      world.bench.advance(660_000);
    },
    callers: {
      one: ask,
      two: async (world, process) => {
        const attempt = await only(world);
        await process.life.step("the customer passes the bank's page");
        await (await gatewayOf(world)).control("approve", { order_no: attempt.order_no });
        await process.service.redirects.comeBack(attempt, false);
        return ask(world, process);
      },
    },
    expect: noMore,
  },
  {
    name: "query ∥ query of a capture whose answer was lost",
    prepare: unknown("capture", "drop-after-apply"),
    callers: { one: ask, two: ask },
    expect: noMore,
  },
  {
    name: "query ∥ next refund, of a refund that never arrived",
    prepare: unknown("refund", "drop-before"),
    callers: { one: ask, two: write("refund", 0, 60) },
    expect: noMore,
  },
  {
    name: "reverse ∥ reverse",
    prepare: late,
    callers: { one: reverse, two: reverse },
    expect: noMore,
  },
  {
    name: "reverse ∥ capture",
    prepare: late,
    callers: { one: reverse, two: write("capture", 0, 100) },
    expect: noMore,
  },
  {
    name: "reverse ∥ refund",
    prepare: lateCaptured,
    callers: { one: reverse, two: write("refund", 0, 40) },
    expect: noMore,
  },
  {
    name: "reverse ∥ project",
    prepare: late,
    callers: { one: reverse, two: project },
    expect: ([, saw = ""], { attempts: [attempt] }) => {
      const isBehind = attempt !== undefined && saw !== moneyOf(attempt) && attempt.project_after === null;
      return isBehind ? [`the projection saw "${saw}", and what came after is not due`] : [];
    },
  },
];
