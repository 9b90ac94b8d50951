import { DueQueue } from "../store/due-queue";
import { closeAll, start, startInbox } from "./harness";

afterEach(closeAll);

interface ClockState {
  readonly now: string;
}

it("time and notifications stand still until the clock is moved", async () => {
  const merchant = await start({ clock: "virtual" });
  const inbox = await startInbox();
  const { now } = await merchant.read<ClockState>("state");
  await merchant.pay({ notify_url: inbox.url });
  expect(await merchant.read("idle")).toEqual({ idle: true, waiting: 1 });
  expect([await merchant.read<ClockState>("state"), inbox.received]).toMatchObject([{ now }, []]);

  await merchant.control("clock", { ms: 49 });
  expect(inbox.received).toEqual([]);
  await merchant.control("clock", { ms: 1 });

  expect(inbox.received).toMatchObject([{ order_no: "order-1" }]);
});

it("everything due is executed at its own time: retries, a late approval, and what follows from it", async () => {
  const merchant = await start({ clock: "virtual", seed: 3, notifyRetry: { firstMs: 1_000, longestMs: 60_000 } });
  const inbox = await startInbox([503, 503, 200]);
  const { now } = await merchant.read<ClockState>("state");
  await merchant.pay({ card: "4000000000003220", notify_url: inbox.url });

  await merchant.control("clock", { ms: 120_000 });

  const { notifications } = await merchant.transaction();
  const after = notifications.map(({ at }) => Date.parse(at) - Date.parse(now));
  expect(notifications.map(({ status }) => status)).toEqual([503, 503, 200, 200]);
  expect(inbox.received.map(({ order_status }) => order_status)).toEqual(["-1", "-1", "-1", "1"]);
  const [first = 0, second = 0, third = 0] = after;
  expect(first).toBe(50);
  expect([second - first >= 800, second - first <= 1_200]).toEqual([true, true]);
  expect([third - second >= 1_600, third - second <= 2_400]).toEqual([true, true]);
  expect(after[3]).toBe(60_050);
});

it("the same seed generates the same delays", async () => {
  const pauses = async (): Promise<number[]> => {
    const merchant = await start({
      clock: "virtual",
      seed: "again",
      notifyRetry: { firstMs: 1_000, longestMs: 60_000 },
    });
    const inbox = await startInbox([500]);
    const { now } = await merchant.read<ClockState>("state");
    await merchant.pay({ notify_url: inbox.url });
    await merchant.control("clock", { ms: 600_000 });
    return (await merchant.transaction()).notifications.map(({ at }) => Date.parse(at) - Date.parse(now));
  };
  const first = await pauses();
  expect(first.length).toBeGreaterThan(10);
  expect(await pauses()).toEqual(first);
});

it("it can be switched to virtual and back", async () => {
  const merchant = await start({ clock: () => new Date("2030-01-01T00:00:00Z") });
  const inbox = await startInbox();
  expect(await merchant.control("settings", { clock: "virtual" })).toMatchObject({ clock: "virtual" });
  await merchant.pay({ notify_url: inbox.url });
  await merchant.idle();
  expect(inbox.received).toEqual([]);
  await merchant.control("settings", { clock: "system" });
  await merchant.pay({ order_no: "order-2", notify_url: inbox.url });
  await merchant.idle();
  expect(inbox.received).toMatchObject([{ order_no: "order-2" }]);
});

it("two concurrent moves are executed one after the other", async () => {
  const merchant = await start({ clock: "virtual" });
  const { now } = await merchant.read<ClockState>("state");
  await Promise.all(Array.from({ length: 8 }, () => merchant.control("clock", { ms: 1_000 })));
  expect(Date.parse((await merchant.read<ClockState>("state")).now) - Date.parse(now)).toBe(8_000);
});

it("due entries come in the order of time, and of the same time in the order they were added", () => {
  const queue = new DueQueue<string>();
  const moments = Array.from({ length: 500 }, (_none, nth) => (nth * 7919) % 101);
  moments.forEach((at, nth) => queue.add(at, `${String(at).padStart(3, "0")} ${String(nth).padStart(3, "0")}`));
  expect([queue.take(-1), queue.next, queue.size]).toEqual([null, 0, 500]);
  const taken: string[] = [];
  for (let found = queue.take(100); found; found = queue.take(100)) taken.push(found.what);
  expect(taken).toHaveLength(500);
  expect(taken).toEqual([...taken].sort());
});
