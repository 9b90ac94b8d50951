import type { AuthenticatedMedusaRequest } from "@medusajs/framework/http";
import { optionsWith } from "../../gateway/__tests__/fixtures";
import { parseOptions } from "../../options/options";
import { requestCustomer } from "../request-customer";

/** Who a request comes from: the address decides about card-testing limits, so customers must not be able to choose it. */
interface Sent {
  readonly trustedProxies?: number;
  readonly socket?: string | undefined;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly auth?: { readonly actor_type: string; readonly actor_id: string };
}

function customerOf({ trustedProxies = 0, socket, headers = {}, auth }: Sent) {
  const ledger = { options: parseOptions(optionsWith({}, { trustedProxies })) };
  return requestCustomer({
    scope: { resolve: () => ledger },
    socket: { remoteAddress: socket },
    headers,
    ...(auth && { auth_context: auth }),
  } as unknown as AuthenticatedMedusaRequest);
}

const PROXY = "10.0.0.1";
const forwarded = (value: string | readonly string[]) => ({ "x-forwarded-for": value });

test.each([
  ["without a proxy, the socket counts", 0, {}, "10.0.0.1"],
  ["without a trusted proxy, the header counts for nothing", 0, forwarded("6.6.6.6"), "10.0.0.1"],
  ["one proxy appends the address that it saw", 1, forwarded("203.0.113.7"), "203.0.113.7"],
  ["what the customer sent before it is forged", 1, forwarded("6.6.6.6, 203.0.113.7"), "203.0.113.7"],
  ["two proxies append two addresses", 2, forwarded("203.0.113.7, 10.0.0.2"), "203.0.113.7"],
  ["a long forged chain changes nothing", 2, forwarded("1.1.1.1,2.2.2.2, 203.0.113.7 , 10.0.0.2"), "203.0.113.7"],
  ["a forged header of its own line changes nothing", 1, forwarded(["6.6.6.6", "203.0.113.7"]), "203.0.113.7"],
  ["a request past the outer proxy has the socket's address", 2, forwarded("6.6.6.6"), "10.0.0.1"],
  ["a proxy that sends no header leaves the socket", 1, {}, "10.0.0.1"],
  ["an empty header leaves the socket", 1, forwarded(""), "10.0.0.1"],
  ["an empty entry leaves the socket", 1, forwarded("6.6.6.6, "), "10.0.0.1"],
  ["IPv6 behind a proxy stays as it is", 1, forwarded("2001:db8::7"), "2001:db8::7"],
  ["a port is no part of an address", 1, forwarded("203.0.113.7:51234"), "203.0.113.7"],
  ["nor of an IPv6 address", 1, forwarded("[2001:db8::7]:443"), "2001:db8::7"],
  ["brackets without a port are none either", 1, forwarded("[2001:db8::7]"), "2001:db8::7"],
  ["IPv4 in IPv6 in capitals is IPv4", 1, forwarded("::FFFF:203.0.113.7"), "203.0.113.7"],
  ["IPv4 in IPv6 is IPv4", 1, forwarded("::ffff:203.0.113.7"), "203.0.113.7"],
])("%s", (_what, trustedProxies, headers, ip) => {
  expect(customerOf({ trustedProxies, socket: PROXY, headers }).ip).toBe(ip);
});

test.each([
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["2001:db8::ffff:7", "2001:db8::ffff:7"],
  ["fe80::1", "fe80::1"],
  [undefined, null],
])("a socket's address %j is %j", (socket, ip) => {
  expect(customerOf({ socket }).ip).toBe(ip);
});

test("an entry longer than any address is cut off", () => {
  const longest = "0000:0000:0000:0000:0000:ffff:255.255.255.255";
  expect(customerOf({ trustedProxies: 1, headers: forwarded(longest) }).ip).toBe(longest);
  expect(customerOf({ trustedProxies: 1, headers: forwarded("f".repeat(8_000)) }).ip).toHaveLength(longest.length);
});

test.each([
  [0, {}, false],
  [0, forwarded("203.0.113.7"), true],
  [1, forwarded("203.0.113.7"), false],
])("with %j trusted proxies and the headers %j, an unknown proxy is suspected: %j", (trustedProxies, headers, isIt) => {
  expect(customerOf({ trustedProxies, socket: PROXY, headers }).isBehindUnknownProxy).toBe(isIt);
});

test.each([
  ["a customer who is logged in", { actor_type: "customer", actor_id: "cus_1" }, "cus_1"],
  ["a dashboard user is no customer", { actor_type: "user", actor_id: "user_1" }, null],
  ["an API key is no customer", { actor_type: "api-key", actor_id: "apk_1" }, null],
  ["a guest", undefined, null],
])("%s", (_who, auth, customerId) => {
  expect(customerOf({ ...(auth && { auth }) }).customerId).toBe(customerId);
});

test("browser headers are passed on, or null", () => {
  expect(customerOf({ headers: { "user-agent": "Browser", accept: "*/*" } })).toMatchObject({
    userAgent: "Browser",
    accept: "*/*",
  });
  expect(customerOf({})).toMatchObject({ userAgent: null, accept: null });
});
