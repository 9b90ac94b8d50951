import type { NotifyReading } from "../../gateway/notifications/ask-notify-route";
import { BODY_WAS_READ, isBodyRead, isOurAnswer, LEAVE_BODIES } from "../../gateway/notifications/ask-notify-route";
import { errorText } from "../error-text";
import type { Finding } from "./finding";
import { fail, ok, warn } from "./finding";

export interface Unreachable {
  readonly kind: "unreachable";
  readonly reason: string;
}

export function judgeNotify({ address, answer }: NotifyReading): Finding {
  const check = "notifications";
  if (answer.kind === "unreachable") {
    return fail(
      check,
      `${address} cannot be reached from this server: ${errorText(answer.error)}.`,
      "Start the store, and check notifyBaseUrl, its certificate, the proxy and the firewall; the gateway must be able to reach it too.",
    );
  }
  if (isOurAnswer(answer)) {
    return ok(check, `${address} responds as this plugin`);
  }
  if (isBodyRead(answer)) return fail(check, `${address} refuses notifications: ${BODY_WAS_READ}.`, LEAVE_BODIES);
  const observed = `${address} responds with HTTP ${String(answer.status)}, but not as this plugin.`;
  return answer.status >= 300 && answer.status < 400
    ? fail(check, observed, "It redirects, which gateways do not follow: set the final URL as notifyBaseUrl.")
    : fail(
        check,
        observed,
        "Let the proxy forward POST /acquiring/notify/* to Medusa unchanged, or correct notifyBaseUrl.",
      );
}

const PROXIES = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"];

export function judgeProxy(env: Readonly<Record<string, string | undefined>>): readonly Finding[] {
  const name = PROXIES.find((each) => env[each]);
  if (name === undefined) return [];
  const message = `${name} is set, but the gateway is always reached directly, without a proxy.`;
  return [warn("outgoing proxy", message, "Allow connections to the gateway's addresses in the firewall.")];
}

export interface GatewayReading {
  readonly account: string;
  readonly baseUrl: string;
  readonly reached: { readonly kind: "answered"; readonly date: string | null } | Unreachable;
  /** When the response arrived, by this server's clock. */
  readonly at: Date;
  /** Response to a query of the newest payment; `orderNo` null: the ledger has none, and the number was invented. */
  readonly query:
    | { readonly kind: "answered"; readonly orderNo: string | null; readonly reading: string | null }
    | { readonly kind: "refused" | "failed"; readonly code: string; readonly message: string }
    | null;
}

export function judgeGateway(reading: GatewayReading): readonly Finding[] {
  const check = `gateway of ${reading.account}`;
  if (reading.reached.kind === "unreachable") {
    return [
      fail(
        check,
        `${reading.baseUrl} cannot be reached: ${reading.reached.reason}.`,
        `Check accounts.${reading.account}.baseUrl and this server's internet connection.`,
      ),
    ];
  }
  return [ok(check, `${reading.baseUrl} answers`), judgeClock(reading, reading.reached.date), judgeQuery(reading)];
}

const WARN_SECONDS = 30;
const FAIL_SECONDS = 300;

function judgeClock({ account, at }: GatewayReading, date: string | null): Finding {
  const check = `clock, against ${account}`;
  const theirs = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(theirs))
    return warn(check, "The gateway's response has no Date header.", "Compare this server's clock manually.");
  const seconds = Math.round(Math.abs(theirs - at.getTime()) / 1_000);
  if (seconds < WARN_SECONDS) return ok(check, `${String(seconds)} s apart`);
  const message = `This server's clock is ${String(seconds)} s ${theirs > at.getTime() ? "behind" : "ahead of"} the gateway's.`;
  return (seconds < FAIL_SECONDS ? warn : fail)(
    check,
    message,
    "Synchronise the clock with NTP (timedatectl set-ntp true).",
  );
}

function judgeQuery({ account, query }: GatewayReading): Finding {
  const check = `queries to ${account}`;
  if (query === null) return warn(check, "It was not queried.", "Run the command without --offline.");
  if (query.kind === "answered") return judgeAnswer(account, query);
  if (query.code === "ip_not_registered") {
    return fail(
      check,
      "The gateway does not accept queries from this server's IP address.",
      "Register this server's outgoing IP address with the gateway; until then unknown results cannot be resolved.",
    );
  }
  if (/I0013/.test(query.message)) {
    return fail(
      check,
      "The gateway reports an invalid signature (I0013).",
      `Compare accounts.${account}.signingKeys with the gateway's; if they are correct, find the recipe: npx medusa-payment-acquiring signature --help`,
    );
  }
  if (query.code === "http_400") {
    return fail(
      check,
      `The gateway rejects the query as invalid: ${query.message}`,
      `The usual cause is a wrong key or signing recipe: compare accounts.${account}.signingKeys with the gateway's, then profile.signing, then profile.encoding.`,
    );
  }
  if (query.code.startsWith("unreadable")) {
    return fail(
      check,
      `The response to a query could not be read: ${query.message}`,
      "Until it can, unknown results cannot be resolved. Capture the response: npx medusa-payment-acquiring signature FILE lists the fields in another form.",
    );
  }
  return fail(
    check,
    `A query was ${query.kind === "refused" ? "refused" : "not answered usably"}: ${query.message}`,
    `Compare merchantId, accountId and profile.queries, profile.encoding of accounts.${account} with the gateway's.`,
  );
}

type Answered = Extract<NonNullable<GatewayReading["query"]>, { kind: "answered" }>;

/** Only an existing row shows whether rows can be read. */
function judgeAnswer(account: string, { orderNo, reading }: Answered): Finding {
  const check = `queries to ${account}`;
  const accepted = "signature and IP address are accepted";
  if (orderNo === null) {
    const message = `are answered: ${accepted}. The ledger has no payment of this account, so reading a payment was not tested: run the command again after the first one`;
    return ok(check, message);
  }
  if (reading === "not_found") {
    return warn(
      check,
      `are answered, but the newest payment (${orderNo}) was not found.`,
      `If it was sent, compare merchantId, accountId and profile.queries.ordersField, profile.encoding of accounts.${account} with the gateway's.`,
    );
  }
  if (reading === "unmapped") {
    return warn(
      check,
      `are answered, but the newest payment (${orderNo}) has a status that profile.status does not list.`,
      "The dashboard's Health page shows the code and the option to add.",
    );
  }
  return ok(check, `are answered: ${accepted}; the newest payment (${orderNo}) is "${reading ?? "nothing"}"`);
}
