import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Merchant, Row } from "../../__tests__/harness";
import { closeAll, payment, start, startInbox } from "../../__tests__/harness";
import { pressAt } from "../../__tests__/customer";

afterEach(closeAll);

interface Tokens {
  readonly tokens: { token: string; mask: string; brand: string; expiry: string; revoked: boolean }[];
}

const { card: _card, expiration_month: _month, expiration_year: _year, security_code: _code, ...person } = payment;

/** Saves a card and returns its token. */
const keep = async (merchant: Merchant): Promise<string> =>
  (await merchant.pay({ order_no: "keep", token_flag: "YES" })).token_id ?? "";

const payBy = (merchant: Merchant, token: string, fields: Row = {}): Promise<Row> =>
  merchant.result({ ...person, token_id: token, ...fields });

describe("a card saved by the customer", () => {
  it("has a token in the response, and is listed with mask, brand and expiry", async () => {
    const merchant = await start();
    const token = await keep(merchant);
    expect(token).toMatch(/^tok_[a-p]{32}$/);
    expect(await merchant.read<Tokens>("tokens")).toMatchObject({
      tokens: [{ token, mask: "411111******1111", brand: "visa", expiry: "2039-12", revoked: false }],
    });
  });

  it.each([
    ["that was declined", { card: "4000000000000002", token_flag: "YES" }],
    ["whose customer did not ask", { token_flag: "NO" }],
  ])("is not one %s", async (_what, fields) => {
    const merchant = await start();
    expect(await merchant.pay(fields)).toMatchObject({ token_id: "" });
    expect(await merchant.read<Tokens>("tokens")).toEqual({ tokens: [] });
  });

  it("pays again, with its mask in the response", async () => {
    const merchant = await start();
    const answer = await payBy(merchant, await keep(merchant), { security_code: "123" });
    expect(answer).toMatchObject({ order_status: "1", card: "411111******1111" });
    expect(await merchant.transaction()).toMatchObject({ mode: "token", state: "authorised" });
    expect((await merchant.state()).effects_by_order["order-1"]).toEqual({ authorise: 1 });
  });

  it("behaves like its test card: challenge, amount and expiry", async () => {
    let now = new Date("2030-01-01T00:00:00Z");
    const merchant = await start({ clock: () => now });
    const inbox = await startInbox();
    const { issuer_url: first = "" } = await merchant.pay({
      card: "4000000000003063",
      open3d: "do3DS",
      token_flag: "YES",
      notify_url: inbox.url,
    });
    await pressAt(first, "approve");
    await merchant.idle();
    const token = inbox.received[0]?.token_id ?? "";

    const asked = await payBy(merchant, token, { order_no: "order-2", open3d: "do3DS" });
    const declined = await payBy(merchant, token, { order_no: "order-3", amount: "20.51" });
    now = new Date("2041-01-01T00:00:00Z");
    const expired = await payBy(merchant, token, { order_no: "order-4" });

    expect(asked.issuer_url).toContain("/sandbox/challenge/");
    expect([declined.result_info, expired.result_info]).toEqual(["0051:Insufficient funds", "0054:Expired card"]);
  });

  it("can no longer pay once it is revoked, nor can an unknown token", async () => {
    const merchant = await start();
    const token = await keep(merchant);
    await merchant.control("revoke-token", { token_id: token });
    for (const refused of [await payBy(merchant, token), await payBy(merchant, "tok_never")]) {
      expect(refused).toMatchObject({ order_status: "0", result_info: "I0071:Token is not valid" });
    }
    expect((await merchant.state()).transactions).toHaveLength(1);
    const unknown = await fetch(`${merchant.url}/_control/revoke-token`, { method: "POST", body: "{}" });
    expect(unknown.status).toBe(404);
  });

  it("leaves no number in any file or response, and survives a restart", async () => {
    const folder = mkdtempSync(join(tmpdir(), "simulator-"));
    const dataFile = join(folder, "books.json");
    // A fixed clock fixes the transaction numbers; the tokens are random letters.
    const first = await start({ dataFile, clock: () => new Date("2030-01-01T00:00:00Z") });
    const token = await keep(first);
    const kept = readFileSync(dataFile, "utf8") + JSON.stringify(await first.state());
    await first.stop();
    const second = await start({ dataFile });
    const answer = await payBy(second, token);
    rmSync(folder, { recursive: true });

    expect(kept).not.toContain("4111111111111111");
    expect(kept).not.toMatch(/"security_code"|"card":/);
    expect(answer).toMatchObject({ order_status: "1" });
  });
});
