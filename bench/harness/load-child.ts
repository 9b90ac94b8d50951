import type { Socket } from "node:net";
import { connect } from "node:net";
import { z } from "@medusajs/framework/zod";
import { Answer } from "./http-answer";
import type { LoadPlan, LoadReport, LoadRequest } from "./load";
import { answerParent } from "./serve";
import { percentile } from "./statistics";

/** The process that generates the load of `load.ts`. */
const Plan = z.object({
  port: z.number(),
  clients: z.number(),
  requests: z.array(
    z.object({ method: z.string(), path: z.string(), headers: z.record(z.string(), z.string()), body: z.string() }),
  ),
});

function bytesOf(port: number, { method, path, headers, body }: LoadRequest): Buffer {
  const length = Buffer.byteLength(body);
  const all = { host: `127.0.0.1:${String(port)}`, ...headers, "content-length": String(length) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`);
}

class Tally {
  readonly latencies: number[] = [];
  readonly statuses: Record<string, number> = {};
  readonly accepted: number[] = [];
  broken = 0;

  note(index: number, status: number, ms: number): void {
    this.latencies.push(ms);
    this.statuses[status] = (this.statuses[status] ?? 0) + 1;
    if (status === 200) this.accepted.push(index);
  }
}

const open = (port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    socket.once("error", reject);
    socket.once("connect", () => {
      socket.off("error", reject);
      resolve(socket);
    });
  });

/** One client on one connection; resolves when no request is left, or the connection breaks. */
function talk(socket: Socket, left: Iterator<[number, Buffer]>, tally: Tally): Promise<void> {
  return new Promise((resolve) => {
    const answer = new Answer();
    let current: { readonly index: number; readonly since: number } | null = null;
    const next = (): void => {
      const taken = left.next();
      if (taken.done === true) {
        current = null;
        socket.end();
        return;
      }
      const [index, bytes] = taken.value;
      current = { index, since: performance.now() };
      socket.write(bytes);
    };
    socket.on("data", (chunk) => {
      const status = answer.read(chunk);
      if (status === null || !current) return;
      tally.note(current.index, status, performance.now() - current.since);
      next();
    });
    socket.on("error", () => undefined);
    socket.once("close", () => {
      if (current) tally.broken += 1;
      resolve();
    });
    next();
  });
}

async function load({ port, clients, requests }: LoadPlan): Promise<LoadReport> {
  const ready = requests.map((request) => bytesOf(port, request));
  const sockets = await Promise.all(Array.from({ length: clients }, () => open(port)));
  const tally = new Tally();
  const left = ready.entries();
  const started = performance.now();
  await Promise.all(sockets.map((socket) => talk(socket, left, tally)));
  const ms = performance.now() - started;
  const { latencies, statuses, accepted, broken } = tally;
  const measured = latencies.length > 0 ? latencies : [Number.NaN];
  return {
    ms,
    requestsPerSecond: (latencies.length * 1_000) / ms,
    p50Ms: percentile(measured, 50),
    p99Ms: percentile(measured, 99),
    maxMs: percentile(measured, 100),
    statuses,
    accepted,
    broken,
  };
}

answerParent(null, { load: (input) => load(Plan.parse(input)) });
