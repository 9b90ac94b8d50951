import dns from "node:dns";
import { createServer } from "node:http";
import type { RequestListener } from "node:http";
import { createServer as createTcpServer } from "node:net";
import type { Server, Socket } from "node:net";
import { gzipSync } from "node:zlib";
import type { Dispatcher } from "undici";
import { createTransport } from "../transport";
import type { TransportResult } from "../transport";
import { undici } from "../undici";

/** What the transport says of real servers on loopback ports: answered, not sent, or lost. It reads no answer. */
const timeouts = { connectMs: 10_000, authoriseMs: 10_000, otherMs: 10_000 };
const request = { path: "/v1/capture", contentType: "application/json", body: "{}", timeoutMs: 10_000 };
/** Only of a server that does not respond: on a busy machine others take longer. */
const BRIEF_MS = 300;

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The server does not listen.");
  return `127.0.0.1:${String(address.port)}`;
}

const close = (server: Server): Promise<unknown> => new Promise((resolve) => server.close(resolve));

async function postTo(baseUrl: string, timeoutMs = request.timeoutMs): Promise<TransportResult> {
  const transport = createTransport(baseUrl, timeouts);
  try {
    return await transport.post({ ...request, timeoutMs });
  } finally {
    await transport.close();
  }
}

async function answeredBy(script: RequestListener, timeoutMs?: number): Promise<TransportResult> {
  const server = createServer(script);
  try {
    return await postTo(`http://${await listen(server)}/api/`, timeoutMs);
  } finally {
    server.closeAllConnections();
    await close(server);
  }
}

/** A server below HTTP, for what no HTTP server would do. */
async function socketHandledBy(script: (socket: Socket) => void, protocol = "http"): Promise<TransportResult> {
  const sockets: Socket[] = [];
  const server = createTcpServer((socket) => {
    sockets.push(socket.on("error", () => undefined));
    script(socket);
  });
  try {
    return await postTo(`${protocol}://${await listen(server)}`);
  } finally {
    sockets.forEach((socket) => socket.destroy());
    await close(server);
  }
}

async function refusingHost(): Promise<string> {
  const probe = createTcpServer();
  const host = await listen(probe);
  await close(probe);
  return host;
}

type Resolved = (error: Error | null, addresses?: readonly { readonly address: string; readonly family: 4 }[]) => void;

/** Names are resolved by `respond`, until the test ends. */
function resolveNames(respond: (resolved: Resolved) => void): void {
  // @ts-expect-error -- the one form that node's sockets call
  jest.spyOn(dns, "lookup").mockImplementation((_host: string, _options: object, resolved: Resolved) => {
    setImmediate(respond, resolved);
  });
}

/** What is made of a script of undici's calls. */
function dispatchedBy(script: (handler: Dispatcher.DispatchHandler) => void): Promise<TransportResult> {
  const close = (): Promise<void> => Promise.resolve();
  const dispatch = (_: unknown, handler: Dispatcher.DispatchHandler): void => script(handler);
  // @ts-expect-error -- only what the transport calls
  jest.spyOn(undici(), "Pool").mockReturnValue({ dispatch, close });
  return postTo("http://gateway.test");
}

function controller(abort: () => void = () => undefined): Dispatcher.DispatchController {
  return {
    ...{ aborted: false, paused: false, reason: null, rawHeaders: null, rawTrailers: null },
    ...{ abort, pause: () => undefined, resume: () => undefined },
  };
}

afterEach(() => jest.restoreAllMocks());

test("a response is returned unchanged, from the path below the base URL", async () => {
  let seen: unknown;
  const result = await answeredBy((req, res) => {
    seen = [req.method, req.url, req.headers["content-type"], req.headers["accept-encoding"]];
    res.writeHead(202, { "content-type": "application/json" }).end("[1]");
  });
  expect(seen).toEqual(["POST", "/api/v1/capture", "application/json", "identity"]);
  expect(result).toEqual({ kind: "answered", status: 202, contentType: "application/json", body: Buffer.from("[1]") });
});

