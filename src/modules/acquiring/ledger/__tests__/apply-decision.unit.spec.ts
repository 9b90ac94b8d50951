import { attempt, HOUR } from "../../domain/__tests__/attempts";
import { lockedOf } from "../../domain/__tests__/exploration/ledger";
import type { Decision } from "../../domain/snapshot";
import { unchanged } from "../../domain/snapshot";
import type { DecisionContext, FactDetails } from "../apply-decision";
import { noDetails, simpleWrites } from "../apply-decision";
import { decisionWrites } from "../decision-writes";
import type { WriteSet } from "../write-set";

/** Every detail of a fact reaches its columns: by the decision's writes, or by the path that first reads more. */
const ALL: Required<FactDetails> = {
  code: "1000",
  message: "Approved.",
  gatewayPaymentId: "17",
  reference: "RF1",
  card: { mask: "400000******0002", brand: "visa" },
  risk: { action: "accept", score: "10", reasons: [] },
  threeDs: { used: true, result: "Y", eci: "05" },
  actionUrl: "https://gateway.example/3ds",
  redirectForm: { method: "post", url: "https://gateway.example/pay", fields: [] },
};

/** A new detail needs a line here, and the columns that hold it. */
const COLUMNS: Readonly<Record<keyof FactDetails, readonly string[]>> = {
  code: ["conclusions.result_code", "attempts.result_code"],
  message: ["conclusions.result_message", "attempts.result_message"],
  gatewayPaymentId: ["attempts.gateway_payment_id"],
  reference: ["conclusions.gateway_reference"],
  card: ["attempts.card_mask", "attempts.card_brand"],
  risk: ["attempts.risk"],
  threeDs: ["attempts.three_ds"],
  actionUrl: ["attempts.action_url"],
  redirectForm: ["attempts.redirect_form"],
};

/** Details that mean nothing without an effect: only these may be dropped then. */
const ONLY_WITH_EFFECT = ["code", "message", "gatewayPaymentId", "reference", "actionUrl", "redirectForm"];

const isDetail = (key: string): key is keyof FactDetails => key in ALL;
const KEYS = Object.keys(ALL).filter(isDetail);

const created = attempt("created");
const opened: Decision = {
  ...unchanged(created),
  state: "action_required",
  entries: [{ kind: "action_required", operationId: "op_authorise", amount: null, to: "action_required" }],
  conclusions: [{ operationId: "op_authorise", status: "pending" }],
};

const contextWith = (details: FactDetails): DecisionContext => ({
  source: "response",
  actor: "gateway",
  now: new Date(HOUR),
  inboxEventId: null,
  details,
  completeCartAfterMs: 0,
});

const columnsOf = ({ conclusions = [], attempts = [] }: WriteSet): Map<string, string> =>
  new Map(
    Object.entries({ conclusions, attempts }).flatMap(([table, rows]) =>
      rows.flatMap((row) =>
        Object.entries(row).map(([name, value]) => [`${table}.${name}`, JSON.stringify(value)] as const),
      ),
    ),
  );

const fullWrites = (details: FactDetails): Map<string, string> =>
  columnsOf(decisionWrites(lockedOf(created, HOUR), opened, { ...contextWith(details), outsideId: undefined }));

test.each(KEYS)("the detail %s is written to its columns", (key) => {
  const without = fullWrites(noDetails);
  const changed = [...fullWrites({ ...noDetails, [key]: ALL[key] })].filter(
    ([name, value]) => value !== "null" && without.get(name) !== value,
  );
  expect(changed.map(([name]) => name)).toEqual(COLUMNS[key]);
});

test.each(KEYS)("the simple path writes the detail %s like the full one, or leaves it to that", (key) => {
  const details = { ...noDetails, [key]: ALL[key] };
  const simple = simpleWrites({ attempt: lockedOf(created, HOUR), reduced: opened, context: contextWith(details) });
  if (simple) expect(columnsOf(simple)).toEqual(fullWrites(details));
  else expect(["gatewayPaymentId", "risk"]).toContain(key);
});

test.each(KEYS)("without an effect, the simple path never drops the detail %s if it is shown", (key) => {
  const authorised = attempt("authorised");
  const simple = simpleWrites({
    attempt: lockedOf(authorised, HOUR),
    reduced: unchanged(authorised),
    context: contextWith({ ...noDetails, [key]: ALL[key] }),
  });
  expect(simple).toEqual(ONLY_WITH_EFFECT.includes(key) ? {} : null);
});
