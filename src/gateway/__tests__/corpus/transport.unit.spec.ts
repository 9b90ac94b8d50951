import { createServer } from "node:net";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { portOf, withClient } from "../scripted-gateway";
import type { OperationName } from "./operations";
import { operationNames, operations, truthAt } from "./operations";
import type { RawRequest } from "./raw-gateway";
import { chunked, http, rawGateway } from "./raw-gateway";
import { selfSigned } from "./self-signed";

/**
 * What can happen to a request between two machines, thrown at every request that
 * the client makes. A write is settled or declined by a clear answer alone, not
 * sent only when that is proven, and else unknown; a query has failed.
 */
type Words = Readonly<Record<OperationName, string>>;

const words = (write: string, query: string, more: Partial<Words> = {}): Words => ({
  authorise: write,
  checkout: write,
  capture: write,
  cancel: write,
  refund: write,
  review: write,
  payments: query,
  refunds: query,
  ...more,
});
const NOT_SENT = words("not_sent", "failed");
const UNKNOWN = words("unknown", "failed");
const WELL = words("settled", "answered");

/** As long as a busy machine needs; where the deadline is the point, a short one. */
const PATIENT = { connectMs: 10_000, authoriseMs: 10_000, otherMs: 10_000 };
const HASTY = { connectMs: 10_000, authoriseMs: 250, otherMs: 250 };

async function allAsk(url: string, timeouts: typeof PATIENT): Promise<Record<string, string>> {
  const asked = operationNames.map((name) =>
    withClient(operations[name].ask, { timeouts }, url).then((outcome) => [name, outcome] as const),
  );
  return Object.fromEntries(await Promise.all(asked));
}

type Script = (request: RawRequest & { readonly truth: string }) => void;

async function thrown(script: Script, timeouts = PATIENT, tls?: typeof selfSigned) {
  const gateway = await rawGateway((request) => script({ ...request, truth: truthAt(request.path) }), tls);
  try {
    return { outcomes: await allAsk(gateway.url, timeouts), requests: gateway.requests() };
  } finally {
    await gateway.close();
  }
}

const half = (text: string): string => text.slice(0, Math.floor(text.length / 2));
const bytes = (text: string | Buffer): number => Buffer.byteLength(text);
const CLOSE = "Connection: close";
const CHUNKED = "Transfer-Encoding: chunked";

describe("before the first byte of the request is written", () => {
  test("a refused connection", async () => {
    const probe = createServer();
    await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${String(portOf(probe))}`;
    await new Promise((resolve) => probe.close(resolve));
    expect(await allAsk(url, PATIENT)).toEqual(NOT_SENT);
  });

  test("a host name without an address", async () => {
    expect(await allAsk("https://gateway.invalid", PATIENT)).toEqual(NOT_SENT);
  });

  test("an untrusted certificate", async () => {
    const { outcomes, requests } = await thrown(({ socket, truth }) => socket.end(http(truth)), PATIENT, selfSigned);
    expect([outcomes, requests]).toEqual([NOT_SENT, 0]);
  });

  test("a connection that is never established", async () => {
    // Accepted by the machine, but its TLS never answers.
    const silent = createServer((socket) => socket.on("error", () => undefined).resume());
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const url = `https://127.0.0.1:${String(portOf(silent))}`;
    expect(await allAsk(url, { ...PATIENT, connectMs: 200 })).toEqual(NOT_SENT);
    await new Promise((resolve) => silent.close(resolve));
  });
});

const BY_THE_DEADLINE: readonly (readonly [string, Script])[] = [
  ["headers that never come", () => undefined],
  ["headers that stop half way", ({ socket }) => socket.write("HTTP/1.1 200 OK\r\nContent-Le")],
  [
    "a body that never comes",
    ({ socket, truth }) => socket.write(http("", 200, [`Content-Length: ${String(bytes(truth))}`])),
  ],
  [
    "a body that stalls half way",
    ({ socket, truth }) => socket.write(http(half(truth), 200, [`Content-Length: ${String(bytes(truth))}`])),
  ],
  ["one byte every 20 ms", ({ socket, truth }) => drip(socket, http(truth))],
];

