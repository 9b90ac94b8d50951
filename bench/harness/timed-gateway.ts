import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Pool } from "undici";

/** Passes each request on to a gateway and adds up how long it took, from the request's arrival to the answer's end. */
export interface TimedGateway {
  readonly url: string;
  /** Milliseconds since the last call. */
  spentMs(): number;
  close(): Promise<void>;
}

export async function timedGateway(gatewayUrl: string): Promise<TimedGateway> {
  const pool = new Pool(gatewayUrl);
  let spent = 0;
  const server = createServer((req, res) => {
    const since = performance.now();
    void pass(pool, req, res).then(() => {
      spent += performance.now() - since;
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The gateway listens at no port.");
  return {
    url: `http://127.0.0.1:${String(address.port)}`,
    spentMs: () => {
      const ms = spent;
      spent = 0;
      return ms;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await pool.close();
    },
  };
}

async function pass(pool: Pool, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  const answer = await pool.request({
    method: "POST",
    path: req.url ?? "/",
    headers: { "content-type": req.headers["content-type"] ?? "application/x-www-form-urlencoded" },
    body: Buffer.concat(chunks),
  });
  const body = Buffer.from(await answer.body.arrayBuffer());
  const type = String(answer.headers["content-type"] ?? "application/json");
  await new Promise<void>((sent) => {
    res.writeHead(answer.statusCode, { "content-type": type, "content-length": body.length });
    res.end(body, sent);
  });
}
