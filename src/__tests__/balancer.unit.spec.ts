import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Balancer } from "../../scripts/balancer.cjs";
import { startBalancer } from "../../scripts/balancer.cjs";

/** The demo's load balancer in front of small servers that record their requests. */
interface Behind {
  readonly port: number;
  readonly server: Server;
  readonly heard: { url: string; body: string; forwardedFor: string | undefined }[];
}

type Answer = (req: IncomingMessage, res: ServerResponse) => void;

const opened: Behind[] = [];
let balancer: Balancer | null = null;
afterEach(async () => {
  await balancer?.close();
  await Promise.all(opened.splice(0).map(close));
});

const close = ({ server }: Behind): Promise<void> =>
  new Promise((closed) => {
    server.closeAllConnections();
    server.close(() => closed());
  });

async function behind(answer: Answer = (_req, res) => void res.end("done"), isReady = true): Promise<Behind> {
  const heard: Behind["heard"] = [];
  const server = createServer((req, res) => {
    if (req.url === "/ready") return void res.writeHead(isReady ? 200 : 503).end();
    let body = "";
    req.on("data", (chunk: Buffer) => (body += chunk.toString()));
    req.on("end", () => {
      const forwardedFor = req.headers["x-forwarded-for"];
      heard.push({ url: req.url ?? "", body, forwardedFor: forwardedFor?.toString() });
      answer(req, res);
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const made = { port: (server.address() as AddressInfo).port, server, heard };
  opened.push(made);
  return made;
}

async function inFrontOf(...servers: readonly Behind[]): Promise<string> {
  balancer = await startBalancer({ port: 0, targets: () => servers.map(({ port }) => port), readyPath: "/ready" });
  return balancer.url;
}

const send = (url: string, body: string): Promise<Response> => fetch(`${url}/pay`, { method: "POST", body });

test("requests go to the ready servers in turn, and to no other", async () => {
  const [one, other, unready] = [await behind(), await behind(), await behind(undefined, false)];
  const url = await inFrontOf(one, other, unready);
  for (let turn = 0; turn < 6; turn += 1) expect((await send(url, `order ${String(turn)}`)).status).toBe(200);
  expect([one.heard.length, other.heard.length, unready.heard.length]).toEqual([3, 3, 0]);
  expect(one.heard[0]).toMatchObject({ url: "/pay", forwardedFor: "127.0.0.1" });
});

test("a request that one server refused is sent to another server, complete and once", async () => {
  const [gone, other] = [await behind(), await behind()];
  const url = await inFrontOf(gone, other);
  await close(gone);
  const body = "x".repeat(300_000);
  const answers = [await send(url, body), await send(url, body)];
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(other.heard.map(({ body: got }) => got === body)).toEqual([true, true]);
});

test("a request received by a server that died is not sent to another", async () => {
  const dies: Answer = (req) => void req.socket.destroy();
  const servers = [await behind(dies), await behind(dies)];
  const url = await inFrontOf(...servers);
  expect((await send(url, "pay")).status).toBe(502);
  expect(servers.flatMap(({ heard }) => heard)).toHaveLength(1);
});

test("while no server is ready, it responds immediately with a retry time", async () => {
  const url = await inFrontOf(await behind(undefined, false));
  const answer = await send(url, "pay");
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "1"]);
});
