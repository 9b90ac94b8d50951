import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSimulator } from "..";
import { closeAll, payment, start } from "./harness";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "simulator-"));
});
afterEach(async () => {
  await closeAll();
  rmSync(folder, { recursive: true });
});

describe("the data file", () => {
  it("keeps transactions, captures, refunds and counts over a restart", async () => {
    const dataFile = join(folder, "new", "books.json");
    const first = await start({ dataFile });
    await first.pay();
    await first.batch("capture", [await first.item({ amount: "30.00" })]);
    await first.batch("refund", [await first.item({ refund_amount: "10.00", refund_reason: "op-1" })]);
    const before = await first.state();
    await first.stop();

    const second = await start({ dataFile });

    expect(await second.state()).toMatchObject({ effects: before.effects, transactions: before.transactions });
    expect(await second.pay()).toMatchObject({ result_info: "I0061:Duplicate order number" });
  });

  it("of an earlier version without tokens is read", async () => {
    const dataFile = join(folder, "books.json");
    const transaction = {
      transaction_id: "18000000000000000001",
      order_no: "order-1",
      amount: "10000",
      currency: "EUR",
      card_mask: "411111******1111",
      notify_url: null,
      created_at: "2030-01-01T00:00:00.000Z",
      state: "authorised",
      result_info: "0000:Success",
      risk_action: "ACCEPT",
      risk_score: "12",
      captures: [],
      refunds: [],
      notifications: [],
    };
    const effects = { authorise: 1, capture: 0, cancel: 0, refund: 0 };
    writeFileSync(dataFile, JSON.stringify({ counter: 1, effects, transactions: [transaction] }));

    const merchant = await start({ dataFile });
    await merchant.batch("capture", [await merchant.item()]);

    expect(await merchant.state()).toMatchObject({
      effects: { authorise: 1, capture: 1, checkout: 0, apm: 0 },
      transactions: [{ mode: "card", ordered: "100.00", captured: "100.00", effects: { capture: 1 } }],
    });
  });

  it("contains only the card's mask", async () => {
    const dataFile = join(folder, "books.json");
    const merchant = await start({ dataFile });
    await merchant.pay({ shopper_phone: payment.card, shopper_email: `${payment.card}@example.test` });
    const text = readFileSync(dataFile, "utf8");
    expect(text).toContain("411111******1111");
    expect(text).not.toContain(payment.card);
  });

  it("is written completely: no partial file remains beside it", async () => {
    const dataFile = join(folder, "books.json");
    const merchant = await start({ dataFile });
    await merchant.pay();
    expect(readdirSync(folder)).toEqual(["books.json"]);
    expect(JSON.parse(readFileSync(dataFile, "utf8"))).toMatchObject({ transactions: [{ order_no: "order-1" }] });
  });

  it.each(["{", "[]", `{"name":"something else"}`])(
    "that contains %s stops the start with a message",
    async (content) => {
      const dataFile = join(folder, "books.json");
      writeFileSync(dataFile, content);
      const started = startSimulator({ merchantId: "1", accountId: "2", signingKeys: ["k"], dataFile });
      await expect(started).rejects.toThrow(`${dataFile} is not a file of the simulator`);
    },
  );
});

it("transaction IDs differ between starts without a file, and after a reset", async () => {
  let now = Date.parse("2030-01-01T00:00:00Z");
  const clock = (): Date => new Date((now += 1));
  const first = await start({ clock });
  const numbers = [(await first.pay()).transaction_id];
  await first.control("reset");
  numbers.push((await first.pay()).transaction_id);
  const second = await start({ clock });
  numbers.push((await second.pay()).transaction_id);
  expect(new Set(numbers).size).toBe(3);
});

it("a simulator without a signing key does not start", async () => {
  const started = startSimulator({ merchantId: "1", accountId: "2", signingKeys: [] });
  await expect(started).rejects.toThrow("signingKeys is empty");
});
