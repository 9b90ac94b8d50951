/** Two signs of a misread gateway with their advice, for the health page, readiness and `doctor`. Pure. */
export interface GatewaySigns {
  /** In the last hour; operations without an unreadable response are left out. */
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
  readonly sent: number;
}

export interface GatewayFinding {
  readonly kind: "unreadable_responses" | "unknown_outcomes";
  readonly status: "warning" | "failing";
  readonly text: string;
}

/** This many of one kind are not a coincidence. */
const MANY = 5;

export const gatewayFindings = ({ unreadable, unknown }: GatewaySigns): readonly GatewayFinding[] => [
  ...unreadable.map(unreadableFinding),
  ...unknownFinding(unknown),
];

function unreadableFinding({ operation, unreadable, requests }: GatewaySigns["unreadable"][number]): GatewayFinding {
  const isBroken = unreadable >= MANY || unreadable * 2 >= requests;
  const effect = operation.startsWith("query")
    ? "They cannot resolve unknown operations."
    : "Their operations stay unknown until a query resolves them.";
  return {
    kind: "unreadable_responses",
    status: isBroken ? "failing" : "warning",
    text:
      `${String(unreadable)} of the last hour's ${String(requests)} responses to "${operation}" could not be read. ${effect} ` +
      "Run npx medusa-payment-acquiring conformance at a sandbox account, and give the gateway one of the responses.",
  };
}

function unknownFinding({ open, overdue, recent, sent }: GatewaySigns["unknown"]): readonly GatewayFinding[] {
  const isGrowing = recent >= MANY && recent * 2 >= sent;
  if (overdue === 0 && !isGrowing) return [];
  const text =
    `${String(open)} ${open === 1 ? "operation has" : "operations have"} an unknown result, ${String(overdue)} for more than ` +
    `15 minutes, ${String(recent)} sent within the last hour. Open the payments under "Attention" and refresh them. ` +
    "If no query resolves them, check the gateway's portal and record the result.";
  return [{ kind: "unknown_outcomes", status: isGrowing || overdue >= MANY ? "failing" : "warning", text }];
}
