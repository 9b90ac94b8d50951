import type { OperationKind, OperationSnapshot } from "../../snapshot";
import { holdsMoney } from "../../states";
import type { Configuration } from "./configurations";
import type { Effect, Order, Request, Truth, World } from "./world";
import { keyOf } from "./world";

/** What must hold in every state, in words; null: all of it does. */
export function violationIn(world: World, { hasPortal }: Configuration): string | null {
  const money = world.orders.filter(({ truth }) => truth.authorisations.length > 0 && truth.voids.length === 0);
  if (money.length > 1) return "two orders of one session hold money";
  for (const [index, order] of world.orders.entries()) {
    const requests = world.requests.filter((request) => request.order === index);
    const found = atGateway(order.truth) ?? inLedger(order, hasPortal) ?? givenUp(order, requests);
    if (found !== null) return found;
  }
  return null;
}

export const sum = (all: readonly Effect[]): bigint => all.reduce((total, { amount }) => total + amount, 0n);
export const standing = ({ refunds }: Truth): Truth["refunds"] => refunds.filter(({ status }) => status !== "failed");

function atGateway(truth: Truth): string | null {
  const ids = [...truth.authorisations, ...effectsOf(truth).map(({ id }) => id)];
  if (new Set(ids.map(keyOf)).size < ids.length) return "one idempotency key took effect twice";
  const captured = sum(truth.captures);
  if (sum(standing(truth)) > captured) return "more was refunded than captured";
  if (captured > 1_000n) return "more was captured than authorised";
  if (captured > 0n && truth.voids.length > 0) return "a capture and a void both took effect";
  if (truth.decisions.length > 1) return "two decisions took effect";
  if (captured > 0n && (truth.review === "held" || truth.review === "rejected")) {
    return "a payment that is held or rejected was captured";
  }
  return null;
}

const effectsOf = ({ captures, voids, refunds, decisions }: Truth): readonly Effect[] => [
  ...captures,
  ...voids,
  ...refunds,
  ...decisions,
];

/** What was rejected in review was given back: its authorise stands no more. */
const tookEffect = (truth: Truth, id: string): boolean =>
  (truth.authorisations.includes(id) && truth.review !== "rejected") ||
  effectsOf(truth).some((effect) => effect.id === id);

function inLedger({ truth, row }: Order, hasPortal: boolean): string | null {
  const { authorised, captured, refunded, refundPending } = row;
  if (captured > authorised || refunded + refundPending > captured) return "amounts in the ledger do not nest";
  if (captured > sum(truth.captures)) return "the ledger has captured more than the gateway";
  if (refunded + refundPending > sum(truth.refunds)) return "the ledger has refunded more than the gateway";
  if (holdsMoney(row.state) && truth.authorisations.length === 0)
    return "the ledger has money that the gateway has not";
  if (row.state === "voided" && truth.voids.length === 0) return "the ledger has a void that the gateway has not";
  const imagined = row.operations.find(
    ({ id, status, isInferred }) => status === "settled" && !tookEffect(truth, id) && !(hasPortal && isInferred),
  );
  return imagined ? `${imagined.id} is settled in the ledger and did not take effect` : null;
}

/** Declined or not sent is final: nothing of it may be at the gateway, or arrive there. */
function givenUp({ truth, row }: Order, requests: readonly Request[]): string | null {
  for (const { id, status } of row.operations) {
    if (status !== "declined" && status !== "not_sent") continue;
    if (requests.some((request) => request.id === id && request.answer === null)) {
      return `${id} is ${status} in the ledger and may still take effect`;
    }
    const isRefunded = truth.refunds.some((refund) => refund.id === id);
    const effect = isRefunded ? standing(truth).some((refund) => refund.id === id) : tookEffect(truth, id);
    if (effect) return `${id} is ${status} in the ledger and took effect`;
  }
  return null;
}

const SETTLING: ReadonlySet<OperationKind> = new Set(["capture", "void", "review"]);
const exclude = (one: OperationKind, other: OperationKind): boolean =>
  one === other || (SETTLING.has(one) && SETTLING.has(other));

/** What must hold when a request leaves: nothing that it excludes is undecided at the gateway, and itself it never left. */
export function violationOfSend(world: World, leaving: Request): string | null {
  const open = world.requests.filter(({ answer }) => answer === null);
  if (open.some(({ id, order }) => id === leaving.id && order === leaving.order)) return `${leaving.id} was sent again`;
  for (const [index, { truth, row }] of world.orders.entries()) {
    if (index === leaving.order && tookEffect(truth, leaving.id))
      return `${leaving.id} was sent again after it took effect`;
    const earlier = row.operations.filter(({ id, kind }) => id !== leaving.id && exclude(kind, leaving.kind));
    for (const one of earlier) {
      if (open.some(({ id }) => id === one.id)) return `${leaving.id} was sent while ${one.id} may still take effect`;
      if (isUnknownTo(one) && tookEffect(truth, one.id)) {
        return `${leaving.id} was sent while the ledger does not know that ${one.id} took effect`;
      }
    }
  }
  return null;
}

const isUnknownTo = ({ status }: OperationSnapshot): boolean => status === "sending" || status === "unknown";

/** The gateway's word on a capture or void, asked for before its row was committed, concludes it. */
export function violationOfAnswer(before: Order, after: Order, whenAsked: ReadonlyMap<string, string>): string | null {
  for (const { id, kind, status } of after.row.operations) {
    const was = before.row.operations.find((each) => each.id === id);
    if ((kind !== "capture" && kind !== "void") || !was || was.status === status) continue;
    const asked = whenAsked.get(id);
    if (asked === undefined || asked === "not_sent") return `${id} was concluded by the answer to an earlier question`;
  }
  return null;
}

/** After everything has arrived and two more questions were answered, the ledger says what the gateway did. */
export function violationAtRest({ truth, row }: Order, { hasPortal, multipleCaptures }: Configuration): string | null {
  if (hasPortal) return null;
  // Of several captures no query tells which were taken: a person decides.
  const isOpen = multipleCaptures && row.operations.some((each) => each.kind === "capture" && isUnknownTo(each));
  if (isOpen) return null;
  if (row.operations.some(isUnknownTo)) return "an operation stays undecided at rest";
  if (row.captured !== sum(truth.captures)) return "captured amounts differ at rest";
  if (row.refunded + row.refundPending !== sum(standing(truth))) return "refunded amounts differ at rest";
  if ((row.state === "voided") !== truth.voids.length > 0) return "a void is missing at rest";
  return null;
}
