import { createServer } from "node:http";
import { answerParent } from "../harness/serve";
import { stubAnswer } from "./stub-answers";

/**
 * A gateway of minimal cost in its own process: it accepts everything, with a given latency and concurrency. It counts
 * requests and their items. `stripe` speaks the peer's protocol on the same port.
 */
const [latency = "0", parallel = "1000"] = process.argv.slice(2);
let latencyMs = Number.parseInt(latency, 10);
let most = Number.parseInt(parallel, 10);
let paymentStatus: string | undefined;

const counted = { requests: 0, items: 0 };
/** Number of operations per payment; more than one is a duplicate effect. */
const moved = new Map<string, number>();
let inside = 0;
const line: (() => void)[] = [];

async function turn(): Promise<void> {
  if (inside < most) inside += 1;
  else await new Promise<void>((admit) => line.push(admit));
  if (latencyMs > 0) await new Promise((later) => setTimeout(later, latencyMs));
}

/** Passes the slot on. */
function leave(): void {
  const next = line.shift();
  if (next) next();
  else inside -= 1;
}

const server = createServer((req, res) => {
  const chunks: Buffer[] = [];
  req.on("data", (chunk: Buffer) => chunks.push(chunk));
  req.on("end", () => {
    const { text, orders } = stubAnswer(req.url ?? "/", Buffer.concat(chunks).toString(), paymentStatus);
    counted.requests += 1;
    counted.items += orders.length;
    for (const order of orders) moved.set(order, (moved.get(order) ?? 0) + 1);
    void turn().then(() => {
      res.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(text) });
      res.end(text);
      leave();
    });
  });
});
server.keepAliveTimeout = 60_000;

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  answerParent(
    { port },
    {
      /** Counts since the last call. */
      counted: () => {
        const doubled = [...moved.values()].filter((times) => times > 1).length;
        const said = { ...counted, doubled };
        Object.assign(counted, { requests: 0, items: 0 });
        moved.clear();
        return said;
      },
      behave: (input) => {
        if (typeof input !== "object" || input === null) return;
        if ("latencyMs" in input && typeof input.latencyMs === "number") latencyMs = input.latencyMs;
        if ("parallel" in input && typeof input.parallel === "number") most = input.parallel;
        if ("paymentStatus" in input && typeof input.paymentStatus === "string") paymentStatus = input.paymentStatus;
      },
    },
    () => {
      server.closeAllConnections();
      server.close();
    },
  );
});
