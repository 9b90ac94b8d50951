import type { IncomingMessage, ServerResponse } from "node:http";
import type { Fields } from "./context";
import { isFields, textOf } from "./context";
import { changes } from "./control-changes";
import { faultNames, isFaultName } from "./faults";
import type { Firing, NotificationKind } from "./notification-message";
import { DEFAULT_RANKING, rankingOf } from "./optimise";
import { parseFields, readBody } from "./read-body";
import type { Serving } from "./serve";
import { operationNames } from "./serve";
import { settleDue } from "./decisions";
import { shown } from "./shown";
import { revokeToken } from "./tokens";

/**
 * The control API under /_control, for tests and the sandbox page: read the books and
 * the request log, move the clock, arm faults, fire notifications, decide what is
 * pending. JSON in and out; a browser form gets a redirect back to the page. It is not
 * part of the gateway's interface.
 */
interface Reply {
  readonly status: number;
  readonly body: unknown;
}

const ok = (body: unknown): Reply => ({ status: 200, body });
const wrong = (error: string): Reply => ({ status: 400, body: { error } });
const missing = (error: string): Reply => ({ status: 404, body: { error } });

export class Control {
  constructor(private readonly serving: Serving) {}

  async serve(pathname: string, req: IncomingMessage, res: ServerResponse): Promise<void> {
    const body = parseFields(await readBody(req));
    const since = /^\d+$/.exec(new URL(req.url ?? "/", "http://localhost").searchParams.get("since") ?? "")?.[0] ?? "0";
    const call = `${req.method ?? "GET"} ${pathname.slice("/_control/".length)}`;
    const reply = await this.reply(call, body, { req, since });
    const isForm = (req.headers["content-type"] ?? "").includes("urlencoded");
    if (isForm && reply.status === 200) {
      res.writeHead(303, { location: "/" });
      return void res.end();
    }
    res.writeHead(reply.status, { "content-type": "application/json", "cache-control": "no-store" });
    res.end(JSON.stringify(reply.body));
  }

  private async reply(
    call: string,
    body: Fields | null,
    { req, since }: { readonly req: IncomingMessage; readonly since: string },
  ): Promise<Reply> {
    if (isForeign(req)) return { status: 403, body: { error: "other sites may not use the control API" } };
    return body ? this.run(call, body, since) : wrong("the body is not JSON");
  }

  private async run(call: string, body: Fields, since: string): Promise<Reply> {
    const { gateway, faults, log } = this.serving;
    switch (call) {
      case "GET state":
        return ok(this.state());
      case "GET requests":
        return ok({ requests: log.entries.filter(({ seq }) => BigInt(seq) > BigInt(since)) });
      case "GET idle":
        await gateway.notifier.idle();
        return ok({ idle: true });
      case "GET tokens":
        return ok({ tokens: gateway.book.tokens.map(({ scenario: _scenario, ...token }) => token) });
      case "POST revoke-token":
        return revokeToken(gateway, textOf(body, "token_id"))
          ? ok({ revoked: true })
          : missing("there is no such token");
      case "POST clock":
        return this.advance(body);
      case "POST ranking":
        return this.rank(body);
      case "POST faults":
        return this.arm(body);
      case "DELETE faults":
        faults.clear();
        return ok({ armed: 0 });
      case "POST notify":
        return this.notify(body);
      case "POST settings":
        return this.set(body);
      case "POST reset":
        return this.reset();
      default:
        return this.change(call, body);
    }
  }

  private state(): unknown {
    const { gateway } = this.serving;
    const { book } = gateway;
    return {
      now: gateway.now().toISOString(),
      effects: book.effects,
      effects_by_order: book.effectsByOrder(),
      transactions: book.transactions.map((transaction) => shown(gateway, transaction)),
      open_orders: book.orders.map(({ page_id: pageId, echo: _echo, ...order }) => ({
        ...order,
        page_url: `${gateway.publicUrl}/v1/checkout/page?checkout=${pageId}`,
      })),
    };
  }

