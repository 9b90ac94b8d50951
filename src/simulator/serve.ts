import type { IncomingMessage, ServerResponse } from "node:http";
import { authorise } from "./authorise";
import { batch } from "./batches";
import type { Done, Fields, Gateway } from "./context";
import type { FaultName, Faults } from "./faults";
import { isBefore, spoil } from "./faults";
import { queryPayments, queryRefunds } from "./queries";

/** Takes one request of the gateway's interface, applies the armed fault, answers, and keeps a log without card data. */
export interface LoggedRequest {
  readonly seq: number;
  readonly at: string;
  readonly operation: string;
  readonly order_nos: readonly string[];
  readonly item_count: number;
  readonly body: Fields;
  readonly signature_ok: boolean;
  readonly applied: boolean;
  readonly answered: boolean;
}

export class RequestLog {
  readonly entries: LoggedRequest[] = [];
  private seq = 0;

  constructor(private readonly now: () => Date) {}

  add(entry: Omit<LoggedRequest, "seq" | "at">): void {
    this.seq += 1;
    this.entries.push({ seq: this.seq, at: this.now().toISOString(), ...entry });
    if (this.entries.length > 20_000) this.entries.shift();
  }

  clear(): void {
    this.entries.length = 0;
  }
}

export interface Serving {
  readonly gateway: Gateway;
  readonly faults: Faults;
  readonly log: RequestLog;
}

const OPERATIONS: Readonly<Record<string, (gateway: Gateway, fields: Fields) => Done>> = {
  authorise,
  capture: (gateway, fields) => batch(gateway, "capture", fields),
  cancel: (gateway, fields) => batch(gateway, "cancel", fields),
  refund: (gateway, fields) => batch(gateway, "refund", fields),
  retrievalTrans: queryPayments,
  retrievalRefund: queryRefunds,
};

export async function serveOperation(
  { gateway, faults, log }: Serving,
  pathname: string,
  { req, res }: { req: IncomingMessage; res: ServerResponse },
): Promise<void> {
  const operation = pathname.slice("/v1/".length);
  const run = Object.hasOwn(OPERATIONS, operation) ? OPERATIONS[operation] : undefined;
  const fields = parse(await readAll(req));
  if (!run || req.method !== "POST") return end(res, 404, "record not found");
  if (!fields) return end(res, 400, "invalid input");
  const fault = faults.take(operation);
  const done = isBefore(fault) ? untouched(fields) : run(gateway, fields);
  const delivery = deliveryOf(fault, done);
  log.add({
    operation,
    order_nos: done.orderNos,
    item_count: done.orderNos.length,
    body: withoutCard(fields),
    signature_ok: done.signatureOk,
    applied: done.applied,
    answered: delivery === "answer",
  });
  if (delivery === "drop") return void res.socket?.destroy();
  if (delivery === "hang") return;
  if (delivery === "error") return end(res, 500, "internal error");
  res.writeHead(done.answer.status, { "content-type": done.answer.contentType });
  res.end(spoil(fault, done.answer.body));
}

function deliveryOf(fault: FaultName | null, done: Done): "answer" | "drop" | "error" | "hang" {
  if (fault === "drop-before" || fault === "drop-after-apply") return "drop";
  if (fault === "5xx-before" || fault === "5xx-after-apply") return "error";
  return fault === "hang" ? "hang" : (done.delivery ?? "answer");
}

const untouched = (fields: Fields): Done => ({
  answer: { status: 500, contentType: "text/plain", body: "" },
  applied: false,
  signatureOk: true,
  orderNos: typeof fields.order_no === "string" ? [fields.order_no] : [],
});

function end(res: ServerResponse, status: number, body: string): void {
  res.writeHead(status, { "content-type": "text/plain" });
  res.end(body);
}

export async function readAll(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk)));
  return Buffer.concat(chunks).toString("utf8");
}

/** JSON whatever the content type says (the interface's samples send it as a form), else a form. */
function parse(text: string): Fields | null {
  if (!text.trimStart().startsWith("{")) return Object.fromEntries(new URLSearchParams(text));
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}

const CARD_FIELDS = new Set(["card", "security_code", "expiration_month", "expiration_year"]);

const withoutCard = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, CARD_FIELDS.has(name) ? "[redacted]" : value]),
  );
