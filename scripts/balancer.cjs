/**
 * A small balancer on loopback for several servers of one store: round robin over those
 * that say they are ready. A request goes to another server only if the first refused the
 * connection, so that nothing of it was sent; whatever else goes wrong is a 502, because
 * the first may have done what it was asked. Not meant for anything but the demo and the tests.
 */
const http = require("node:http");

/** Between two looks at a server. */
const LOOK_EVERY_MS = 500;
const LOOK_TIMEOUT_MS = 2_000;

/** Of one connection alone; they are not passed on. */
const HOP_BY_HOP = ["connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade"];

/**
 * Listens on `port` (0: any). `targets()` answers the servers' ports as they are now;
 * `readyPath` answers 200 where a server may be given requests. Answers
 * `{ port, url, readyPorts(), close() }`.
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

  /** The next server that is ready and was not tried for this request. */
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

/** `refused`: called when the server took no connection. A connection of its own for each request: none is stale. */
function forward(req, res, port, refused) {
  const passed = Object.entries(req.headers).filter(([name]) => !HOP_BY_HOP.includes(name));
  const headers = { ...Object.fromEntries(passed), "x-forwarded-for": forwardedFor(req) };
  // A body without a length is sent in chunks here too.
  if (req.headers["transfer-encoding"] !== undefined) headers["transfer-encoding"] = "chunked";
  const onward = http.request({ host: "127.0.0.1", port, method: req.method, path: req.url, headers, agent: false });
  let isConnected = false;
  const connected = () => {
    isConnected = true;
    // Only now is the body read: until here all of it is there for another server.
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
