import type { Knex } from "knex";
import type { EraseRefusal } from "../../src/application/privacy/erase-refusals";
import { eraseRefusals } from "../../src/application/privacy/erase-refusals";
import { NOBODY } from "../../src/application/privacy/person-scope";
import { allMigrations } from "../support/all-migrations";
import type { Row } from "../support/any-row";
import { insertRow } from "../support/any-row";
import type { OwnDatabase } from "../support/own-database";
import { ownDatabase } from "../support/own-database";

/** What is not over yet is not erased, and each refusal says what to do. */
const NOW = new Date("2026-11-27T10:00:00Z");
const LATER = new Date("2099-01-01T00:00:00Z");
const SCOPE = {
  ...NOBODY,
  ...{ customers: ["cus_1"], emails: ["ada@example.test"], orders: ["order_1"], attempts: ["attempt"] },
  ...{ orderNos: ["A1"], subscriptions: ["sub", "sub_2", "sub_3"] },
};
const RAW = JSON.stringify({ value: "100", precision: 20 });

let database: OwnDatabase;
let pg: Knex;
beforeAll(async () => {
  const migrations = [...(await allMigrations()), ...(await allMigrations("acquiring_subscription"))];
  database = await ownDatabase("erase_refusals", migrations);
  pg = database.pool(2);
});
afterAll(() => database.close());

const PAID = { id: "attempt", order_no: "A1", state: "captured", refunded: 0, refund_pending: 0, deleted_at: null };
const payment = (more: Row): readonly [string, Row] => ["acquiring_payment_attempt", { ...PAID, ...more }];
const hold = (kind: string, subject: string, more: Row = {}): readonly [string, Row] => [
  "acquiring_legal_hold",
  { id: "hold", subject_kind: kind, subject, ...more },
];
const link = (more: Row): readonly [string, Row] => [
  "acquiring_payment_link",
  { id: "link", order_id: "order_1", expires_at: LATER, raw_amount: RAW, ...more },
];
const proposal = (more: Row): readonly [string, Row] => [
  "acquiring_refund_proposal",
  { id: "proposal", order_id: "order_1", amount: 100, raw_amount: RAW, ...more },
];
const subscription = (more: Row): readonly [string, Row] => [
  "acquiring_subscription",
  { id: "sub", attempt_id: "attempt", raw_amount: RAW, ...more },
];
const operation = (more: Row): readonly [string, Row] => [
  "acquiring_operation",
  { id: "op", attempt_id: "attempt", kind: "void", raw_amount: RAW, ...more },
];
const message = (status: string): readonly [string, Row] => [
  "acquiring_inbox_event",
  { id: "in", order_no: "A1", status },
];
const item = (more: Row): readonly [string, Row] => [
  "acquiring_attention_item",
  { id: "item", attempt_id: "attempt", ...more },
];

const answer = (rows: readonly (readonly [string, Row])[]): Promise<readonly EraseRefusal[]> =>
  pg
    .transaction(async (trx) => {
      for (const [table, row] of rows) await insertRow(trx, table, row);
      const found = await eraseRefusals(trx, SCOPE, NOW);
      await trx.rollback(found);
      return found;
    })
    .catch((found: unknown) => {
      if (Array.isArray(found)) return found as EraseRefusal[];
      throw found;
    });

const PAYMENT = { name: "A1", payment_id: "attempt" } as const;
const HOLD = { name: "hold", id: "hold" } as const;

