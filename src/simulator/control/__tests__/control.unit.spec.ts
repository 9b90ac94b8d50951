import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { closeAll, jsonOf, start } from "../../__tests__/harness";

afterEach(closeAll);

interface Logged {
  readonly requests: {
    seq: number;
    operation: string;
    applied: boolean;
    answered: boolean;
    signature_ok: boolean;
    order_nos: string[];
    item_count: number;
  }[];
}

describe("an armed fault", () => {
  it.each([
    ["drop-before", 0],
    ["drop-after-apply", 1],
  ])("%s drops the connection and leaves %i captures", async (fault, captures) => {
    const merchant = await start();
    await merchant.pay();
    await merchant.control("faults", { operation: "capture", fault });

    await expect(merchant.batch("capture", [await merchant.item()])).rejects.toThrow("fetch failed");

    expect((await merchant.state()).effects.capture).toBe(captures);
    const { requests } = await merchant.read<Logged>("requests?since=1");
    expect(requests).toMatchObject([
      { seq: 2, operation: "capture", order_nos: ["order-1"], item_count: 1, applied: captures === 1, answered: false },
    ]);
  });

  it.each([
    ["5xx-before", []],
    ["5xx-after-apply", ["authorised"]],
  ])("%s answers HTTP 500 and leaves %j", async (fault, states) => {
    const merchant = await start();
    await merchant.control("faults", { operation: "authorise", fault });
    expect((await merchant.authorise()).status).toBe(500);
    expect((await merchant.state()).transactions.map(({ state }) => state)).toEqual(states);
  });

  it.each([
    ["html", /^<!doctype html>/],
    ["garbage", /\{\{\{$/],
    ["wrong-amount", /<amount>101\.00<\/amount>/],
    ["wrong-order", /<order_no>other-order<\/order_no>/],
  ])("%s corrupts the response and not the stored data", async (fault, pattern) => {
    const merchant = await start();
    await merchant.control("faults", { operation: "authorise", fault });
    expect(await (await merchant.authorise()).text()).toMatch(pattern);
    expect(await merchant.transaction()).toMatchObject({ state: "authorised", authorised: "100.00" });
  });

  it("missing-item omits the item from the response although it was executed", async () => {
    const merchant = await start();
    await merchant.pay();
    await merchant.control("faults", { operation: "capture", fault: "missing-item" });
    expect(await merchant.batch("capture", [await merchant.item()])).toMatchObject({ return_status: "1", rows: [] });
    expect(await merchant.transaction()).toMatchObject({ captured: "100.00" });
  });

  it("hang never responds", async () => {
    const merchant = await start();
    await merchant.control("faults", { operation: "authorise", fault: "hang" });
    const asked = merchant.authorise();
    const refused = expect(asked).rejects.toThrow("fetch failed");
    for (let seen = 0; seen === 0;) seen = (await merchant.read<Logged>("requests")).requests.length;
    expect((await merchant.state()).transactions).toEqual([]);
    await merchant.stop();
    await refused;
  });

  it("applies as often as configured, to its own operation only, and not after it is cleared", async () => {
    const merchant = await start();
    await merchant.control("faults", { operation: "authorise", fault: "5xx-before", count: 2 });
    const query = await merchant.query("retrievalTrans", { orders: "order-1" });
    const statuses = [(await merchant.authorise()).status, (await merchant.authorise()).status];
    const third = (await merchant.authorise()).status;
    await merchant.control("faults", { operation: "authorise", fault: "5xx-before" });
    await fetch(`${merchant.url}/_control/faults`, { method: "DELETE" });
    const cleared = (await merchant.authorise({ order_no: "order-2" })).status;
    expect([query.return_status, ...statuses, third, cleared]).toEqual(["1", 500, 500, 200, 200]);
  });
});

it("the request log distinguishes invalid and valid signatures, and shows what was applied", async () => {
  const merchant = await start();
  await merchant.pay({ encryption_data: "f".repeat(64) });
  await merchant.pay();
  const { requests } = await merchant.read<Logged>("requests");
  expect(requests.map(({ signature_ok, applied }) => [signature_ok, applied])).toEqual([
    [false, false],
    [true, true],
  ]);
});

it("the clock moves forwards on command, also across a restart, and returns to the real time at a reset", async () => {
  const folder = mkdtempSync(join(tmpdir(), "simulator-"));
  const options = { dataFile: join(folder, "books.json"), clock: () => new Date("2030-01-01T00:00:00Z") };
  const first = await start(options);
  const told = await first.control<{ now: string }>("clock", { ms: 86_400_000 });
  await first.stop();
  const second = await start(options);
  await second.pay();
  const [shown] = (await second.state()).transactions;
  await second.control("reset");
  const { now } = await second.read<{ now: string }>("state");
  rmSync(folder, { recursive: true });

  expect(told.now).toBe("2030-01-02T00:00:00.000Z");
  expect(shown).toMatchObject({ created_at: "2030-01-02T00:00:00.000Z" });
  expect(now).toBe("2030-01-01T00:00:00.000Z");
});

it("effects are counted for each order number", async () => {
  const merchant = await start();
  await merchant.pay();
  await merchant.pay({ order_no: "order-2", card: "4000000000000002" });
  await merchant.pay({ order_no: "order-2" });
  await merchant.batch("capture", [await merchant.item()]);
  expect((await merchant.state()).effects_by_order).toEqual({
    "order-1": { authorise: 1, capture: 1 },
    "order-2": { authorise: 1 },
  });
});

it("a setting changes whether the account captures automatically", async () => {
  const merchant = await start();
  await merchant.control("settings", { captureMode: "automatic", notifications: "off" });
  await merchant.pay();
  expect((await merchant.transaction()).state).toBe("captured");
});

describe("the control API refuses", () => {
  it.each([
    ["a fault it does not know", "faults", { operation: "authorise", fault: "flood" }, 400],
    ["a fault of an operation it does not know", "faults", { operation: "explode", fault: "hang" }, 400],
    ["a clock that goes back", "clock", { ms: -1 }, 400],
    ["a token it does not know", "revoke-token", { token_id: "tok_never" }, 404],
    ["a count below one", "faults", { operation: "authorise", fault: "hang", count: 0 }, 400],
    ["an order number it does not know", "notify", { order_no: "never" }, 404],
    ["a call it does not know", "explode", {}, 404],
  ])("%s", async (_what, call, body, status) => {
    const merchant = await start();
    const answer = await fetch(`${merchant.url}/_control/${call}`, { method: "POST", body: JSON.stringify(body) });
    expect([answer.status, Object.keys(await jsonOf<object>(answer))]).toEqual([status, ["error"]]);
  });

  it("a body that is not JSON", async () => {
    const merchant = await start();
    const broken = await fetch(`${merchant.url}/_control/faults`, { method: "POST", body: "{" });
    expect(broken.status).toBe(400);
  });

  it("a request that another site's page makes a browser send", async () => {
    const merchant = await start();
    await merchant.pay();
    const statusFrom = (site: string): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        const headers = { "sec-fetch-site": site, connection: "close" };
        const sent = request(`${merchant.url}/_control/reset`, { method: "POST", headers }, (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        });
        sent.once("error", reject).end();
      });

    expect(await statusFrom("cross-site")).toBe(403);
    expect((await merchant.state()).transactions).toHaveLength(1);
    expect(await statusFrom("same-origin")).toBe(200);
    expect((await merchant.state()).transactions).toHaveLength(0);
  });
});