const AFTER_THE_REQUEST: readonly (readonly [string, Script])[] = [
  ["a reset after the request was written", ({ socket }) => socket.resetAndDestroy()],
  ["an end without an answer", ({ socket }) => socket.end()],
  [
    "a body that ends half way",
    ({ socket, truth }) => socket.end(http(half(truth), 200, [`Content-Length: ${String(bytes(truth))}`])),
  ],
  [
    "a body that is reset half way",
    ({ socket, truth }) =>
      socket.write(http(half(truth), 200, [`Content-Length: ${String(bytes(truth))}`]), () => socket.resetAndDestroy()),
  ],
  ["chunks that end half way", ({ socket, truth }) => socket.end(http(chunked([half(truth)], ""), 200, [CHUNKED]))],
  ["chunks without the last one", ({ socket, truth }) => socket.end(http(chunked([truth], ""), 200, [CHUNKED]))],
  ["chunks of wrong sizes", ({ socket, truth }) => socket.end(http(`zz\r\n${truth}\r\n0\r\n\r\n`, 200, [CHUNKED]))],
  ["a body without a length that ends half way", ({ socket, truth }) => socket.end(http(half(truth), 200, [CLOSE]))],
  ["a length that is too long", ({ socket, truth }) => socket.end(http(truth, 200, ["Content-Length: 99999"]))],
  ["a length that is too short", ({ socket, truth }) => socket.end(http(truth, 200, ["Content-Length: 20"]))],
  ["a length that is none", ({ socket, truth }) => socket.end(http(truth, 200, ["Content-Length: many"]))],
  [
    "two lengths",
    ({ socket, truth }) =>
      socket.end(http(truth, 200, ["Content-Length: 20", `Content-Length: ${String(bytes(truth))}`])),
  ],
  ["64 KB of headers", ({ socket, truth }) => socket.end(http(truth, 200, [`X: ${"x".repeat(64 * 1024)}`]))],
  ["what is no HTTP", ({ socket, truth }) => socket.end(truth)],
  [
    "an unrequested 100 Continue",
    ({ socket, truth }) => socket.end(`HTTP/1.1 100 Continue\r\n\r\n${String(http(truth))}`),
  ],
  ["a switch of protocols", ({ socket }) => socket.end("HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\n")],
  ["10 MB", ({ socket }) => socket.end(http(Buffer.alloc(10 * 1024 * 1024, 32)))],
  ["10 MB in front of the truth", ({ socket, truth }) => socket.end(http(" ".repeat(10 * 1024 * 1024) + truth))],
  ["a gzip bomb", ({ socket }) => socket.end(http(BOMB, 200, ["Content-Encoding: gzip"]))],
  ["a gzip bomb that does not say so", ({ socket }) => socket.end(http(BOMB))],
  ["the truth in gzip", ({ socket, truth }) => socket.end(http(gzipSync(truth), 200, ["Content-Encoding: gzip"]))],
  [
    "the truth in Brotli",
    ({ socket, truth }) => socket.end(http(brotliCompressSync(truth), 200, ["Content-Encoding: br"])),
  ],
  ["200 and nothing", ({ socket }) => socket.end(http(""))],
  [
    "200 and a maintenance page",
    ({ socket }) => socket.end(http("<!doctype html><title>Back soon</title><p>Back soon", 200)),
  ],
  ["JSON where XML is due and the reverse", ({ socket, path, truth }) => socket.end(http(swapped(path, truth)))],
  ["ISO-8859-1", ({ socket, truth }) => socket.end(http(Buffer.from(withLetter(truth, "é"), "latin1")))],
  ["windows-1251", ({ socket, truth }) => socket.end(http(inWindows1251(truth)))],
  ["UTF-16", ({ socket, truth }) => socket.end(http(Buffer.from(`\ufeff${truth}`, "utf16le")))],
  ["UTF-16 without a mark", ({ socket, truth }) => socket.end(http(Buffer.from(truth, "utf16le")))],
  ["a NUL", ({ socket, truth }) => socket.end(http(`${truth}\0`))],
];

/** 32 MB of blanks in 32 KB. */
const BOMB = gzipSync(Buffer.alloc(32 * 1024 * 1024, 32));

function drip(socket: RawRequest["socket"], answer: Buffer): void {
  let at = 0;
  const timer = setInterval(() => {
    if (socket.destroyed || at >= answer.byteLength) return clearInterval(timer);
    socket.write(answer.subarray(at, (at += 1)));
  }, 20);
}

const swapped = (path: string, truth: string): string =>
  truth.startsWith("{")
    ? `<respon><path>${path}</path><return_status>1</return_status></respon>`
    : truthAt("/v1/capture");

/** A letter beyond ASCII in a value that nothing else depends on. */
const withLetter = (truth: string, letter: string): string =>
  truth
    .replace(":Success", `:${letter}`)
    .replace('"return_status":"1"', `"return_status":"1","return_message":"${letter}"`)
    .replace('value="1"', `value="${letter}"`);

/** Capital Zhe, 0xC6 there. */
const inWindows1251 = (truth: string): Buffer => Buffer.from(withLetter(truth, "\u00c6"), "latin1");

test.each(BY_THE_DEADLINE)("until the deadline: %s", async (_name, script) => {
  expect(await thrown(script, HASTY)).toEqual({ outcomes: UNKNOWN, requests: operationNames.length });
});

test.each(AFTER_THE_REQUEST)("after the request was written: %s", async (_name, script) => {
  const { outcomes, requests } = await thrown(script);
  expect(outcomes).toEqual(UNKNOWN);
  // Each was sent once; nothing is tried again by itself.
  expect(requests).toBe(operationNames.length);
});

