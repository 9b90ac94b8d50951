import type { AttemptRow } from "../../src/modules/acquiring/ledger/rows/attempt-row";
import type { Process } from "./bench";
import { Bench } from "./bench";
import { readTransactions } from "./books";
import { actInPortal } from "./portal";
import { World } from "./world";

/** Found by a story of the model: the one key of a reversal was used up by a request that never arrived. */
const MINUTES = 60_000;

let bench: Bench;
let world: World;
beforeAll(async () => {
  bench = await Bench.open("reversal");
});
afterAll(() => bench.close());
beforeEach(async () => {
  await bench.clear();
  world = new World(bench);
});

/** Late money: authorised, or captured in full, and to be given back. */
async function lateMoney(process: Process, isCaptured: boolean): Promise<AttemptRow> {
  await world.pay(process, { session: 0, card: "approved" });
  const attempt = await world.attempt(0);
  if (!attempt) throw new Error("There is no payment.");
  if (isCaptured) await world.run(process, "capture", { attempt, key: 0, amount: 10_000n });
  await process.service.intendReversal(attempt.id);
  return attempt;
}

/** Reverses, and three minutes later asks what became of it. */
async function tryAgain({ service }: Process, id: string): Promise<string> {
  const answer = await service.autoReversal.reverse(id);
  bench.advance(3 * MINUTES);
  await service.checkAttempt(id);
  return answer;
}

test.each([
  ["authorisation", "cancel", false],
  ["capture", "refund", true],
] as const)("a late %s is returned although the first %s never arrived", async (_money, operation, isCaptured) => {
  const process = await bench.process("one");
  const { id } = await lateMoney(process, isCaptured);
  await bench.gateway.fault(operation, "drop-before");
  expect(await tryAgain(process, id)).toBe("waiting");
  expect(await tryAgain(process, id)).toBe("done");
  expect((await bench.gateway.state()).effects[operation]).toBe(1);
  await world.end();
});

test("what can never be returned is sent five times, reported, and then only queried", async () => {
  const process = await bench.process("one");
  const { id } = await lateMoney(process, false);
  await bench.gateway.fault("cancel", "drop-before", 100);
  for (let times = 0; times < 12; times += 1) expect(await tryAgain(process, id)).toBe("waiting");
  expect(bench.wire.sent.filter(({ operation }) => operation === "cancel")).toHaveLength(5);
  const items = await bench.pg("acquiring_attention_item").where({ attempt_id: id, cleared_at: null });
  expect(items.map(({ kind }) => kind)).toContain("late_or_duplicate_payment");
});

test("what the gateway declines is not sent a second time", async () => {
  const process = await bench.process("one");
  const { id } = await lateMoney(process, false);
  const [transaction] = await readTransactions(bench);
  if (!transaction) throw new Error("The gateway has no transaction.");
  await actInPortal(bench, "capture", transaction);
  for (let times = 0; times < 4; times += 1) {
    expect(await process.service.autoReversal.reverse(id)).toBe("waiting");
    bench.advance(3 * MINUTES);
  }
  expect(bench.wire.sent.filter(({ operation }) => operation === "cancel")).toHaveLength(1);
});

test("two servers that reverse at once after a request that never arrived send one void", async () => {
  const [one, two] = [await bench.process("one"), await bench.process("two")];
  const { id } = await lateMoney(one, false);
  await bench.gateway.fault("cancel", "drop-before");
  await tryAgain(one, id);
  await Promise.all([one.service.autoReversal.reverse(id), two.service.autoReversal.reverse(id)]);
  expect(bench.wire.sent.filter(({ operation }) => operation === "cancel")).toHaveLength(2);
  expect((await bench.gateway.state()).effects.cancel).toBe(1);
  await world.end();
});
