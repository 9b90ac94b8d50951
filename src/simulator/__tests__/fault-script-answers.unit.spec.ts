import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { faultNames } from "..";
import { drawn } from "../faults/fault-script-draw";
import { signBatch } from "../notifications/signature";
import type { Row } from "./harness";
import { ACCOUNT, closeAll, jsonOf, KEY, MERCHANT, start } from "./harness";
import type { Raw } from "./raw-answer";
import { ask, askAuthorise, askCapture } from "./raw-answer";

afterEach(closeAll);

interface Logged {
  readonly requests: { operation: string; applied: boolean; answered: boolean; fault: string | null }[];
}

const WHOLE = /<\/respon>$/;

interface Expected {
  readonly entry?: object;
  readonly status: number | null;
  readonly isWhole: boolean;
  readonly payments: number;
  readonly answered: boolean;
  readonly body?: RegExp;
  readonly more?: (raw: Raw) => void;
}

const lostBefore = { status: null, isWhole: false, payments: 0, answered: false };
const refused = { isWhole: true, payments: 0, answered: false };
const carriedOut = { status: 200, isWhole: true, payments: 1, answered: true };

const TABLE: Readonly<Record<string, Expected>> = {
  none: { ...carriedOut, body: WHOLE },
  "drop-before": lostBefore,
  "drop-after-apply": { ...lostBefore, payments: 1 },
  "5xx-before": { ...refused, entry: { status: 503 }, status: 503 },
  "5xx-after-apply": { ...refused, entry: { status: 504 }, status: 504, payments: 1 },
  "too-many-requests": {
    ...refused,
    entry: { retryAfter: 30 },
    status: 429,
    more: ({ headers }) => expect(headers["retry-after"]).toBe("30"),
  },
  redirect: {
    ...refused,
    status: 307,
    more: ({ headers }) => expect(headers.location).toBe("https://elsewhere.example/"),
  },
  "reset-mid-body": { status: 200, isWhole: false, payments: 1, answered: false },
  "wrong-length": {
    status: 200,
    isWhole: false,
    payments: 1,
    answered: false,
    body: WHOLE,
    more: ({ headers, bytes }) => expect(headers["content-length"]).toBe(String(bytes.byteLength + 10)),
  },
  "gzip-bomb": {
    ...carriedOut,
    answered: false,
    entry: { bytes: 5_000_000 },
    more: ({ headers, bytes }) => {
      expect([headers["content-encoding"], bytes.byteLength < 20_000]).toEqual(["gzip", true]);
      const unpacked = gunzipSync(bytes).toString();
      expect([unpacked.length > 5_000_000, unpacked.trimEnd()]).toEqual([true, expect.stringMatching(WHOLE)]);
    },
  },
  "huge-body": {
    ...carriedOut,
    answered: false,
    entry: { bytes: 300_000 },
    more: ({ bytes }) => expect(bytes.byteLength).toBe(300_000),
  },
  delay: { ...carriedOut, entry: { ms: 1 }, body: WHOLE },
  slow: { ...carriedOut, entry: { ms: 1 }, body: WHOLE },
  truncate: { ...carriedOut, entry: { bytes: 20 }, body: /^<\?xml version="1\.0" $/ },
  empty: { ...carriedOut, body: /^$/ },
  html: { ...carriedOut, body: /^<!doctype html>/ },
  garbage: { ...carriedOut, body: /\{\{\{$/ },
  "wrong-content": {
    ...carriedOut,
    body: /^\{"merchant_id":"100001".*"order_status":"1".*\}$/,
    more: ({ headers }) => expect(headers["content-type"]).toBe("application/json"),
  },
  "wrong-amount": { ...carriedOut, body: /<amount>101\.00<\/amount>/ },
  "wrong-order": { ...carriedOut, body: /<order_no>other-order<\/order_no>/ },
};

it.each(Object.entries(TABLE))("%s affects a payment once", async (fault, expected) => {
  const merchant = await start();
  await merchant.control("tape", { entries: [{ operation: "authorise", fault, ...expected.entry }] });

  const raw = await askAuthorise(merchant);

  expect(raw).toMatchObject({ status: expected.status, isWhole: expected.isWhole });
  expect(raw.bytes.toString()).toMatch(expected.body ?? /^/);
  expected.more?.(raw);
  expect((await merchant.state()).effects.authorise).toBe(expected.payments);
  const { requests } = await merchant.read<Logged>("requests");
  expect(requests).toMatchObject([{ applied: expected.payments === 1, answered: expected.answered, fault }]);
  expect((await askAuthorise(merchant, undefined, { order_no: "order-2" })).bytes.toString()).toMatch(WHOLE);
});

it.each([
  ["redirect", 307],
  ["too-many-requests", 429],
])("%s refuses a request that was executed nevertheless, if configured so", async (fault, status) => {
  const merchant = await start();
  await merchant.control("tape", { entries: [{ fault, applied: true }] });
  expect((await askAuthorise(merchant)).status).toBe(status);
  expect((await merchant.state()).effects.authorise).toBe(1);
});

it.each(["hang-after-apply", "stall-body"])("%s stores the payment and never ends its response", async (fault) => {
  const merchant = await start();
  await merchant.control("tape", { entries: [{ fault }] });
  const asked = askAuthorise(merchant);
  for (let paid = 0; paid === 0;) paid = (await merchant.state()).effects.authorise ?? 0;
  await merchant.stop();
  const { status, bytes, isWhole } = await asked;
  expect([status, isWhole]).toEqual([fault === "stall-body" ? 200 : null, false]);
  expect(bytes.toString()).toMatch(fault === "stall-body" ? /^<\?xml.*[^>]?$/s : /^$/);
  expect(bytes.toString()).not.toMatch(WHOLE);
});

it("slow-bytes sends one byte at a time", async () => {
  const merchant = await start();
  await merchant.control("tape", { entries: [{ fault: "slow-bytes", ms: 1 }] });
  const { bytes, isWhole } = await askAuthorise(merchant, (count) => count >= 5);
  expect([bytes.toString(), isWhole]).toEqual(["<?xml", false]);
});

describe("a response with items", () => {
  const capture = async (entry: object): Promise<Raw> => {
    const merchant = await start();
    await merchant.pay();
    await merchant.pay({ order_no: "order-2" });
    await merchant.control("tape", { entries: [entry] });
    const items = [await merchant.item(), await merchant.item({}, "order-2")];
    const raw = await askCapture(merchant, items);
    expect((await merchant.state()).effects.capture).toBe(2);
    return raw;
  };

  it.each([
    ["none", ["order-1", "order-2"]],
    ["missing-item", []],
    ["double-item", ["order-1", "order-1", "order-2"]],
    ["extra-item", ["order-1", "order-2", "other-order"]],
    ["reordered-items", ["order-2", "order-1"]],
  ])("has with %s the items %j, although both were captured", async (fault, orderNos) => {
    const { bytes } = await capture({ operation: "capture", fault });
    const { capture_orders: rows }: { capture_orders: Row[] } = JSON.parse(bytes.toString());
    expect(rows.map(({ order_no }) => order_no)).toEqual(orderNos);
  });

  it("is XML with wrong-content", async () => {
    const { bytes, headers } = await capture({ operation: "capture", fault: "wrong-content" });
    expect(headers["content-type"]).toBe("application/xml");
    expect(bytes.toString()).toMatch(/^<respon>.*<capture_orders>.*<capture_status>1<\/capture_status>.*<\/respon>$/);
  });

  it("has with wrong-signature a different one, and is otherwise equal", async () => {
    const merchant = await start();
    await merchant.pay();
    const items = [await merchant.item()];
    await merchant.control("tape", { entries: [{ fault: "wrong-signature" }] });
    const { bytes } = await askCapture(merchant, items);
    const { encryption_data: signature, return_status: status } = JSON.parse(bytes.toString());
    const right = signBatch({ merchant_id: MERCHANT, account_id: ACCOUNT }, [items[0]?.transaction_id], KEY);
    expect([status, signature]).toEqual(["1", expect.stringMatching(/^[0-9a-f]{64}$/)]);
    expect(signature).not.toBe(right);
  });
});

it("every fault is tested here, with the notifications, or with the hosted page", () => {
  const elsewhere = [
    "hang",
    "hang-after-apply",
    "stall-body",
    "slow-bytes",
    "wrong-signature",
    "missing-item",
    "double-item",
    "extra-item",
    "reordered-items",
    "foreign-address",
    "script-address",
    "two-forms",
    "duplicate-notify",
    "late-notify",
    "lost-notify",
    "lying-notify",
    "reorder",
  ];
  expect([...Object.keys(TABLE), ...elsewhere].sort()).toEqual([...faultNames].sort());
  expect(drawn.filter((name) => !faultNames.includes(name))).toEqual([]);
});

it("every fault and every setting is in the guide", async () => {
  const guide = readFileSync(join(__dirname, "../../../docs/simulator.md"), "utf8");
  const { settings } = await (await start()).read<{ settings: object }>("state");
  const missing = [...faultNames, ...Object.keys(settings)].filter((name) => !guide.includes(`\`${name}\``));
  expect(missing).toEqual([]);
});

describe("the fault script", () => {
  it("gives each request the first matching entry", async () => {
    const merchant = await start();
    await merchant.control("tape", {
      entries: [
        { operation: "capture", fault: "drop-before" },
        { order_no: "order-2", fault: "5xx-before", status: 502 },
        { fault: "none" },
        { operation: "any", fault: "5xx-before", status: 503 },
      ],
    });
    const status = async (orderNo: string): Promise<number | null> =>
      (await askAuthorise(merchant, undefined, { order_no: orderNo })).status;

    expect([await status("order-1"), await status("order-2"), await status("order-3")]).toEqual([200, 502, 503]);
    expect(await merchant.read("tape")).toEqual({
      entries: [{ id: 1, operation: "capture", fault: "drop-before", left: 1 }],
    });
  });

  it("matches the order numbers of batches, and of queries by any ID", async () => {
    const merchant = await start();
    await merchant.pay();
    const { transaction_id: id } = await merchant.transaction();
    const entry = { order_no: "order-1", fault: "5xx-before" };
    await merchant.control("tape", { entries: [entry, entry, entry] });
    const body = { trades: id, merchant_id: MERCHANT };
    const statuses = [
      (await askCapture(merchant, [{ transaction_id: id, order_no: "order-1" }])).status,
      (await ask(`${merchant.url}/v1/retrievalTrans`, { orders: "order-9,order-1" })).status,
      (await ask(`${merchant.url}/v1/retrievalTrans`, body)).status,
    ];
    expect([statuses, (await merchant.read<{ entries: [] }>("tape")).entries]).toEqual([[500, 500, 500], []]);
  });

  it("lists the armed entries with their parameters, and removes one or all", async () => {
    const merchant = await start();
    const entries = [
      { fault: "delay", ms: 7, also: { fault: "late-notify", ms: 9 }, count: 3 },
      { operation: "refund", fault: "lying-notify", overrides: { amount: 1 }, signed: false },
    ];
    const armed = await merchant.control<{ entries: unknown[] }>("tape", { entries });
    expect(armed).toEqual({
      armed: 2,
      ids: [1, 2],
      entries: [
        { id: 1, operation: "any", fault: "delay", ms: 7, also: { fault: "late-notify", ms: 9 }, left: 3 },
        { id: 2, operation: "refund", fault: "lying-notify", overrides: { amount: "1" }, signed: false, left: 1 },
      ],
    });
    expect(await merchant.control("disarm", { id: 1 })).toEqual({ entries: [armed.entries[1]] });
    await fetch(`${merchant.url}/_control/tape`, { method: "DELETE" });
    expect(await merchant.read("tape")).toEqual({ entries: [] });
  });

  it.each([
    [{ entries: [] }, "entries is a list"],
    [{ entries: [{ fault: "none" }, { fault: "flood" }] }, "entry 2: fault is one of"],
    [{ entries: [{ fault: "delay", times: 2 }] }, "times is no parameter of delay"],
    [{ entries: [{ fault: "delay", ms: -1 }] }, "ms is a whole number"],
    [{ entries: [{ fault: "5xx-before", status: 200 }] }, "status is 500, 502, 503 or 504"],
    [{ entries: [{ fault: "html", operation: "explode" }] }, "operation is one of"],
    [{ entries: [{ fault: "html", operation: "page" }] }, "page takes faults of notifications alone"],
    [{ entries: [{ fault: "html", also: { fault: "empty" } }] }, "also is a fault of the notifications"],
    [{ entries: [{ fault: "html", order_no: 5 }] }, "order_no is a text"],
    [{ entries: [{ fault: "html", count: 0 }] }, "count is a whole number"],
    [{ random: { length: 0, rate: 0.5 } }, "length is a whole number"],
    [{ random: { length: 5, rate: 2 } }, "rate is a number from 0 to 1"],
  ])("refuses %j and arms nothing", async (body, sentence) => {
    const merchant = await start();
    const answer = await fetch(`${merchant.url}/_control/tape`, { method: "POST", body: JSON.stringify(body) });
    expect([answer.status, await jsonOf(answer)]).toEqual([400, { error: expect.stringContaining(sentence) }]);
    expect(await merchant.read("tape")).toEqual({ entries: [] });
  });
});
