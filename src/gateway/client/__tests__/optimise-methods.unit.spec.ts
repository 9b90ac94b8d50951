import { createCurrency, createMoney } from "../../model/money";
import { sign } from "../../signing/signing";
import { accountWith, KEY } from "../../__tests__/fixtures";
import type { Reply } from "../../__tests__/scripted-gateway";
import { gateway, json, money, text, withClient } from "../../__tests__/scripted-gateway";

/** The order of methods by the gateway: asked as a signed form, and worth nothing when in doubt. */
const ask = { money: money(1_000n), email: "ada@example.test" };
const rank = (optimise: object = {}, question = ask) =>
  withClient(({ queries }) => queries.rankMethods(question), { optimise: { enabled: true, ...optimise } });

test("it is off by default", async () => {
  expect(await rank({ enabled: false })).toBeNull();
  expect(gateway.received).toEqual([]);
});

test("the request is a signed form with a new request ID each time", async () => {
  gateway.reply = json({ payment_methods: ["ideal", "eps", "ideal"] });
  expect(await rank()).toEqual(["ideal", "eps"]);
  await rank();
  const [first, second] = gateway.received.map(({ body }) => Object.fromEntries(new URLSearchParams(body)));
  expect(gateway.received[0]).toMatchObject({ path: "/v1/optimise", type: "application/x-www-form-urlencoded" });
  expect(first).toMatchObject({ currency: "EUR", amount: "10.00", shopper_email: "ada@example.test" });
  expect(first?.request_id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(second?.request_id).not.toBe(first?.request_id);
  expect(first?.encryption_data).toBe(sign(accountWith().profile.signing, "optimise", first ?? {}, KEY));
});

test("the list may contain objects, with the profile's field names", async () => {
  gateway.reply = json({ methods: [{ code: "ideal", rate: 1 }, "eps"] });
  const names = { listField: "methods", nameField: "code", path: "/v1/rank" };
  expect(await rank(names)).toEqual(["ideal", "eps"]);
  expect(gateway.received[0]?.path).toBe("/v1/rank");
});

test.each<[string, Reply]>([
  ["an error", text("", 500)],
  ["a refusal", json({ return_status: "0" })],
  ["a list of lists", json({ payment_methods: [["ideal"], ["eps"]] })],
  ["objects without a name", json({ payment_methods: [{ code: "ideal" }] })],
  ["empty names", json({ payment_methods: [""] })],
  ["no list", json({ payment_methods: "ideal" })],
  ["a bare list", json(["ideal"])],
  ["far too many names", json({ payment_methods: Array.from({ length: 201 }, (_, index) => `m${String(index)}`) })],
  ["HTML", text("<!doctype html>")],
  ["a closed connection", (req) => req.socket.destroy()],
  ["silence", () => undefined],
])("a response that is %s sorts nothing", async (_name, reply) => {
  gateway.reply = reply;
  expect(await rank({ timeoutMs: 100 })).toBeNull();
});

test("an amount that cannot be encoded is not queried", async () => {
  expect(await rank({}, { ...ask, money: createMoney(1_001n, createCurrency("KWD")) })).toBeNull();
  expect(gateway.received).toEqual([]);
});
