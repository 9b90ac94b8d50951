import { amountScenarios, testCards } from "../..";
import { closeAll, start } from "../../__tests__/harness";

afterEach(closeAll);

const numberOf = (label: RegExp): string => testCards.find((card) => label.test(card.label))?.number ?? "";

describe("every test card", () => {
  it("has its own number with a valid check digit", () => {
    const sumOf = (digits: string): number =>
      [...digits].reverse().reduce((sum, digit, at) => {
        const value = Number(digit) * (at % 2 === 0 ? 1 : 2);
        return sum + (value > 9 ? value - 9 : value);
      }, 0);
    expect(testCards.filter(({ number }) => sumOf(number) % 10 !== 0)).toEqual([]);
    expect(new Set(testCards.map(({ number }) => number)).size).toBe(testCards.length);
  });

  it.each([
    ["declined by the bank", "0", "0005"],
    ["not enough money", "0", "0051"],
    ["card expired", "0", "0054"],
    ["wrong security code", "0", "0082"],
    ["risk check", "0", "R0001"],
    ["pending", "-1", "T0002"],
    ["held for review", "-1", "T0002"],
    ["system error", "0", "S0001"],
    ["unknown status", "7", "9876"],
  ])("of the kind '%s' returns order_status %s, code %s, and moves no money", async (label, status, code) => {
    const merchant = await start();

    const result = await merchant.pay({ card: numberOf(new RegExp(label)) });

    expect([result.order_status, result.result_info?.split(":")[0]]).toEqual([status, code]);
    expect((await merchant.state()).effects.authorise).toBe(0);
  });

  it("that is held for review is reported so", async () => {
    const merchant = await start();
    expect(await merchant.pay({ card: numberOf(/review/) })).toMatchObject({ risk_action: "REVIEW" });
  });
});

describe("a lost response", () => {
  it("before the gateway received the payment leaves nothing", async () => {
    const merchant = await start();
    await expect(merchant.authorise({ card: numberOf(/before/) })).rejects.toThrow("fetch failed");
    expect(await merchant.state()).toMatchObject({ effects: { authorise: 0 }, transactions: [] });
  });

  it("after the approval leaves an authorised payment", async () => {
    const merchant = await start();
    await expect(merchant.authorise({ card: "4000000000000259" })).rejects.toThrow("fetch failed");
    expect(await merchant.state()).toMatchObject({
      effects: { authorise: 1 },
      transactions: [{ state: "authorised" }],
    });
  });

  it("as an HTTP 500 leaves an authorised payment", async () => {
    const merchant = await start();
    expect((await merchant.authorise({ card: numberOf(/HTTP 500/) })).status).toBe(500);
    expect(await merchant.transaction()).toMatchObject({ state: "authorised" });
  });
});

describe("the cents of an amount", () => {
  it.each([
    ["51", "declined"],
    ["54", "pending"],
    ["55", "unmapped"],
  ])("of .%s make the payment %s", async (cents, state) => {
    const merchant = await start();
    await merchant.pay({ amount: `20.${cents}` });
    expect((await merchant.transaction()).state).toBe(state);
  });

  it.each([
    ["52", []],
    ["53", ["authorised"]],
  ])("of .%s lose the response and leave %j", async (cents, states) => {
    const merchant = await start();
    await expect(merchant.authorise({ amount: `20.${cents}` })).rejects.toThrow("fetch failed");
    expect((await merchant.state()).transactions.map(({ state }) => state)).toEqual(states);
  });

  it("are all in the exported table", () => {
    expect(amountScenarios.map(({ cents }) => cents)).toEqual([51, 52, 53, 54, 55]);
  });
});
