import type { IncomingMessage, ServerResponse } from "node:http";
import type { Fields } from "../context";
import { isFields, textOf } from "../context";
import { advance } from "../store/clock";
import { changes } from "./control-changes";
import { changeSettings, endTrouble } from "./control-settings";
import { stateOf } from "./control-state";
import { payoutChanges, payoutsOf } from "./control-payouts";
import type { Changed } from "./control-subscriptions";
import { subscriptionChanges, subscriptionNamed, subscriptionsOf } from "./control-subscriptions";
import type { Arming } from "./control-fault-script";
import { appendTo, armFault } from "./control-fault-script";
import { firingOf } from "../notifications/notification-message";
import { DEFAULT_RANKING, rankingOf } from "../payments/optimise";
import { parseFields, readBody } from "../http/read-body";
import type { Serving } from "../serve";
import { operationNames } from "../serve";
import { transactionView } from "../pages/transaction-view";
import { notifyFault } from "../faults/fault-script";
import type { Read } from "../faults/fault-script-entry";
import { revokeToken } from "../payments/tokens";

/**
 * The control API under /_control, for tests and the sandbox page: read the data and the request log, move the clock,
 * arm faults, send notifications, decide pending payments. JSON in and out; a browser form is redirected back to the
 * page. It is not part of the gateway's interface.
 */
interface Reply {
  readonly status: number;
  readonly body: unknown;
}

const ok = (body: unknown): Reply => ({ status: 200, body });
const wrong = (error: string): Reply => ({ status: 400, body: { error } });
const missing = (error: string): Reply => ({ status: 404, body: { error } });

export class Control {
  /** Calls that move the clock run one after another. */
  private moving: Promise<void> = Promise.resolve();

  constructor(private readonly serving: Serving) {}

  async serve(pathname: string, req: IncomingMessage, res: ServerResponse): Promise<void> {
    const body = parseFields(await readBody(req));
    const { searchParams } = new URL(req.url ?? "/", "http://localhost");
    const call = `${req.method ?? "GET"} ${pathname.slice("/_control/".length)}`;
    const isForm = (req.headers["content-type"] ?? "").includes("urlencoded");
    const reply = await this.reply(call, body && isForm ? typed(body) : body, { req, query: searchParams });
    if (isForm && reply.status !== 403) {
      res.writeHead(303, {
        location: reply.status === 200 ? "/" : `/?problem=${encodeURIComponent(problemIn(reply))}`,
      });
      return void res.end();
    }
    res.writeHead(reply.status, { "content-type": "application/json", "cache-control": "no-store" });
    res.end(JSON.stringify(reply.body));
  }

  private async reply(
    call: string,
    body: Fields | null,
    { req, query }: { readonly req: IncomingMessage; readonly query: URLSearchParams },
  ): Promise<Reply> {
    if (isForeign(req)) return { status: 403, body: { error: "other sites may not use the control API" } };
    return body ? this.run(call, body, query) : wrong("the body is not JSON");
  }

  private async run(call: string, body: Fields, query: URLSearchParams): Promise<Reply> {
    const { gateway, tape, log } = this.serving;
    switch (call) {
      case "GET state":
        return ok(stateOf(this.serving, query.get("order_no")));
      case "GET requests":
        return ok({ requests: log.since(numberIn(query.get("since")) ?? 0, query.get("order_no")) });
      case "GET idle":
        await gateway.notifier.idle();
        return ok({ idle: true, waiting: gateway.notifier.waiting });
      case "GET subscriptions":
        return ok({ subscriptions: subscriptionsOf(gateway, query) });
      case "GET payouts":
        return ok({ payouts: payoutsOf(gateway, query) });
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
        return replyTo(armFault(this.arming(), body));
      case "GET tape":
        return ok({ entries: tape.list() });
      case "POST tape":
        return replyTo(appendTo(this.arming(), body));
      case "POST arm":
        return replyTo(appendTo(this.arming(), { entries: [body] }));
      case "POST disarm":
        return typeof body.id === "number" && tape.remove(body.id)
          ? ok({ entries: tape.list() })
          : missing("there is no such entry");
      case "DELETE faults":
      case "DELETE tape":
        tape.clear();
        return ok({ armed: 0 });
      case "POST seed":
        return this.seed(body);
      case "POST notify":
        return this.notify(body);
      case "POST settings":
        return replyTo(changeSettings(gateway, body));
      case "POST reset":
        return this.reset();
      default:
        return this.change(call, body);
    }
  }

