import type { Knex } from "knex";
import { armFailpoint } from "../../src/modules/acquiring/runtime/failpoint";
import type { AttemptRow } from "../../src/modules/acquiring/ledger/rows/attempt-row";
import type { ReviewResult } from "../../src/modules/acquiring/review/review-decision";
import AcquiringModuleService from "../../src/modules/acquiring/service";
import type { Simulator } from "../../src/simulator";
import { startSimulator } from "../../src/simulator";
import { cardPayment } from "../support/card-payment";
import { ledgerDatabase } from "../support/ledger-database";
import type { OwnDatabase } from "../support/own-database";
import { Gateway } from "../support/shop";

/** Held payments that two people have to agree on: 100.00 EUR each, above the amount or not. */
const KEY = "golden-key-0123456789";
const PENDING = "4000000000009235";
const APPROVED = "4000000000009243";
const PLAIN = "4111111111111111";
type ReviewAction = "approve" | "reject";

let database: OwnDatabase;
let pg: Knex;
let simulator: Simulator;
let gateway: Gateway;

beforeAll(async () => {
  database = await ledgerDatabase("second_person");
  pg = database.pool(10);
  simulator = await startSimulator({ merchantId: "100001", accountId: "100001001", signingKeys: [KEY] });
  gateway = new Gateway(simulator.url);
});
afterAll(async () => {
  await simulator.close();
  await database.close();
});
beforeEach(async () => {
  armFailpoint(null);
  await gateway.anew({ notifications: "off" });
});

function serviceWith(review: object = { secondPersonAbove: { EUR: "99.99" } }, flags: object = { rejectFlag: "0" }) {
  const account = { baseUrl: simulator.url, merchantId: "100001", accountId: "100001001", signingKeys: [KEY] };
  const options = {
    accounts: { main: { ...account, profile: { review: flags } } },
    storefront: { origins: ["http://localhost:8000"] },
    notifyBaseUrl: "http://localhost:1",
    review,
  };
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
  // @ts-expect-error -- a logger with the methods that the service uses
  return new AcquiringModuleService({ __pg_connection__: pg, logger: quiet }, options);
}

let sessions = 0;
async function pay(service: AcquiringModuleService, number = PENDING): Promise<AttemptRow> {
  sessions += 1;
  const session = `payses_second_${String(sessions)}`;
  const { attempt } = await service.pay(cardPayment(session, `cart_${session}`, { card: number }));
  if (!attempt) throw new Error("Nothing was paid.");
  return attempt;
}

let keys = 0;
const say = (
  service: AcquiringModuleService,
  { id: attemptId }: AttemptRow,
  action: ReviewAction,
  actorId: string | null,
): Promise<ReviewResult> => {
  keys += 1;
  const note = `${action} says ${actorId ?? "nobody"}`;
  const idempotencyKey = `second_${String(keys)}`;
  return service.reviews.review({
    attemptId,
    action,
    note,
    actorId,
    isUser: actorId?.startsWith("user_"),
    idempotencyKey,
  });
};
const sent = (): Promise<number> => gateway.sent("review");
const votes = async ({ id }: AttemptRow): Promise<string[][]> => {
  const rows = await pg("acquiring_review_vote").where({ attempt_id: id }).orderBy("at").orderBy("id");
  return rows.map(({ actor_id, action }) => [actor_id, action]);
};
const decisionOf = async ({ id }: AttemptRow): Promise<string | null> =>
  (await pg("acquiring_payment_attempt").where({ id }).first()).hold_decision;

const OWNER = { secondPersonAbove: { EUR: "99.99" }, holdWhen: () => true };
const NOTED = { kind: "second_person" };

test.each([
  ["what the gateway holds", "approve", "approved", PENDING, undefined, 1],
  ["what the gateway holds", "reject", "rejected", PENDING, undefined, 1],
  ["what the shop's own rule holds", "approve", "approved", PLAIN, OWNER, 0],
  ["what the shop's own rule holds", "reject", "rejected", PLAIN, OWNER, 0],
] as const)("%s: a first %s decides and sends nothing, the same by another sends it", async (...row) => {
  const [, action, decision, card, review, requests] = row;
  const service = serviceWith(review);
  const attempt = await pay(service, card);
  const before = await gateway.state();
  expect(await say(service, attempt, action, "user_1")).toMatchObject(NOTED);
  // The same person again, or in another tab, is no second person.
  const again = await Promise.all([1, 2, 3].map(() => say(service, attempt, action, "user_1")));
  expect(again).toMatchObject([NOTED, NOTED, NOTED]);
  expect([await decisionOf(attempt), await sent(), (await gateway.state()).effects]).toEqual([null, 0, before.effects]);
  expect(await votes(attempt)).toEqual([["user_1", action]]);
  expect(await say(service, attempt, action, "user_2")).toEqual({ kind: "decided", decision });
  expect([await decisionOf(attempt), await sent()]).toEqual([decision, requests]);
});

