import type { IncomingMessage, ServerResponse } from "node:http";
import { decimal } from "./amount";
import type { Transaction } from "./book";
import { authorisedOf, capturedOf, refundedOf } from "./book";
import type { Fields } from "./context";
import { textOf } from "./context";
import { isFaultName } from "./faults";
import type { Firing, NotificationKind } from "./notifier";
import type { Serving } from "./serve";
import { readAll } from "./serve";

/**
 * The control API under /_control, for tests and the sandbox page: read the
 * books and the request log, arm faults, fire notifications, decide what is
 * pending. JSON in and out; a browser form gets a redirect back to the page.
 */
export class Control {
  constructor(private readonly serving: Serving) {}

  async serve(pathname: string, req: IncomingMessage, res: ServerResponse): Promise<void> {
    const text = await readAll(req);
    const isForm = (req.headers["content-type"] ?? "").includes("urlencoded");
    const body = read(text, isForm);
    const since = BigInt(
      new URL(req.url ?? "/", "http://localhost").searchParams.get("since")?.replace(/\D/g, "") || "0",
    );
    const answer = await this.run(`${req.method ?? "GET"} ${pathname.slice("/_control/".length)}`, body, since);
    if (isForm) {
      res.writeHead(303, { location: "/" });
      res.end();
      return;
    }
    res.writeHead(answer === null ? 404 : 200, { "content-type": "application/json" });
    res.end(JSON.stringify(answer ?? { error: "no such control, or no such order_no" }));
  }

  private async run(call: string, body: Fields, since: bigint): Promise<unknown> {
    const { gateway, faults, log } = this.serving;
    switch (call) {
      case "GET state":
        return {
          now: gateway.now().toISOString(),
          effects: gateway.book.effects,
          transactions: gateway.book.transactions.map(shown),
        };
      case "GET requests":
        return { requests: log.entries.filter(({ seq }) => BigInt(seq) > since) };
      case "GET idle":
        await gateway.notifier.idle();
        return { idle: true };
      case "POST faults":
        return this.arm(body);
      case "DELETE faults":
        faults.clear();
        return { armed: 0 };
      case "POST notify":
        return this.notify(body);
      case "POST approve":
        return this.change(body, (transaction) => {
          if (transaction.state !== "pending" && transaction.state !== "review") return;
          transaction.state = "authorised";
          transaction.result_info = "0000:Success";
          gateway.book.effects.authorise += 1;
          gateway.notifier.announce(transaction, "payment");
        });
      case "POST decline":
        return this.change(body, (transaction) => {
          if (transaction.state !== "pending" && transaction.state !== "review") return;
          transaction.state = "declined";
          transaction.result_info = "0005:Declined after all";
          gateway.notifier.announce(transaction, "payment");
        });
      case "POST process-refunds":
        return this.change(body, (transaction) => {
          for (const refund of transaction.refunds) {
            if (body.outcome === "failed") refund.failed = true;
            refund.processedAt ??= gateway.now().toISOString();
          }
          gateway.notifier.announce(transaction, "refund");
        });
      case "POST settings":
        if (body.notifications === "on" || body.notifications === "off")
          gateway.notifier.enabled = body.notifications === "on";
        if (body.captureMode === "manual" || body.captureMode === "automatic") gateway.captureMode = body.captureMode;
        return { notifications: gateway.notifier.enabled ? "on" : "off", captureMode: gateway.captureMode };
      case "POST reset":
        gateway.notifier.clear();
        gateway.book.reset();
        log.clear();
        faults.clear();
        return { reset: true };
      default:
        return null;
    }
  }

  private arm(body: Fields): unknown {
    if (!isFaultName(body.fault)) return { error: "unknown fault" };
    const count = typeof body.count === "number" ? body.count : 1;
    this.serving.faults.arm(textOf(body, "operation"), body.fault, count);
    return { armed: count };
  }

  private async notify(body: Fields): Promise<unknown> {
    const { gateway } = this.serving;
    const transaction = gateway.book.find(textOf(body, "order_no"));
    if (!transaction) return null;
    const times = typeof body.times === "number" ? body.times : 1;
    const firing = firingOf(body);
    const results = await Promise.all(Array.from({ length: times }, () => gateway.notifier.fire(transaction, firing)));
    return { results };
  }

  private change(body: Fields, act: (transaction: Transaction) => void): unknown {
    const { book } = this.serving.gateway;
    const transaction = book.find(textOf(body, "order_no"));
    if (!transaction) return null;
    act(transaction);
    book.save();
    return shown(transaction);
  }
}

function read(text: string, isForm: boolean): Fields {
  if (isForm) return Object.fromEntries(new URLSearchParams(text));
  if (text === "") return {};
  const value: unknown = JSON.parse(text);
  return typeof value === "object" && value !== null ? { ...value } : {};
}

const KINDS: readonly NotificationKind[] = ["payment", "capture", "void", "refund"];

function firingOf(body: Fields): Firing {
  const kind = KINDS.find((name) => name === body.kind) ?? "payment";
  const { signature, overrides } = body;
  return {
    kind,
    ...(signature === "invalid" || signature === "absent" ? { signature } : {}),
    ...(typeof body.url === "string" ? { url: body.url } : {}),
    ...(typeof overrides === "object" && overrides !== null
      ? { overrides: Object.fromEntries(Object.entries(overrides).map(([name, value]) => [name, String(value)])) }
      : {}),
  };
}

/** A transaction as people and tests want to see it: amounts as decimals. */
export function shown(transaction: Transaction): Fields {
  return {
    ...transaction,
    amount: decimal(BigInt(transaction.amount)),
    authorised: decimal(authorisedOf(transaction)),
    captured: decimal(capturedOf(transaction)),
    refunded: decimal(refundedOf(transaction)),
    voided: transaction.state === "voided",
    captures: transaction.captures.map(({ amount, at }) => ({ amount: decimal(BigInt(amount)), at })),
    refunds: transaction.refunds.map((refund) => ({ ...refund, amount: decimal(BigInt(refund.amount)) })),
  };
}