const STATUSES: readonly (readonly [string, number, readonly string[], Words])[] = [
  ["500 after it was applied", 500, [], UNKNOWN],
  ["502 after it was applied", 502, [], UNKNOWN],
  ["503 after it was applied", 503, ["Retry-After: 0"], UNKNOWN],
  ["504 after it was applied", 504, [], UNKNOWN],
  ["429 with Retry-After", 429, ["Retry-After: 0"], UNKNOWN],
  ["429 without Retry-After", 429, [], UNKNOWN],
  ["201", 201, [], UNKNOWN],
  ["403", 403, [], UNKNOWN],
  ["408", 408, [], UNKNOWN],
  // The interface documents these two for payments: nothing was created. A body that speaks of a success contradicts that.
  ["400", 400, [], words("unknown", "failed", { authorise: "unknown", checkout: "declined" })],
  ["404", 404, [], words("unknown", "failed", { authorise: "unknown", checkout: "declined" })],
];

test.each(STATUSES)("HTTP %s, with any body", async (_name, status, headers, expected) => {
  const { outcomes, requests } = await thrown(({ socket, truth }) => socket.end(http(truth, status, headers)));
  expect([outcomes, requests]).toEqual([expected, operationNames.length]);
});

test.each([301, 302, 303, 307, 308])("a redirect to another host (%i) is not followed", async (status) => {
  const elsewhere = await rawGateway(({ socket, path }) => socket.end(http(truthAt(path))));
  const { outcomes, requests } = await thrown(({ socket, path, truth }) =>
    socket.end(http(truth, status, [`Location: ${elsewhere.url}${path}`])),
  );
  expect([outcomes, requests, elsewhere.requests()]).toEqual([UNKNOWN, operationNames.length, 0]);
  await elsewhere.close();
});

const WELL_ENOUGH: readonly (readonly [string, Script])[] = [
  ["the truth", ({ socket, truth }) => socket.end(http(truth))],
  ["UTF-8 with a byte order mark", ({ socket, truth }) => socket.end(http(`\ufeff${truth}`))],
  ["letters beyond ASCII in UTF-8", ({ socket, truth }) => socket.end(http(withLetter(truth, "é漢")))],
  [
    "another content type",
    ({ socket, truth }) => socket.end(http(truth, 200, ["Content-Type: text/plain; charset=x"])),
  ],
  ["one chunk for each byte", ({ socket, truth }) => socket.end(http(chunked(truth.split("")), 200, [CHUNKED]))],
  ["a body that ends with the connection", ({ socket, truth }) => socket.end(http(truth, 200, [CLOSE]))],
  ["early hints first", ({ socket, truth }) => socket.end(`HTTP/1.1 103 Early Hints\r\n\r\n${String(http(truth))}`)],
];

test.each(WELL_ENOUGH)("unusual but clear responses: %s", async (_name, script) => {
  expect((await thrown(script)).outcomes).toEqual(WELL);
});

test("a response without a length that may end at any byte is clear only if it is complete", async () => {
  for (const name of ["authorise", "capture", "payments"] as const) {
    const { truth, ask } = operations[name];
    const gateway = await rawGateway(({ socket, index }) => socket.end(http(truth.slice(0, index), 200, [CLOSE])));
    const outcomes = await withClient(
      async (client) => {
        const received: string[] = [];
        for (let length = 0; length <= truth.length; length += 1) received.push(await ask(client));
        return received;
      },
      { timeouts: PATIENT },
      gateway.url,
    );
    expect(outcomes.slice(0, -1).filter((outcome) => outcome === "settled" || outcome === "answered")).toEqual([]);
    expect(outcomes.at(-1)).toBe(name === "payments" ? "answered" : "settled");
    await gateway.close();
  }
});

describe("a reused connection", () => {
  const twice = async (answer: (request: RawRequest & { readonly truth: string }) => void) => {
    const gateway = await rawGateway((request) => answer({ ...request, truth: truthAt(request.path) }));
    const outcomes = await withClient(
      async (client) => {
        const first = await operations.capture.ask(client);
        // Whatever the server does with the connection after its answer has reached us by then.
        await operations.payments.ask(client).catch(() => "failed");
        return [first, await operations.refund.ask(client)];
      },
      { timeouts: PATIENT },
      gateway.url,
    );
    await gateway.close();
    return { outcomes, requests: gateway.requests() };
  };

  test("that the gateway closed while idle is replaced", async () => {
    const { outcomes } = await twice(({ socket, truth }) => socket.end(http(truth)));
    expect(outcomes).toEqual(["settled", "settled"]);
  });

  test("that is reset at the next request makes that one unknown, and it is not sent again", async () => {
    const { outcomes, requests } = await twice(({ socket, truth, index }) =>
      index === 2 ? socket.resetAndDestroy() : socket.write(http(truth)),
    );
    expect([outcomes, requests]).toEqual([["settled", "unknown"], 3]);
  });

  test("an unrequested second response is not that of the next request", async () => {
    const success = http(operations.refund.truth);
    const { outcomes } = await twice(({ socket, truth, path }) =>
      path.endsWith("/refund") ? socket.end() : socket.write(Buffer.concat([http(truth), success])),
    );
    expect(outcomes).toEqual(["settled", "unknown"]);
  });
});
