import { performance } from "node:perf_hooks";
import { closeAll, jsonOf, start } from "./harness";

afterEach(closeAll);

interface Logged {
  readonly requests: { operation: string; applied: boolean; answered: boolean; fault: string | null }[];
}

it("a gateway that is down closes every request without a response, logs it, and uses no fault", async () => {
  const merchant = await start();
  await merchant.pay();
  await merchant.control("tape", { entries: [{ fault: "empty" }] });
  await merchant.control("settings", { down: true });

  await expect(merchant.authorise({ order_no: "order-2" })).rejects.toThrow("fetch failed");
  await expect(merchant.query("retrievalTrans", { orders: "order-1" })).rejects.toThrow("fetch failed");
  await expect(fetch(`${merchant.url}/v1/checkout/page?checkout=1`)).rejects.toThrow("fetch failed");

  const { requests } = await merchant.read<Logged>("requests?since=1");
  expect(requests).toMatchObject([
    { operation: "authorise", applied: false, answered: false, fault: "down" },
    { operation: "retrievalTrans", applied: false, answered: false, fault: "down" },
  ]);
  await merchant.control("settings", { down: false });
  expect(await (await merchant.authorise({ order_no: "order-2" })).text()).toBe("");
  expect((await merchant.state()).effects.authorise).toBe(2);
});

it("a slow gateway responds after that many ms", async () => {
  const merchant = await start();
  await merchant.control("settings", { slow: 120 });
  const before = performance.now();
  await merchant.pay();
  expect(performance.now() - before).toBeGreaterThan(110);
});

it("queries from an unregistered IP address are refused, writes are not", async () => {
  const merchant = await start();
  await merchant.control("settings", { failQueries: "ip" });
  await merchant.pay();
  const payments = await merchant.query("retrievalTrans", { orders: "order-1,order-2" });
  const refunds = await merchant.query("retrievalRefund", { refund_orders: "order-1" });
  expect(payments.rows.map(({ order_no, query_result }) => [order_no, query_result])).toEqual([
    ["order-1", "7"],
    ["order-2", "7"],
  ]);
  expect([refunds.return_status, refunds.rows]).toEqual(["7", []]);
  await merchant.control("settings", { failQueries: "off" });
  expect((await merchant.query("retrievalTrans", { orders: "order-1" })).rows).toMatchObject([{ query_result: "1" }]);
});

it("a reset ends it", async () => {
  const merchant = await start();
  await merchant.control("settings", { down: true, slow: 60_000, failQueries: "ip" });
  await merchant.control("reset");
  expect((await merchant.read<{ settings: object }>("state")).settings).toEqual({
    notifications: "on",
    dialect: "off",
    captureMode: "manual",
    multipleCaptures: false,
    renewalOrderNo: "same",
    preparedMs: 0,
    payoutAmountUnit: "minor",
    payoutNotifyAs: "form",
    clock: "system",
    down: false,
    slow: 0,
    failQueries: "off",
  });
});

it.each([
  [{ down: "yes" }, "down is true or false"],
  [{ slow: -1 }, "slow is a number of ms"],
  [{ failQueries: "all" }, "failQueries is off or ip"],
  [{ clock: "real" }, "clock is virtual or system"],
  [{ notifications: "off", colour: "red" }, "settings are notifications, captureMode"],
])("the setting %j is refused with a message, and nothing changes", async (body, sentence) => {
  const merchant = await start();
  const answer = await fetch(`${merchant.url}/_control/settings`, { method: "POST", body: JSON.stringify(body) });
  expect([answer.status, await jsonOf(answer)]).toEqual([400, { error: expect.stringContaining(sentence) }]);
  expect((await merchant.read<{ settings: object }>("state")).settings).toMatchObject({ notifications: "on", slow: 0 });
});
