import { createServer } from "node:net";
import { createRedirectForms } from "../redirect-forms";
import type { AuthoriseRequest } from "../../model/payment-request";
import { createCurrency, createMoney } from "../../model/money";
import { accountWith } from "../../__tests__/fixtures";
import type { Reply } from "../../__tests__/scripted-gateway";
import { gateway, portOf, request, text, withClient } from "../../__tests__/scripted-gateway";

/** The requests that the customer's browser makes for us, and the hosted page requested by the server. */
const asked: AuthoriseRequest = { ...request, instrument: { kind: "checkout", save: false } };
const addresses = { returnUrl: "https://api.shop.example/r/t1", notifyUrl: "https://api.shop.example/n/main" };
const redirectFormsOf = (redirectForm: object = {}, account: object = {}) =>
  createRedirectForms(accountWith({ ...account, profile: { redirect: redirectForm } }));
const ADDED = "return_url=https%3A%2F%2Fapi.shop.example%2Fr%2Ft1&notify_url=https%3A%2F%2Fapi.shop.example%2Fn%2Fmain";

test("the browser's checkout form is posted below the gateway's base URL", () => {
  const redirectForm = redirectFormsOf({}, { baseUrl: "https://gateway.example/api/" }).checkout(asked);
  expect(redirectForm).toMatchObject({ method: "post", url: "https://gateway.example/api/v1/checkout" });
  const names = redirectForm.fields.map(([name]) => name);
  expect(names).toEqual(expect.arrayContaining(["amount", "return_url", "cancel_url", "encryption_data"]));
});

test("an amount that cannot be encoded gives no form", () => {
  const exact = createMoney(1_001n, createCurrency("KWD"));
  expect(() => redirectFormsOf().checkout({ ...asked, money: exact, breakdown: null, items: [] })).toThrow();
});

test.each([
  [{}, "post", `https://bank.example/3ds?${ADDED}`, 0],
  [{ parameters: "body" }, "post", "https://bank.example/3ds", 2],
  [{ parameters: "none" }, "post", "https://bank.example/3ds", 0],
  [{ issuer: "browser-get" }, "get", `https://bank.example/3ds?${ADDED}`, 0],
  [{ issuer: "browser-get", parameters: "none" }, "get", "https://bank.example/3ds", 0],
  [{ issuer: "server-follow", followHosts: ["bank.example"] }, "get", `https://bank.example/3ds?${ADDED}`, 0],
])("with %j the customer goes to the issuer by %s %s", (profile, method, url, fields) => {
  const redirectForm = redirectFormsOf(profile).issuer("https://bank.example/3ds", addresses);
  expect(redirectForm).toMatchObject({ method, url });
  expect(redirectForm?.fields).toHaveLength(fields);
});

test("existing parameters of the issuer's address keep their spelling", () => {
  expect(redirectFormsOf().issuer("https://bank.example/3ds?id=a%20b+c&sig=%2f", addresses)?.url).toBe(
    `https://bank.example/3ds?id=a%20b+c&sig=%2f&${ADDED}`,
  );
});

test.each([
  "http://bank.example/3ds",
  "https://user:secret@bank.example/3ds",
  "https://user@bank.example/3ds",
  "javascript:alert(1)",
  "//bank.example/3ds",
  "/3ds",
  "https:bank.example",
  "https://bank.example\\@evil.example/",
  "https://bank.example/\n",
  `https://bank.example/${"x".repeat(8_000)}`,
  "",
])("the issuer address %j is not used", (address) => {
  expect(redirectFormsOf().issuer(address, addresses)).toBeNull();
});

test("a loopback issuer may use http", () => {
  expect(redirectFormsOf({ parameters: "none" }).issuer("http://127.0.0.1:9/3ds", addresses)?.url).toBe(
    "http://127.0.0.1:9/3ds",
  );
});

