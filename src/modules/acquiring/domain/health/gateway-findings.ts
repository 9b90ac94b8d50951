/**
 * Two signs that a gateway's responses are not understood although every request is answered: responses that could not be
 * read, by operation, and operations whose result stays unknown; what they mean, and what to do. One judgement for the
 * health page, readiness and `doctor`. Pure.
 */
export interface GatewaySigns {
  /** Of the last hour; operations without an unreadable response are left out. */
  readonly unreadable: readonly {
    readonly operation: string;
    readonly unreadable: number;
    readonly requests: number;
  }[];
  readonly unknown: UnknownCount;
}

export interface UnknownCount {
  readonly open: number;
  /** Sent more than 15 minutes ago: longer than a working gateway needs. */
  readonly overdue: number;
  /** Sent within the last hour. */
  readonly recent: number;
  /** Operations of every kind that were sent within the last hour. */
  readonly sent: number;
}

export interface GatewayFinding {
  readonly kind: "unreadable_responses" | "unknown_outcomes";
  readonly verdict: "watch" | "broken";
  readonly text: string;
}

/** So many of one sort are no chance. */
const MANY = 5;

export const gatewayFindings = ({ unreadable, unknown }: GatewaySigns): readonly GatewayFinding[] => [
  ...unreadable.map(unreadableFinding),
  ...unknownFinding(unknown),
];

/** Nothing of this operation could be read, or too much of it could not: whatever depends on it stays open. */
function unreadableFinding({ operation, unreadable, requests }: GatewaySigns["unreadable"][number]): GatewayFinding {
  const isBroken = unreadable >= MANY || unreadable * 2 >= requests;
  const effect = operation.startsWith("query")
    ? "They cannot resolve unknown operations."
    : "Their operations stay unknown until a query resolves them.";
  return {
    kind: "unreadable_responses",
    verdict: isBroken ? "broken" : "watch",
    text:
      `${String(unreadable)} of the last hour's ${String(requests)} responses to "${operation}" could not be read. ${effect} ` +
      "Run npx medusa-payment-acquiring conformance at a sandbox account, and give the gateway one of the responses.",
  };
}

/** Growing: as many as are no chance and half of what was sent. Overdue ones are waited for by customers and orders. */
function unknownFinding({ open, overdue, recent, sent }: GatewaySigns["unknown"]): readonly GatewayFinding[] {
  const isGrowing = recent >= MANY && recent * 2 >= sent;
  if (overdue === 0 && !isGrowing) return [];
  const text =
    `${String(open)} ${open === 1 ? "operation has" : "operations have"} an unknown result, ${String(overdue)} for more than ` +
    `15 minutes, ${String(recent)} sent within the last hour. Open the payments under "Attention" and refresh them. ` +
    "If no query resolves them, check the gateway's portal and record the result.";
  return [{ kind: "unknown_outcomes", verdict: isGrowing || overdue >= MANY ? "broken" : "watch", text }];
}