test("a response without a content type has an empty one, and its chunks are joined", async () => {
  const result = await answeredBy((_req, res) => {
    res.write("a");
    res.end("b");
  });
  expect(result).toEqual({ kind: "answered", status: 200, contentType: "", body: Buffer.from("ab") });
});

test("a redirect is a response and is not followed", async () => {
  let requests = 0;
  const result = await answeredBy((_req, res) => {
    requests += 1;
    res.writeHead(307, { location: "/elsewhere" }).end();
  });
  expect([result.kind === "answered" && result.status, requests]).toEqual([307, 1]);
});

test("a refused connection is not_sent", async () => {
  expect(await postTo(`http://${await refusingHost()}`)).toEqual({ kind: "not_sent", reason: "ECONNREFUSED" });
});

test("a connection reset after the request is lost", async () => {
  const result = await socketHandledBy((socket) => socket.once("data", () => socket.resetAndDestroy()));
  expect(result.kind).toBe("lost");
});

test("a server that closes without a response, or does not speak HTTP, is lost", async () => {
  expect((await socketHandledBy((socket) => socket.once("data", () => socket.end()))).kind).toBe("lost");
  expect((await socketHandledBy((socket) => socket.once("data", () => socket.end("hello")))).kind).toBe("lost");
});

test("a server that never responds is lost at the deadline", async () => {
  expect((await answeredBy(() => undefined, BRIEF_MS)).kind).toBe("lost");
});

test("a response that stops half way is lost, whether the connection stays open or ends", async () => {
  const half: RequestListener = (_req, res) => {
    res.writeHead(200, { "content-length": "100" });
    res.write("x");
  };
  expect((await answeredBy(half, BRIEF_MS)).kind).toBe("lost");
  const ended = await answeredBy((req, res) => {
    half(req, res);
    res.socket?.end();
  });
  expect(ended.kind).toBe("lost");
});

test("a compressed response is lost, because it was not requested", async () => {
  const result = await answeredBy((_req, res) => {
    res.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("{}"));
  });
  expect(result).toEqual({
    kind: "lost",
    reason: "the response is compressed although an uncompressed one was requested",
  });
});

test.each([
  [1024 * 1024, "answered"],
  [1024 * 1024 + 1, "lost"],
  [5 * 1024 * 1024, "lost"],
])("a response of %i bytes is %s", async (size, kind) => {
  expect((await answeredBy((_req, res) => res.end("x".repeat(size)), 5_000)).kind).toBe(kind);
});

describe("what never began proves that nothing was sent", () => {
  test("several addresses that all refuse", async () => {
    const [, port = ""] = (await refusingHost()).split(":");
    resolveNames((resolved) =>
      resolved(null, [
        { address: "127.0.0.1", family: 4 },
        { address: "127.0.0.2", family: 4 },
      ]),
    );
    expect(await postTo(`http://gateway.test:${port}`)).toEqual({ kind: "not_sent", reason: "ECONNREFUSED" });
  });

  test("a name server that fails", async () => {
    resolveNames((resolved) => resolved(Object.assign(new Error("no answer"), { code: "EAI_FAIL" })));
    expect(await postTo("http://gateway.test")).toEqual({ kind: "not_sent", reason: "EAI_FAIL" });
  });

  test("a TLS handshake that is reset", async () => {
    const result = await socketHandledBy((socket) => socket.once("data", () => socket.resetAndDestroy()), "https");
    expect(result).toEqual({ kind: "not_sent", reason: "ECONNRESET" });
  });

  test("TLS to a port that does not speak it", async () => {
    const server = createServer((_, res) => res.end("{}"));
    expect((await postTo(`https://${await listen(server)}`)).kind).toBe("not_sent");
    await close(server);
  });

  test("a handshake that outlasts the time limit", async () => {
    const sockets: Socket[] = [];
    const server = createTcpServer((socket) => sockets.push(socket.on("error", () => undefined)));
    const transport = createTransport(`https://${await listen(server)}`, timeouts);
    expect(await transport.post({ ...request, timeoutMs: BRIEF_MS })).toEqual({
      kind: "not_sent",
      reason: "TimeoutError",
    });
    sockets.forEach((socket) => socket.destroy());
    await transport.close();
    await close(server);
  });

  test("a time limit that ends while every connection is busy: it is not written later either", async () => {
    const waiting: (() => void)[] = [];
    let allArrived = (): void => undefined;
    const arrived = new Promise<void>((resolve) => (allArrived = resolve));
    const server = createServer((_, res) => {
      waiting.push(() => res.writeHead(200).end("{}"));
      if (waiting.length === CONNECTIONS) allArrived();
    });
    const transport = createTransport(`http://${await listen(server)}`, timeouts);
    const busy = Array.from({ length: CONNECTIONS }, () => transport.post(request));
    await arrived;
    const late = await transport.post({ ...request, timeoutMs: BRIEF_MS });
    expect(late).toEqual({ kind: "not_sent", reason: "TimeoutError" });
    for (const answer of waiting) answer();
    expect(new Set((await Promise.all(busy)).map(({ kind }) => kind))).toEqual(new Set(["answered"]));
    // Closed when its queue is empty.
    await transport.close();
    expect(waiting).toHaveLength(CONNECTIONS);
    await close(server);
  });
});

