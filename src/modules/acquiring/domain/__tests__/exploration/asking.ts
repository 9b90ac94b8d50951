import type { PaymentFact, RefundFact } from "../../../../../gateway/model/facts";
import { SENDING_GRACE_MS } from "../../../ledger/rows/schedule";
import type { AttemptSnapshot, FactContext } from "../../snapshot";
import { answerOf } from "./gateway";
import { violationOfAnswer } from "./invariants";
import { applied } from "./ledger";
import type { Rules } from "./rules";
import type { At, Explored, Step, Which } from "./step";
import { clocksOf, NAME, NOT_FOUND_FINAL_AFTER_MS, orderAt, reducedBy, withOrder, withProcess } from "./step";
import type { Question, World } from "./world";

/**
 * A query as the checker makes it: the operations and the time are noted, the gateway reads the question, and the answer
 * is applied in up to three transactions, between which others may do theirs.
 */
export function* asks(world: World, which: Which, { rules }: Explored): Generator<Step> {
  for (const index of world.orders.keys()) {
    yield { label: `${NAME[which]} asks`, world: asked(world, which, { index, rules }) };
  }
}

/** What is still sending long after its time limit is unknown from now on; then the operations and the time are noted. */
export function asked(
  world: World,
  which: Which,
  { index, rules }: { readonly index: number; readonly rules: Rules },
): World {
  const { now } = world;
  const order = orderAt(world, index);
  const stale = order.row.operations.find(
    ({ status, sentAt }) => status === "sending" && now - sentAt >= SENDING_GRACE_MS,
  );
  const outcome = { kind: "unknown", reason: { code: "process_ended", message: "It ended." } } as const;
  const row = stale ? reducedBy(order, { id: stale.id, outcome, now }, rules) : order.row;
  const operationsWhenAsked = new Map(row.operations.map(({ id, status }) => [id, status]));
  const question: Question = { order: index, askedAt: now, operationsWhenAsked, seen: null, next: "payment" };
  return withProcess(withOrder(world, index, { row }), which, { question });
}

/** What is applied after which. */
const AFTER = { payment: "absence", absence: "refunds", refunds: null } as const;

export function followed(at: At, question: Question): Step {
  const { world, which } = at;
  const order = orderAt(world, question.order);
  if (question.seen === null) {
    const answered = { ...question, seen: order.truth };
    return {
      label: `the gateway reads ${NAME[which]}'s question`,
      world: withProcess(world, which, { question: answered }),
    };
  }
  const { row, question: rest } = appliedPart(at, question);
  return {
    label: `${NAME[which]} applies the answer (${question.next})`,
    world: withProcess(withOrder(world, question.order, { row }), which, { question: rest }),
    violation: violationOfAnswer(order, { ...order, row }, question.operationsWhenAsked),
  };
}

interface Part {
  readonly row: AttemptSnapshot;
  /** What is left of it. */
  readonly question: Question | null;
}

/** The payment; then, where refunds were listed, those of ours that are missing; then those that are listed. */
export function appliedPart({ world, which, explored: { rules } }: At, question: Question): Part {
  const { row } = orderAt(world, question.order);
  const { payment, refunds } = answerOf(question.seen ?? orderAt(world, question.order).truth, question.order);
  const { operationsWhenAsked, next } = question;
  const context = rules.context({
    source: "query",
    askedAt: rules.askedAt({ asked: clocksOf(which, question.askedAt), applied: clocksOf(which, world.now) }),
    operationId: null,
    operationsWhenAsked,
    unknownFinalAfterMs: NOT_FOUND_FINAL_AFTER_MS,
  });
  const follows = wantsRefunds(row, question, payment) ? AFTER[next] : null;
  return {
    row: afterPart(row, { next, payment, refunds, context }, rules),
    question: follows ? { ...question, next: follows } : null,
  };
}

interface Answer extends Pick<Question, "next"> {
  readonly payment: PaymentFact;
  readonly refunds: readonly RefundFact[];
  readonly context: FactContext;
}

function afterPart(row: AttemptSnapshot, { next, payment, refunds, context }: Answer, rules: Rules): AttemptSnapshot {
  if (next === "payment") return applied(row, rules.reduce(row, payment, context), payment);
  if (next === "refunds") return refunds.reduce((so, fact) => applied(so, rules.reduce(so, fact, context), fact), row);
  const listed = new Set(refunds.flatMap(({ operationId }) => operationId ?? []));
  return applied(row, rules.reduceRefundAbsence(row, listed, context), null);
}

const wantsRefunds = (row: AttemptSnapshot, { operationsWhenAsked }: Question, { reading }: PaymentFact): boolean =>
  reading === "refunded" || row.operations.some(({ id, kind }) => kind === "refund" && operationsWhenAsked.has(id));