test.each([
  [
    "an unfinished payment",
    [payment({ state: "pending" })],
    "Payment A1 is not finished",
    "payment_unfinished",
    PAYMENT,
  ],
  [
    "one that waits for its customer",
    [payment({ state: "action_required" })],
    "Payment A1 is not finished",
    "payment_unfinished",
    PAYMENT,
  ],
  ["an authorised one", [payment({ state: "authorised" })], "Capture or void it first", "payment_authorised", PAYMENT],
  [
    "one in review",
    [payment({ state: "authorised", held_at: NOW })],
    "Approve or reject it first",
    "payment_in_review",
    PAYMENT,
  ],
  [
    "an unconfirmed refund",
    [payment({ captured: 100, authorised: 100, refund_pending: 50 })],
    "is not confirmed",
    "refund_unconfirmed",
    PAYMENT,
  ],
  ["money that is being reversed", [payment({ reverse_at: NOW })], "is not confirmed", "refund_unconfirmed", PAYMENT],
  [
    "an unknown operation",
    [payment({}), operation({ status: "unknown" })],
    "A1 (void) is not known",
    "operation_unknown",
    PAYMENT,
  ],
  [
    "a proposed refund",
    [proposal({})],
    "Refund or dismiss it first",
    "refund_proposed",
    { name: "order_1", order_id: "order_1" },
  ],
  [
    "an open dispute",
    [payment({ disputes: JSON.stringify([{ status: "open" }]) })],
    "is disputed",
    "dispute_open",
    PAYMENT,
  ],
  [
    "an active subscription",
    [subscription({ state: "active" })],
    "Subscription sub is active. Cancel it first.",
    "subscription_active",
    { name: "sub", id: "sub" },
  ],
  [
    "one that is being cancelled",
    [subscription({ state: "cancelling" })],
    "Subscription sub is active",
    "subscription_active",
    { name: "sub", id: "sub" },
  ],
  [
    "one whose payment was sent, and that is not joined to it yet",
    [
      payment({ session_id: "session", subscription_due_at: NOW }),
      subscription({ state: "pending", attempt_id: null, session_id: "session" }),
    ],
    "Subscription sub is active",
    "subscription_active",
    { name: "sub", id: "sub" },
  ],
  [
    "one that ended here and that the gateway still charges",
    [subscription({ state: "ended", gateway_status: "active" })],
    "Subscription sub is active",
    "subscription_active",
    { name: "sub", id: "sub" },
  ],
  [
    "an open payment link",
    [link({})],
    "Payment link link is open. Revoke it first.",
    "payment_link_open",
    { name: "link", id: "link", order_id: "order_1" },
  ],
  [
    "an unprocessed notification",
    [message("pending")],
    "is not processed",
    "notification_unprocessed",
    { name: "A1", payment_id: null },
  ],
  [
    "one of a known payment",
    [payment({}), message("pending")],
    "is not processed",
    "notification_unprocessed",
    PAYMENT,
  ],
  [
    "an open attention item",
    [item({ kind: "drift" })],
    "Attention item item is open",
    "attention_open",
    { id: "item", payment_id: "attempt", attention_kind: "drift" },
  ],
  ["a hold of the customer", [hold("customer", "cus_1")], "Legal hold hold of this customer", "legal_hold", HOLD],
  ["a hold of the address", [hold("email", "ada@example.test")], "of this e-mail address", "legal_hold", HOLD],
  ["a hold of an order", [hold("order", "order_1", { until: LATER })], "until 2099-01-01", "legal_hold", HOLD],
] as const)("%s refuses the erasure, and says what it is about", async (_name, rows, said, kind, about) => {
  const found = await answer(rows);
  const nothing = { id: null, payment_id: null, order_id: null, attention_kind: null, name: expect.any(String) };
  expect(found).toEqual([{ ...nothing, ...about, kind, sentence: expect.stringContaining(said) }]);
});

test("what is over, decided, or somebody else's refuses nothing", async () => {
  const other = { id: "other", order_no: "A2", session_id: "other" };
  expect(
    await answer([
      payment({ disputes: JSON.stringify([{ status: "lost" }]), held_at: NOW, hold_decision: "approved" }),
      payment({ ...other, state: "pending", gateway_payment_id: null }),
      operation({ status: "declined" }),
      proposal({ dismissed_at: NOW }),
      subscription({ state: "cancelled" }),
      subscription({ id: "sub_2", state: "ended", gateway_status: "inactive", attempt_id: "other" }),
      subscription({ id: "sub_3", state: "pending", attempt_id: null }),
      link({ revoked_at: NOW }),
      message("applied"),
      item({ cleared_at: NOW }),
      hold("customer", "cus_1", { released_at: NOW }),
      hold("email", "eve@example.test", { id: "hold_2" }),
      hold("order", "order_1", { id: "hold_3", until: new Date(NOW.getTime() - 1) }),
    ]),
  ).toEqual([]);
});
