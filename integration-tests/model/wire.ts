import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Died } from "./life";
import type { Life } from "./life";
import type { AccountKey } from "./setting";

/**
 * The wire between the processes of the test and the gateway: it hands requests
 * on as they are, and remembers each with what became of its answer. It can be
 * cut: nobody listens (`down`), or requests vanish on their way (`silent`).
 */
export interface Sent {
  readonly process: string;
  /** The account whose wire it was. */
  readonly account: AccountKey;
  /** The last part of the path: capture, cancel, retrievalTrans … */
  readonly operation: string;
  readonly body: string;
  /** Did an answer arrive that speaks of what was asked? */
  answered: boolean;
}

export type Weather = "up" | "down" | "silent";

const WITHIN_MS = 20_000;

export class Wire {
  readonly sent: Sent[] = [];
  readonly #lives = new Map<string, Life>();
  #server: Server | null = null;
  #port = 0;
  #weather: Weather = "up";

  constructor(
    private readonly account: AccountKey,
    private readonly gatewayUrl: string,
  ) {}

  get weather(): Weather {
    return this.#weather;
  }

  async open(): Promise<void> {
    const server = createServer((req, res) => {
      this.carry(req, res).catch(() => void res.socket?.destroy());
    });
    await new Promise<void>((resolve) => server.listen(this.#port, "127.0.0.1", resolve));
    this.#port = portOf(server.address());
    this.#server = server;
  }

  /** The gateway's address for one process. */
  addressFor(process: string, life: Life): string {
    this.#lives.set(process, life);
    return this.address(process);
  }

  address(process: string): string {
    return `http://127.0.0.1:${String(this.#port)}/${process}`;
  }

  async become(weather: Weather): Promise<void> {
    const before = this.#weather;
    this.#weather = weather;
    if (weather === "down" && before !== "down") await this.close();
    if (weather !== "down" && before === "down") await this.open();
  }

  forget(): void {
    this.sent.length = 0;
  }

  async close(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (!server) return;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await closed;
  }

  private async carry(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const body = await textOf(req);
    const [, process = "", , operation = ""] = (req.url ?? "").split("/");
    const life = this.#lives.get(process);
    if (!life) throw new Died();
    await life.step(`send ${operation}`);
    const entry: Sent = { process, account: this.account, operation, body, answered: false };
    this.sent.push(entry);
    if (this.#weather === "silent") throw new Died();
    const answer = await fetch(`${this.gatewayUrl}/v1/${operation}`, {
      method: "POST",
      headers: { "content-type": req.headers["content-type"] ?? "" },
      body,
      signal: AbortSignal.timeout(WITHIN_MS),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    await life.step(`hear ${operation}`);
    entry.answered = answer.status === 200 && isAnswer(entry, bytes.toString());
    res.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
    res.end(bytes);
  }
}

/** A query's answer may hold no row; a write's names the order. */
function isAnswer({ operation, body }: Sent, answer: string): boolean {
  if (operation.startsWith("retrieval")) return answer.startsWith("{");
  const orderNo = /"order_no":"(\w+)"/.exec(body)?.[1];
  return orderNo !== undefined && answer.includes(orderNo);
}

const portOf = (address: AddressInfo | string | null): number =>
  typeof address === "object" && address !== null ? address.port : 0;

async function textOf(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}