describe("what began is lost", () => {
  test("whatever the error usually means", async () => {
    const result = await dispatchedBy((handler) => {
      handler.onRequestStart?.(controller(), {});
      handler.onResponseError?.(controller(), Object.assign(new Error("unreachable"), { code: "EHOSTUNREACH" }));
    });
    expect(result).toEqual({ kind: "lost", reason: "EHOSTUNREACH" });
  });

  test("what would begin twice, and it is not written again", async () => {
    const abort = jest.fn();
    const result = await dispatchedBy((handler) => {
      handler.onRequestStart?.(controller(), {});
      handler.onRequestStart?.(controller(abort), {});
    });
    expect(result.kind).toBe("lost");
    expect(abort).toHaveBeenCalledTimes(1);
  });
});

describe("30 a request that became too old while it waited", () => {
  test("is not written once its connection is free, while others are", async () => {
    const waiting: (() => void)[] = [];
    let seen = 0;
    const server = createServer((_, res) => {
      seen += 1;
      waiting.push(() => res.writeHead(200).end("{}"));
      if (waiting.length === CONNECTIONS) allArrived();
    });
    let allArrived = (): void => undefined;
    const arrived = new Promise<void>((resolve) => (allArrived = resolve));
    const transport = createTransport(`http://${await listen(server)}`, timeouts);
    const long = { ...request, timeoutMs: 20_000 };
    const busy = Array.from({ length: CONNECTIONS }, () => transport.post(long));
    await arrived;
    let isYoung = true;
    const old = transport.post({ ...long, maySend: () => isYoung });
    isYoung = false;
    for (const answer of waiting) answer();
    expect(await old).toEqual({ kind: "not_sent", reason: "too_late" });
    expect(new Set((await Promise.all(busy)).map(({ kind }) => kind))).toEqual(new Set(["answered"]));
    expect(seen).toBe(CONNECTIONS);
    const next = transport.post({ ...long, maySend: () => true });
    await new Promise<void>((resolve) => {
      const look = (): void => (waiting.length > CONNECTIONS ? resolve() : void setImmediate(look));
      look();
    });
    waiting.at(-1)?.();
    expect((await next).kind).toBe("answered");
    await transport.close();
    server.closeAllConnections();
    await close(server);
  });

  test("is not written over a new connection either", async () => {
    let seen = 0;
    const server = createServer((_, res) => {
      seen += 1;
      res.writeHead(200).end("{}");
    });
    const transport = createTransport(`http://${await listen(server)}`, timeouts);
    expect(await transport.post({ ...request, maySend: () => false })).toEqual({
      kind: "not_sent",
      reason: "too_late",
    });
    expect((await transport.post(request)).kind).toBe("answered");
    expect(seen).toBe(1);
    await transport.close();
    await close(server);
  });
});

/** As many as the transport opens to one gateway. */
const CONNECTIONS = 64;
