import type { GatewaySigns } from "./gateway-findings";
import { gatewayFindings } from "./gateway-findings";

/** An account's problems, one sentence each with advice, and an overall status. Pure: the input is read elsewhere. */
export interface Signs {
  /** Since when queries are refused, with the gateway's text. */
  readonly refused: string | null;
  readonly queue: { readonly depth: number; readonly oldestSeconds: number };
  readonly notifications: {
    readonly lastVerified: Date | null;
    readonly lastFailed: Date | null;
    readonly lastFailure: string | null;
  };
  /** In the last quarter of an hour. */
  readonly traffic: { readonly requests: number; readonly failed: number };
  /** In the last day. */
  readonly signatures: { readonly checked: number; readonly matched: number };
  readonly unmapped: number;
  /** Why nothing is sent until the gateway has been queried; null: no recovery. */
  readonly recovery: string | null;
  readonly gateway: GatewaySigns;
}

export type HealthStatus = "healthy" | "warning" | "failing";

interface Finding {
  readonly status: Exclude<HealthStatus, "healthy">;
  readonly text: string;
}

/** With fewer exchanges a rate means nothing. */
const FEW = 5;
/** Fewer than one in this many is a coincidence. */
const A_TWENTIETH = 20;
const OLD_SECONDS = 300;
const SLOW_SECONDS = 60;
const DAY_MS = 86_400_000;

export function findingsOf(signs: Signs, now: Date): { status: HealthStatus; findings: string[] } {
  const findings = [
    recoveryFinding(signs),
    addressFinding(signs),
    trafficFinding(signs),
    notificationFinding(signs, now),
    queueFinding(signs),
    signatureFinding(signs),
    unmappedFinding(signs),
    ...gatewayFindings(signs.gateway),
  ].flatMap((finding) => finding ?? []);
  const isBroken = findings.some(({ status }) => status === "failing");
  const status = isBroken ? "failing" : findings.length > 0 ? "warning" : "healthy";
  return { status, findings: findings.map(({ text }) => text) };
}

const recoveryFinding = ({ recovery }: Signs): Finding | null =>
  recovery === null
    ? null
    : {
        status: "failing",
        text: `${recovery} Recovery mode: nothing is sent until the gateway has been queried. Run: npx medusa-payment-acquiring recover`,
      };

const addressFinding = ({ refused }: Signs): Finding | null =>
  refused === null ? null : { status: "failing", text: `${refused} Until then, no unknown operation can be resolved.` };

function trafficFinding({ traffic: { requests, failed } }: Signs): Finding | null {
  if (requests < FEW || failed === 0) return null;
  const text = `${String(failed)} of the last ${String(requests)} requests to the gateway had no usable response.`;
  if (failed * 2 >= requests) {
    return { status: "failing", text: `${text} Check the gateway's status page and this server's network.` };
  }
  return failed * A_TWENTIETH >= requests
    ? { status: "warning", text: `${text} Nothing is sent twice. Watch the chart.` }
    : null;
}

/** A failure followed by a success is past. */
function notificationFinding({ notifications }: Signs, now: Date): Finding | null {
  const { lastFailed, lastVerified, lastFailure } = notifications;
  if (lastFailed === null || now.getTime() - lastFailed.getTime() > DAY_MS) return null;
  if (lastVerified !== null && lastVerified >= lastFailed) return null;
  return { status: "failing", text: `The last notification was rejected. ${lastFailure ?? ""}`.trim() };
}

function queueFinding({ queue: { depth, oldestSeconds } }: Signs): Finding | null {
  if (depth === 0 || oldestSeconds < SLOW_SECONDS) return null;
  const text = `${String(depth)} gateway messages are waiting to be processed, the oldest for ${String(oldestSeconds)} seconds.`;
  return oldestSeconds >= OLD_SECONDS
    ? {
        status: "failing",
        text: `${text} Is a server running in worker mode? Check the log for acquiring.work_failed.`,
      }
    : { status: "warning", text };
}

/** Anyone can send a forged notification: one among many is only counted, and is no reason to change the keys. */
function signatureFinding({ signatures: { checked, matched } }: Signs): Finding | null {
  const wrong = checked - matched;
  if (wrong === 0 || wrong * A_TWENTIETH < checked) return null;
  const text =
    `${String(wrong)} of the last day's ${String(checked)} signatures were invalid. ` +
    "Compare signingKeys and profile.signing with what the gateway gave you.";
  return { status: checked >= FEW && wrong * 2 >= checked ? "failing" : "warning", text };
}

const unmappedFinding = ({ unmapped }: Signs): Finding | null =>
  unmapped === 0
    ? null
    : {
        status: "warning",
        text: "The gateway uses codes that the profile does not contain. Ask the gateway for their meaning and add them to the profile.",
      };
