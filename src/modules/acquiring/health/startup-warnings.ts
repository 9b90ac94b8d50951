import type { NotifyReading } from "../../../gateway/notifications/ask-notify-route";
import { BODY_WAS_READ, isBodyRead, isOurAnswer, LEAVE_BODIES } from "../../../gateway/notifications/ask-notify-route";
import type { AcquiringOptions } from "../../../options/options";
import { isLoopback } from "../../../gateway/model/safe-url";
import { READABLE_TIMES } from "../runtime/database-clock";
import { errorName } from "../runtime/safe-error-text";

/** Start messages about things that may change while the store runs. One sentence each with the fix. Pure. */
const PACKAGE = "medusa-payment-acquiring";

export const NOT_MIGRATED = `${PACKAGE}: its tables are missing or outdated, so payments and background work are off. Run: npx medusa db:migrate`;

export const NO_PROVIDER = `${PACKAGE}: the payment module lists no provider of this package, so it cannot be used for payments. Add { resolve: "${PACKAGE}/providers/acquiring", id: "<account>" } to its "providers" in medusa-config.`;

/** This server's clock, `skewMs` ahead of Postgres' (negative: behind). */
export const clockWarning = (skewMs: number): string =>
  `${PACKAGE}: this server's clock is ${String(Math.abs(Math.round(skewMs / 1_000)))} s ${skewMs > 0 ? "ahead of" : "behind"} the database's. Payments use the database's time, but logs, tokens and certificates use this clock. Set it with NTP (timedatectl set-ntp true).`;

export const UNREADABLE_TIMES = `${PACKAGE}: times of the database cannot be read, so no payment can be made. ${READABLE_TIMES}`;

export interface RegionRow {
  readonly region: string;
  readonly providers: readonly string[];
}

const isOurs = (provider: string): boolean => provider.startsWith("pp_acquiring-");
const MANUAL_PAYMENT = "pp_system_default";

export function regionWarnings(regions: readonly RegionRow[]): readonly string[] {
  const offering = regions.filter(({ providers }) => providers.some(isOurs));
  if (offering.length === 0) {
    const why = regions.length === 0 ? "there is no region" : "no region offers a payment provider of this package";
    return [
      `${PACKAGE}: ${why}, so customers cannot choose one. Enable one for each region in the dashboard under Settings, Regions.`,
    ];
  }
  const manual = offering.filter(({ providers }) => providers.includes(MANUAL_PAYMENT)).map(({ region }) => region);
  if (manual.length === 0) return [];
  const [first = "", ...more] = manual;
  const where = more.length === 0 ? `the region "${first}"` : `${String(manual.length)} regions, such as "${first}",`;
  return [
    `${PACKAGE}: ${where} also offers Medusa's "Manual Payment" (${MANUAL_PAYMENT}), with which customers place orders without paying. Unless you want that, remove it in the dashboard under Settings, Regions.`,
  ];
}

type Addresses = Pick<AcquiringOptions, "notifyBaseUrl" | "accounts">;

/** Wrong whatever responds here: a gateway elsewhere cannot reach a loopback address. */
export function notifyAddressWarning({ notifyBaseUrl, accounts }: Addresses): string | null {
  if (!isLoopback(notifyBaseUrl)) return null;
  const live = [...accounts.values()].find(({ baseUrl, sandbox }) => !sandbox && !isLoopback(baseUrl));
  if (!live) return null;
  return `${PACKAGE}: the option "notifyBaseUrl" is ${notifyBaseUrl}, which the gateway of the account "${live.key}" cannot reach. Set it to this server's public https address.`;
}

export function notifyAnswerWarning({ address, answer }: NotifyReading): string | null {
  if (isOurAnswer(answer)) return null;
  if (isBodyRead(answer)) return `${PACKAGE}: ${address} refuses notifications: ${BODY_WAS_READ}. ${LEAVE_BODIES}`;
  const what =
    answer.kind === "answered"
      ? `is answered with HTTP ${String(answer.status)} by something other than this package`
      : `cannot be reached from this server (${codeOf(answer.error)})`;
  return `${PACKAGE}: ${address} ${what}, so the gateway's notifications may not arrive. Correct the option "notifyBaseUrl", or let the proxy pass POST /acquiring/notify/* to Medusa unchanged.`;
}

/** `ECONNREFUSED`, `ENOTFOUND`, `TimeoutError`: no address and no foreign text. */
function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = typeof cause === "object" && cause !== null && "code" in cause ? cause.code : undefined;
  return typeof code === "string" ? code : errorName(error);
}