test("a GET has no body for the parameters", () => {
  expect(() => redirectFormsOf({ issuer: "browser-get", parameters: "body" })).toThrow(
    /redirect\.parameters" must be "query" or "none"/,
  );
  expect(() => redirectFormsOf({ followHosts: ["https://bank.example"] })).toThrow(/followHosts/);
});

const page = (form: string): Reply => text(form, 200, "text/html");
const FORM = '<form method="post" action="/pay"><input type="hidden" name="a" value="1"></form>';

test("the hosted page is requested with the same fields, and its form is returned", async () => {
  gateway.reply = page(FORM);
  const outcome = await withClient(({ writes }) => writes.openCheckout(asked));
  expect(outcome).toMatchObject({ kind: "opened", redirectForm: { method: "post", fields: [["a", "1"]] } });
  expect(gateway.received[0]).toMatchObject({ path: "/v1/checkout", type: "application/json" });
  const sent: Record<string, unknown> = JSON.parse(gateway.received[0]?.body ?? "{}");
  const own = await withClient(({ redirectForms }) => Promise.resolve(redirectForms.checkout(asked)));
  expect(sent).toEqual(Object.fromEntries(own.fields));
});

test("the page is requested in the profile's encoding", async () => {
  gateway.reply = page(FORM);
  await withClient(({ writes }) => writes.openCheckout(asked), { encoding: { checkout: "form" } });
  expect(gateway.received[0]?.type).toBe("application/x-www-form-urlencoded");
  expect(new URLSearchParams(gateway.received[0]?.body).get("amount")).toBe("10.00");
});

test("a GET form becomes a link, as in a browser", async () => {
  gateway.reply = page('<form action="https://pay.example/go?old=1"><input name="a b" value="1&amp;2"></form>');
  expect(await withClient(({ writes }) => writes.openCheckout(asked))).toEqual({
    kind: "opened",
    redirectForm: { method: "get", url: "https://pay.example/go?a+b=1%262", fields: [] },
  });
});

test.each([
  ["HTTP 400", text("", 400), "declined", "http_400"],
  ["HTTP 404", text("", 404), "declined", "http_404"],
  ["HTTP 500", text("", 500), "unknown", "http_500"],
  ["a redirect", text("", 302), "unknown", "http_302"],
  ["XML", text("<respon><order_status>0</order_status></respon>"), "unknown", "unreadable"],
  ["two forms", page(FORM + FORM), "unknown", "unreadable"],
  ["a script as action", page('<form action="javascript:alert(1)"></form>'), "unknown", "unreadable"],
  ["a protocol-relative action", page('<form action="//evil.example/"></form>'), "unknown", "unreadable"],
  ["a base element", page(`<base href="https://evil.example/">${FORM}`), "unknown", "unreadable"],
  ["5,000 inputs", page(`<form action="/x">${"<input name=a>".repeat(5_000)}</form>`), "unknown", "unreadable"],
  ["nothing at all", (req) => req.socket.destroy(), "unknown", "lost"],
] as const satisfies readonly (readonly [string, Reply, string, string])[])(
  "a checkout response with %s is not a page",
  async (_name, reply, kind, code) => {
    gateway.reply = reply;
    expect(await withClient(({ writes }) => writes.openCheckout(asked))).toMatchObject({ kind, reason: { code } });
  },
);

test("a checkout that was not sent is not_sent", async () => {
  const closed = await new Promise<number>((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const port = portOf(probe);
      probe.close(() => resolve(port));
    });
  });
  const nowhere = `http://127.0.0.1:${String(closed)}`;
  expect((await withClient(({ writes }) => writes.openCheckout(asked), {}, nowhere)).kind).toBe("not_sent");
  const inexact = { ...asked, money: createMoney(1_001n, createCurrency("KWD")), breakdown: null, items: [] };
  expect((await withClient(({ writes }) => writes.openCheckout(inexact))).kind).toBe("not_sent");
});
