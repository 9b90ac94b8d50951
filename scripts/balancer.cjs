/**
 * A small loopback load balancer for several servers of one store: round robin over the ready ones. A request is
 * retried at another server only if the first refused the connection, so that nothing was sent; any other failure is a
 * 502, because the first may have executed it. Only for the demo and the tests.
 */
const http = require("node:http");

/** Interval of readiness checks. */
const LOOK_EVERY_MS = 500;
const LOOK_TIMEOUT_MS = 2_000;

/** Headers of a single connection, not forwarded. */
const HOP_BY_HOP = ["connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade"];

/**
 * Listens on `port` (0: any). `targets()` returns the servers' current ports; `readyPath` answers 200 if a server may
 * get requests. Returns `{ port, url, readyPorts(), close() }`.
 */
async function startBalancer({ port, targets, readyPath }) {
  const ready = new Set();
  let turn = 0;

  const look = async () => {
    const ports = targets();
    for (const known of ready) if (!ports.includes(known)) ready.delete(known);
    await Promise.all(
      ports.map(async (target) => ((await isReady(target, readyPath)) ? ready.add(target) : ready.delete(target))),
    );
  };
  let timer;
  let isClosed = false;
  const lookAgain = async () => {
    await look();
    if (!isClosed) timer = setTimeout(() => void lookAgain(), LOOK_EVERY_MS).unref();
  };

  /** The next ready server not tried for this request. */
  const next = (tried) => {
    const candidates = targets().filter((target) => ready.has(target) && !tried.includes(target));
    turn += 1;
    return candidates[turn % candidates.length];
  };

  const server = http.createServer((req, res) => {
    const tried = [];
    const pass = () => {
      const target = next(tried);
      if (target === undefined) return end(res, 503, "No server is ready.");
      tried.push(target);
      forward(req, res, target, () => {
        ready.delete(target);
        pass();
      });
    };
    pass();
  });
  await new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  await lookAgain();
  const chosen = server.address().port;
  return {
    port: chosen,
    url: `http://127.0.0.1:${chosen}`,
    readyPorts: () => [...ready],
    close: () => {
      isClosed = true;
      clearTimeout(timer);
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

/** `refused`: called if the server refused the connection. A new connection per request, so that none is stale. */
function forward(req, res, port, refused) {
  const passed = Object.entries(req.headers).filter(([name]) => !HOP_BY_HOP.includes(name));
  const headers = { ...Object.fromEntries(passed), "x-forwarded-for": forwardedFor(req) };
  // A body without a length is also sent in chunks.
  if (req.headers["transfer-encoding"] !== undefined) headers["transfer-encoding"] = "chunked";
  const onward = http.request({ host: "127.0.0.1", port, method: req.method, path: req.url, headers, agent: false });
  let isConnected = false;
  const connected = () => {
    isConnected = true;
    // The body is read only now: until here another server could still get all of it.
    req.pipe(onward);
  };
  onward.once("socket", (socket) => (socket.connecting ? socket.once("connect", connected) : connected()));
  onward.once("response", (answer) => {
    const { connection: _connection, "keep-alive": _keepAlive, ...answered } = answer.headers;
    res.writeHead(answer.statusCode, answered);
    answer.once("aborted", () => res.destroy());
    answer.pipe(res);
  });
  onward.once("error", (error) => {
    if (!isConnected && error.code === "ECONNREFUSED") return refused();
    if (res.headersSent) return res.destroy();
    end(res, 502, "The server ended before it answered.");
  });
  res.once("close", () => onward.destroy());
}

const forwardedFor = (req) =>
  [req.headers["x-forwarded-for"], req.socket.remoteAddress].filter((each) => each !== undefined).join(", ");

function end(res, status, words) {
  res.writeHead(status, { "Content-Type": "text/plain", "Retry-After": "1", Connection: "close" }).end(`${words}\n`);
}

function isReady(port, path) {
  return new Promise((resolve) => {
    const asked = http.get({ host: "127.0.0.1", port, path, agent: false, timeout: LOOK_TIMEOUT_MS }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    asked.once("timeout", () => asked.destroy());
    asked.once("error", () => resolve(false));
    asked.once("close", () => resolve(false));
  });
}

module.exports = { startBalancer };