  private reset(): Reply {
    const { gateway, faults, log } = this.serving;
    gateway.notifier.clear();
    gateway.book.reset();
    gateway.ranking = DEFAULT_RANKING;
    log.clear();
    faults.clear();
    return ok({ reset: true });
  }

  /** The clock only goes forwards: what has expired stays expired. */
  private advance({ ms }: Fields): Reply {
    const { gateway } = this.serving;
    if (typeof ms !== "number" || !Number.isInteger(ms) || ms < 0) return wrong("ms is 0 or more");
    gateway.book.advance(ms);
    settleDue(gateway);
    return ok({ now: gateway.now().toISOString() });
  }

  private rank({ methods }: Fields): Reply {
    const ranking = rankingOf(methods);
    if (!ranking) return wrong("methods is a list of names, or of {payment_method, acceptance}");
    this.serving.gateway.ranking = ranking;
    return ok({ methods: ranking });
  }

  private arm({ operation, fault, count = 1, ms = 2_000 }: Fields): Reply {
    if (!isFaultName(fault)) return wrong(`fault is one of ${faultNames.join(", ")}`);
    if (typeof operation !== "string" || !operationNames.includes(operation)) {
      return wrong(`operation is one of ${operationNames.join(", ")}`);
    }
    if (typeof count !== "number" || !Number.isInteger(count) || count < 1) return wrong("count is 1 or more");
    if (typeof ms !== "number" || !Number.isInteger(ms) || ms < 0) return wrong("ms is 0 or more");
    this.serving.faults.arm(operation, { name: fault, ms }, count);
    return ok({ armed: count });
  }

  private set({ notifications, captureMode }: Fields): Reply {
    const { gateway } = this.serving;
    if (notifications === "on" || notifications === "off") gateway.notifier.enabled = notifications === "on";
    if (captureMode === "manual" || captureMode === "automatic") gateway.captureMode = captureMode;
    return ok({ notifications: gateway.notifier.enabled ? "on" : "off", captureMode: gateway.captureMode });
  }

  /** Sends `times` notifications at once and waits for the store's answers. */
  private async notify(body: Fields): Promise<Reply> {
    const { book, notifier } = this.serving.gateway;
    const transaction = book.find(textOf(body, "order_no"));
    if (!transaction) return missing("there is no such order_no");
    const times = typeof body.times === "number" && body.times >= 1 ? Math.min(Math.trunc(body.times), 10_000) : 1;
    const firing = firingOf(body);
    const url = typeof body.url === "string" ? body.url : undefined;
    const results = await Promise.all(Array.from({ length: times }, () => notifier.fire(transaction, firing, url)));
    return ok({ results });
  }

  private change(call: string, body: Fields): Reply {
    const { gateway } = this.serving;
    const act = changes.get(call);
    if (!act) return missing("there is no such control");
    const transaction = gateway.book.find(textOf(body, "order_no"));
    if (!transaction) return missing("there is no such order_no");
    act(gateway, transaction, body);
    return ok(shown(gateway, transaction));
  }
}

/** Did another site's page make the browser send this? Programs do not send the header. */
const isForeign = ({ headers }: IncomingMessage): boolean => {
  const site = headers["sec-fetch-site"];
  return site !== undefined && site !== "same-origin" && site !== "none";
};

const KINDS: readonly NotificationKind[] = ["payment", "capture", "void", "refund"];

function firingOf({ kind, signature, overrides }: Fields): Firing {
  return {
    kind: KINDS.find((name) => name === kind) ?? "payment",
    ...(signature === "invalid" || signature === "absent" ? { signature } : {}),
    ...(isFields(overrides)
      ? { overrides: Object.fromEntries(Object.entries(overrides).map(([name, value]) => [name, String(value)])) }
      : {}),
  };
}
