import type { OperationRow } from "../../src/modules/acquiring/ledger/rows/attempt-row";
import type { Books } from "./books";
import type { Sent } from "./wire";

/**
 * What went over the wire, held against the rows: a row is sent once at most,
 * and after a write that nobody answered the next word about it is a question.
 */
const WIRE_NAME: Readonly<Record<OperationRow["kind"], string>> = {
  authorise: "authorise",
  capture: "capture",
  void: "cancel",
  refund: "refund",
  review: "review",
  cancel_subscription: "cancelsubscription",
};

/** Order numbers stand in bodies as they are, whatever the encoding: letters, digits and underscores. */
const speaksOf = (sent: Sent, orderNo: string): boolean => sent.body.includes(orderNo);

export function sendViolations({ attempts, operations, sent }: Books): string[] {
  return attempts.flatMap(({ id, account, order_no: orderNo }) => {
    const own = operations.filter((row) => row.attempt_id === id);
    const about = sent.filter((each) => speaksOf(each, orderNo));
    const strays = about.filter((each) => each.account !== account);
    return [
      ...strays.map((each) => `${orderNo}: ${each.operation} was sent to the account ${each.account}, not ${account}`),
      ...(["authorise", "capture", "void", "refund"] as const).flatMap((kind) => [
        ...tooMany(kind, own, about),
        ...unasked(kind, about),
      ]),
    ];
  });
}

function tooMany(kind: OperationRow["kind"], own: readonly OperationRow[], about: readonly Sent[]): string[] {
  const rows = own.filter((row) => row.kind === kind);
  const writes = about.filter(({ operation }) => operation === WIRE_NAME[kind]);
  const found: string[] = [];
  if (writes.length > rows.length) {
    found.push(`${String(writes.length)} ${kind} requests were sent for ${String(rows.length)} rows`);
  }
  if (kind !== "refund") return found;
  for (const { id } of rows) {
    const times = writes.filter(({ body }) => body.includes(id)).length;
    if (times > 1) found.push(`the refund ${id} was sent ${String(times)} times`);
  }
  return found;
}

function unasked(kind: OperationRow["kind"], about: readonly Sent[]): string[] {
  const question = kind === "refund" ? "retrievalRefund" : "retrievalTrans";
  let open = false;
  const found: string[] = [];
  for (const { operation, answered } of about) {
    if (operation === question && answered) open = false;
    if (operation !== WIRE_NAME[kind]) continue;
    if (open) found.push(`a ${kind} was sent while an earlier one was unanswered and nobody had asked`);
    open = !answered;
  }
  return found;
}