  private reset(): Reply {
    const { gateway, tape, log } = this.serving;
    gateway.notifier.clear();
    gateway.due.clear();
    gateway.renewalsDue.clear();
    gateway.payoutsDue.clear();
    gateway.book.reset();
    gateway.ranking = DEFAULT_RANKING;
    gateway.chances.restart();
    endTrouble(gateway);
    log.clear();
    tape.clear();
    return ok({ reset: true });
  }

  /** The clock only moves forwards: what has expired stays expired. */
  private async advance({ ms }: Fields): Promise<Reply> {
    const { gateway } = this.serving;
    if (typeof ms !== "number" || !Number.isInteger(ms) || ms < 0) return wrong("ms is 0 or more");
    const moved = this.moving.then(() => advance(gateway, ms));
    this.moving = moved.catch(() => undefined);
    await moved;
    return ok({ now: gateway.now().toISOString() });
  }

  private rank({ methods }: Fields): Reply {
    const ranking = rankingOf(methods);
    if (!ranking) return wrong("methods is a list of names, or of {payment_method, acceptance}");
    this.serving.gateway.ranking = ranking;
    return ok({ methods: ranking });
  }

  private arming(): Arming {
    const { gateway, tape } = this.serving;
    return { tape, dice: gateway.chances.tape, operations: operationNames };
  }

  private seed({ seed }: Fields): Reply {
    const { chances } = this.serving.gateway;
    if (typeof seed !== "string" && typeof seed !== "number") return wrong("seed is a text or a number");
    chances.restart(String(seed));
    return ok({ seed: chances.seed });
  }

  /** Sends `times` notifications at once and waits for the store's answers. */
  private async notify(body: Fields): Promise<Reply> {
    const { book, notifier } = this.serving.gateway;
    const payout = book.payout(textOf(body, "request_id"));
    const subject = payout ?? book.named(textOf(body, "transaction_id"), textOf(body, "order_no"));
    if (!subject) return missing("there is no such order_no or request_id");
    const times = typeof body.times === "number" && body.times >= 1 ? Math.min(Math.trunc(body.times), 10_000) : 1;
    const firing = payout ? { ...firingOf(body), kind: "payout" as const } : firingOf(body);
    const url = typeof body.url === "string" ? body.url : undefined;
    const results = await Promise.all(Array.from({ length: times }, () => notifier.fire(subject, firing, url)));
    return ok({ results });
  }

  private change(call: string, body: Fields): Reply {
    const { gateway, tape } = this.serving;
    const act = changes.get(call);
    if (!act) return this.changeSubscription(call, body);
    const transaction = gateway.book.named(textOf(body, "transaction_id"), textOf(body, "order_no"));
    if (!transaction) return missing("there is no such order_no");
    const fault = notifyFault(tape.take("control", [transaction.order_no]));
    const problem = gateway.notifier.under(fault, () => act(gateway, transaction, body));
    return problem ? { status: 409, body: { error: problem } } : ok(transactionView(gateway, transaction));
  }

  private changeSubscription(call: string, body: Fields): Reply {
    const { gateway } = this.serving;
    const act = subscriptionChanges.get(call);
    if (!act) return this.changePayout(call, body);
    const subscription = subscriptionNamed(gateway, body);
    return subscription ? changedReply(act(gateway, subscription, body)) : missing("there is no such subscription");
  }

  private changePayout(call: string, body: Fields): Reply {
    const { gateway } = this.serving;
    const act = payoutChanges.get(call);
    if (!act) return missing("there is no such control");
    const payout = gateway.book.payout(textOf(body, "request_id"));
    return payout ? changedReply(act(gateway, payout, body)) : missing("there is no such payout");
  }
}

const changedReply = (changed: Changed): Reply =>
  "problem" in changed ? { status: 409, body: { error: changed.problem } } : ok(changed.value);

const replyTo = (read: Read<unknown>): Reply => ("problem" in read ? wrong(read.problem) : ok(read.value));

const problemIn = ({ body }: Reply): string => (isFields(body) ? textOf(body, "error") : "");

const numberIn = (text: string | null): number | undefined =>
  text !== null && /^\d{1,15}$/.test(text) ? Number.parseInt(text, 10) : undefined;

/** Form fields are texts: converts numbers, and treats empty fields as missing. */
const typed = (form: Fields): Fields =>
  Object.fromEntries(
    Object.entries(form).flatMap(([name, value]) => {
      if (value === "") return [];
      return [[name, NUMBERS.has(name) ? (numberIn(String(value)) ?? value) : value]];
    }),
  );

const NUMBERS = new Set(["id", "count", "ms", "charge"]);

/** Whether another site's page made the browser send this. Programs do not send the header. */
const isForeign = ({ headers }: IncomingMessage): boolean => {
  const site = headers["sec-fetch-site"];
  return site !== undefined && site !== "same-origin" && site !== "none";
};
