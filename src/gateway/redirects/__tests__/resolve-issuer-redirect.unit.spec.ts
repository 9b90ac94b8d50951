import { createServer } from "node:http";
import type { RequestListener } from "node:http";
import { resolveIssuerRedirect } from "../resolve-issuer-redirect";
import { createRedirectForms } from "../redirect-forms";
import type { RedirectForm } from "../../model/payment-request";
import { publicAddressLookup } from "../ssrf-guard";
import { accountWith } from "../../__tests__/fixtures";
import { portOf } from "../../__tests__/scripted-gateway";

/** Following an issuer's address: one request, to a listed host at a checked address, and no redirect followed. */
const followHosts = (host: string) => ({ redirect: { issuer: "server-follow", followHosts: [host] } });
const LOOPBACK_BASE = "http://127.0.0.1:1";
/** How long a host that answers may take on a busy machine. */
const PATIENT_MS = 10_000;

interface Followed {
  readonly redirectForm: RedirectForm | null;
  readonly requests: string[];
}

async function follow(
  script: RequestListener,
  {
    baseUrl = LOOPBACK_BASE,
    profile,
    method = "get",
    waitMs = PATIENT_MS,
  }: { baseUrl?: string; profile?: object; method?: "get" | "post"; waitMs?: number } = {},
): Promise<Followed> {
  const requests: string[] = [];
  const server = createServer((req, res) => {
    requests.push(`${req.method ?? ""} ${req.url ?? ""}`);
    script(req, res);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${String(portOf(server))}`;
  const account = accountWith({
    baseUrl,
    profile: {
      timeouts: { connectMs: waitMs, authoriseMs: waitMs, otherMs: waitMs },
      ...(profile ?? followHosts(host)),
    },
  });
  try {
    return {
      redirectForm: await resolveIssuerRedirect(account, { method, url: `http://${host}/3ds?id=1`, fields: [] }),
      requests,
    };
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

const redirect =
  (location: string, status = 302): RequestListener =>
  (_req, res) => {
    res.writeHead(status, { location }).end("x".repeat(100_000));
  };

test.each([301, 302, 303, 307, 308])(
  "HTTP %i with an https address is the target, and is not followed",
  async (status) => {
    const { redirectForm, requests } = await follow(redirect("https://bank.example/challenge?x=1", status));
    expect(redirectForm).toEqual({ method: "get", url: "https://bank.example/challenge?x=1", fields: [] });
    expect(requests).toEqual(["GET /3ds?id=1"]);
  },
);

test("a host name is connected at the addresses that were checked", async () => {
  const server = createServer(redirect("https://bank.example/challenge"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `localhost:${String(portOf(server))}`;
  const account = accountWith({ baseUrl: LOOPBACK_BASE, profile: followHosts(host) });
  const redirectForm = await createRedirectForms(account).follow({ method: "get", url: `http://${host}/`, fields: [] });
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  expect(redirectForm?.url).toBe("https://bank.example/challenge");
});

test("a loopback gateway may redirect to a loopback page", async () => {
  expect((await follow(redirect("http://127.0.0.1:9/challenge"))).redirectForm?.url).toBe(
    "http://127.0.0.1:9/challenge",
  );
});

test.each([
  "/challenge",
  "//bank.example/x",
  "http://bank.example/",
  "javascript:alert(1)",
  "https://a:b@bank.example/",
])("a redirect to %s is refused", async (location) => {
  expect((await follow(redirect(location))).redirectForm).toBeNull();
});

test.each<[string, RequestListener, number]>([
  ["a page", (_req, res) => res.end("<form></form>"), PATIENT_MS],
  ["an error", (_req, res) => res.writeHead(500, { location: "https://bank.example/" }).end(), PATIENT_MS],
  ["a redirect without an address", (_req, res) => res.writeHead(302).end(), PATIENT_MS],
  ["a closed connection", (req) => req.socket.destroy(), PATIENT_MS],
  ["silence", () => undefined, 300],
])("%s is refused", async (_name, script, waitMs) => {
  const { redirectForm, requests } = await follow(script, { waitMs });
  expect([redirectForm, requests.length]).toEqual([null, 1]);
});

test.each([
  ["the profile does not say so", { redirect: { issuer: "browser-post", followHosts: ["127.0.0.1"] } }, undefined],
  ["its host is not listed", followHosts("bank.example"), undefined],
  ["its port is not listed", followHosts("127.0.0.1"), undefined],
  ["it is loopback and the gateway is not", undefined, "https://gateway.example"],
])("an address is not requested when %s", async (_name, profile, baseUrl) => {
  const { redirectForm, requests } = await follow(redirect("https://bank.example/"), {
    ...(profile && { profile }),
    ...(baseUrl !== undefined && { baseUrl }),
  });
  expect([redirectForm, requests]).toEqual([null, []]);
});

test("a form is not followed", async () => {
  const { redirectForm, requests } = await follow(redirect("https://bank.example/"), { method: "post" });
  expect([redirectForm, requests]).toEqual([null, []]);
});

test("a forbidden address is not followed", async () => {
  const account = accountWith({ baseUrl: LOOPBACK_BASE, profile: followHosts("bank.example") });
  expect(await resolveIssuerRedirect(account, { method: "get", url: "http://bank.example/", fields: [] })).toBeNull();
});

const resolving = (...addresses: string[]) => ({
  allowLoopback: false,
  timeoutMs: 5_000,
  lookup: () => Promise.resolve(addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }))),
});

test.each([
  "10.1.2.3",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.0.1",
  "169.254.169.254",
  "100.64.0.1",
  "127.0.0.1",
  "0.0.0.0",
  "198.18.0.1",
  "224.0.0.1",
  "255.255.255.255",
  "::1",
  "::",
  "::ffff:10.0.0.1",
  "::ffff:8.8.8.8",
  "64:ff9b::a00:1",
  "fc00::1",
  "fd12::1",
  "fe80::1",
  "ff02::1",
  "2001:db8::1",
  "2002:a00:1::",
])("the address %s is not public", async (address) => {
  expect(await publicAddressLookup("bank.example", resolving(address))).toBeNull();
  expect(await publicAddressLookup("bank.example", resolving("8.8.8.8", address))).toBeNull();
});

test.each(["8.8.8.8", "172.32.0.1", "2606:4700::1111"])("the address %s is public", async (address) => {
  expect(await publicAddressLookup("bank.example", resolving(address))).toHaveLength(1);
});

test("loopback is allowed only if configured, and a host without an address never", async () => {
  const allowed = { ...resolving("127.0.0.1", "::1"), allowLoopback: true };
  expect(await publicAddressLookup("localhost", allowed)).toHaveLength(2);
  expect(await publicAddressLookup("x", { ...resolving("10.0.0.1"), allowLoopback: true })).toBeNull();
  expect(await publicAddressLookup("x", resolving())).toBeNull();
  const failing = { ...allowed, lookup: () => Promise.reject(new Error("ENOTFOUND")) };
  expect(await publicAddressLookup("x", failing)).toBeNull();
  expect(await publicAddressLookup("[::1]", { allowLoopback: true, timeoutMs: 5_000 })).toEqual([
    { address: "::1", family: 6 },
  ]);
});

test("a name server that does not respond in time gives no address", async () => {
  const silent = { ...resolving(), timeoutMs: 1, lookup: () => new Promise<never>(() => undefined) };
  expect(await publicAddressLookup("bank.example", silent)).toBeNull();
});