test("of two identical concurrent votes one is the second, and one decision is sent", async () => {
  const [one, two] = [serviceWith(), serviceWith()];
  const attempt = await pay(one);
  const results = await Promise.all([say(one, attempt, "approve", "user_1"), say(two, attempt, "approve", "user_2")]);
  expect(results.map(({ kind }) => kind).sort()).toEqual(["decided", "second_person"]);
  expect(await sent()).toBe(1);
});

test("a different second decision replaces nothing; the first who agrees with either decides", async () => {
  const service = serviceWith();
  const attempt = await pay(service);
  expect(await say(service, attempt, "approve", "user_1")).toMatchObject(NOTED);
  expect(await say(service, attempt, "reject", "user_2")).toMatchObject(NOTED);
  expect(await sent()).toBe(0);
  expect(await votes(attempt)).toEqual([
    ["user_1", "approve"],
    ["user_2", "reject"],
  ]);
  expect(await say(service, attempt, "reject", "user_3")).toEqual({ kind: "decided", decision: "rejected" });
});

test("a changed vote decides only together with an earlier one of another person", async () => {
  const service = serviceWith();
  const attempt = await pay(service);
  expect(await say(service, attempt, "approve", "user_1")).toMatchObject(NOTED);
  expect(await say(service, attempt, "reject", "user_1")).toMatchObject({
    kind: "refused",
    reason: { code: "said_otherwise" },
  });
  expect(await votes(attempt)).toEqual([["user_1", "approve"]]);
  expect(await say(service, attempt, "reject", "user_2")).toMatchObject(NOTED);
  expect(await say(service, attempt, "reject", "user_1")).toEqual({ kind: "decided", decision: "rejected" });
});

test("an API key, and a missing actor, are not people", async () => {
  const service = serviceWith();
  const attempt = await pay(service);
  await say(service, attempt, "approve", "user_1");
  for (const actor of ["apk_1", null]) {
    expect(await say(service, attempt, "approve", actor)).toMatchObject({
      kind: "refused",
      reason: { code: "needs_people" },
    });
  }
  expect([await sent(), await votes(attempt)]).toEqual([0, [["user_1", "approve"]]]);
});

test.each([
  ["off", {}],
  ["of exactly that amount", { secondPersonAbove: { EUR: "100.00" } }],
  ["for another currency", { secondPersonAbove: { JPY: "1" } }],
])("one person is enough if the rule is %s", async (_when, review) => {
  const service = serviceWith(review);
  const attempt = await pay(service);
  expect(await say(service, attempt, "approve", null)).toEqual({ kind: "decided", decision: "approved" });
  expect(await votes(attempt)).toEqual([]);
});

test("a reject that could not be sent is not recorded", async () => {
  const service = serviceWith(undefined, {});
  const attempt = await pay(service);
  expect(await say(service, attempt, "reject", "user_1")).toMatchObject({ reason: { code: "no_reject_flag" } });
  expect(await votes(attempt)).toEqual([]);
});

test("a process that dies when two agree leaves what either of them can finish", async () => {
  const dying = serviceWith();
  const attempt = await pay(dying, APPROVED);
  await say(dying, attempt, "approve", "user_1");
  armFailpoint((name) => {
    if (name === "review:before-commit") throw new Error("killed");
  });
  await expect(say(dying, attempt, "approve", "user_2")).rejects.toThrow("killed");
  armFailpoint(null);
  expect([await decisionOf(attempt), await sent()]).toEqual([null, 0]);
  expect(await say(serviceWith(), attempt, "approve", "user_1")).toEqual({ kind: "decided", decision: "approved" });
  expect(await sent()).toBe(1);
});

test("votes are in the audit trail, and the database refuses to change or remove them", async () => {
  const service = serviceWith();
  const attempt = await pay(service);
  await say(service, attempt, "reject", "user_1");
  const audit = await pg("acquiring_audit_record").where({ attempt_id: attempt.id, action: "review_reject_noted" });
  expect(audit).toMatchObject([{ actor: "admin", actor_id: "user_1", details: { note: "reject says user_1" } }]);
  const mine = { attempt_id: attempt.id };
  await expect(pg("acquiring_review_vote").where(mine).update({ action: "approve" })).rejects.toThrow(/append-only/);
  await expect(pg("acquiring_review_vote").where(mine).delete()).rejects.toThrow(/append-only/);
  const [row] = await pg("acquiring_review_vote").where(mine);
  await expect(pg("acquiring_review_vote").insert({ ...row, id: "acqvot_2", action: "approve" })).rejects.toThrow(
    /IDX_acquiring_review_vote_once/,
  );
});

test("a hundred decisions are one request", async () => {
  const service = serviceWith({});
  const attempts = await Promise.all(Array.from({ length: 100 }, () => pay(service)));
  const results = await service.reviews.reviewMany(
    attempts.map(({ id }, index) => ({
      attemptId: id,
      action: "approve",
      note: null,
      actorId: "user_1",
      idempotencyKey: `many_${String(index)}`,
    })),
  );
  expect(results).toEqual(attempts.map(() => ({ kind: "decided", decision: "approved" })));
  expect(await sent()).toBe(1);
}, 60_000);
