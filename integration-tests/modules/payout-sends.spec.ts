import type { Server } from "node:http";
import { createServer } from "node:http";
import { freePort } from "../../scripts/postgres.cjs";
import { signFields } from "../../src/simulator/notifications/signature";
import { armFailpoint, failpointNames } from "../../src/modules/acquiring/runtime/failpoint";
import type { PayoutSendRow } from "../../src/modules/acquiring/payouts/payout-rows";
import AcquiringModuleService from "../../src/modules/acquiring/service";
import { runChild } from "../support/ledger-child";
import type { OwnLedger } from "../support/own-ledger";
import { ownLedger } from "../support/own-ledger";
import type { PlainPayout } from "../support/payout-request";
import { IBAN, payoutRequest, plainPayout } from "../support/payout-request";

/**
 * Money that leaves, as the ledger sees it: without Medusa, against the simulator, which counts. Its notifications
 * arrive over HTTP at a counter that hands them to the ledger.
 */
const KEY = "golden-key-0123456789";
const MINUTE = 60_000;

let stage: OwnLedger;
let service: AcquiringModuleService;
let counter: Server;
let address: string;

beforeAll(async () => {
  stage = await ownLedger("payout_sends", { payout: { amountUnit: "minor" } });
  service = stage.service();
  const port = await freePort();
  address = `http://127.0.0.1:${String(port)}/`;
  counter = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const contentType = request.headers["content-type"] ?? null;
      void told(Buffer.concat(parts), contentType).then((status) => response.writeHead(status).end());
    });
  }).listen(port, "127.0.0.1");
});
afterAll(async () => {
  await new Promise((resolve) => counter.close(resolve));
  await stage.close();
});
beforeEach(async () => {
  await stage.gateway.anew({ notifications: "off", payoutNotifyAs: "json" });
  service.useClock(() => new Date());
});

async function told(
  body: Buffer,
  contentType: string | null = "application/json",
  by: AcquiringModuleService = service,
): Promise<number> {
  const receipt = await by.receiveNotification({ account: "main", contentType, body });
  if (receipt.inboxId !== null) await by.applyInbox(receipt.inboxId);
  return receipt.status;
}

const send = (payout: PlainPayout, seen: number | null = null): ReturnType<AcquiringModuleService["payouts"]["send"]> =>
  service.payouts.send(payoutRequest(payout, seen));

async function rowOf({ payoutId }: PlainPayout): Promise<PayoutSendRow> {
  const row = await service.payouts.of(payoutId);
  if (!row) throw new Error("It was never sent.");
  return row;
}

interface AtGateway {
  readonly amount: string;
  readonly status: string;
  readonly requests: number;
  readonly transaction_id: string;
  readonly request: Readonly<Record<string, unknown>>;
}

async function asked<T>(at: OwnLedger, call: string): Promise<T> {
  return (await fetch(`${at.gateway.url}/_control/${call}`)).json() as Promise<T>;
}

const atGateway = async ({ requestId }: PlainPayout, at = stage): Promise<readonly AtGateway[]> =>
  (await asked<{ payouts: readonly AtGateway[] }>(at, `payouts?request_id=${requestId}`)).payouts;

/** How often this payout's request reached the gateway, whatever became of it. */
async function sentTimes({ requestId }: PlainPayout): Promise<number> {
  const call = `requests?order_no=${requestId}`;
  const { requests } = await asked<{ requests: readonly { operation: string }[] }>(stage, call);
  return requests.filter(({ operation }) => operation === "payout").length;
}

/** What the gateway says to the counter: its state, or a lie. Answers what it heard. */
const announce = ({ requestId }: PlainPayout, more: object = {}): Promise<unknown> =>
  stage.gateway.control("notify", { request_id: requestId, url: address, ...more });

const become = (payout: PlainPayout, status: string, more: object = {}): Promise<unknown> =>
  stage.gateway.control("payout-status", { request_id: payout.requestId, status, ...more });

/** A message with a right signature, whatever it says. */
function signed(payout: PlainPayout, more: Record<string, string> = {}): Buffer {
  const fields = {
    merchant_id: "100001",
    account_id: "100001001",
    transaction_id: "T1",
    request_id: payout.requestId,
    payment_currency: payout.currency,
    payment_amount: payout.minor,
    status: "COMPLETED",
    ...more,
  };
  return Buffer.from(JSON.stringify({ ...fields, encryption_data: signFields("payoutNotification", fields, KEY) }));
}

const attention = (kind: string, subject: string): Promise<unknown[]> =>
  stage.pg("acquiring_attention_item").where({ kind, subject, cleared_at: null });

describe("1 one logical payout has at most one effect at the gateway", () => {
  const PLACES = ["before-commit", "before-send", "after-send", "after-conclude"] as const;
  /** Died before the commit: sent by whoever presses next. Died between: nobody may know, so nobody sends. */
  const LEFT = { "before-commit": 1, "before-send": 0, "after-send": 1, "after-conclude": 1 };

  test("a process is killed in a payout at each of its failpoints, and everyone clicks again", async () => {
    const killed = PLACES.map((place) => ({ place, payout: plainPayout() }));
    // All at once: starting a process is what takes the time.
    const ends = await Promise.all(
      killed.map(({ place, payout }) => runChild(stage, { kind: "payout", payout, crashAt: `payout:${place}` })),
    );
    expect(ends.map(({ signal }) => signal)).toEqual(PLACES.map(() => "SIGKILL"));
    const pressed = (): Promise<unknown> =>
      Promise.all(killed.flatMap(({ payout }) => [send(payout), send(payout), send(payout)]));
    await pressed();
    service.useClock(() => new Date(Date.now() + 60 * MINUTE));
    await service.payouts.sweep();
    await pressed();
    for (const { place, payout } of killed) {
      expect([place, (await atGateway(payout)).length, await sentTimes(payout)]).toEqual([
        place,
        LEFT[place],
        LEFT[place],
      ]);
      const isTorn = place === "before-send" || place === "after-send";
      expect([place, (await rowOf(payout)).status]).toEqual([place, isTorn ? "unknown" : "pending"]);
      if (LEFT[place] === 0) continue;
      await become(payout, "COMPLETED");
      await announce(payout);
      expect([place, (await rowOf(payout)).status]).toEqual([place, "settled"]);
    }
  });

  test("every failpoint of a payout killed a process", () => {
    expect(PLACES.map((place) => `payout:${place}`)).toEqual(
      failpointNames.filter((name) => name.startsWith("payout:")),
    );
  });

  test("ten concurrent clicks send it once, and one with different numbers sends nothing", async () => {
    const payout = plainPayout();
    const results = await Promise.all(Array.from({ length: 10 }, () => send(payout)));
    expect(results.filter(({ kind }) => kind === "pending").length).toBeGreaterThan(0);
    const others = [
      await send({ ...payout, minor: "1026" }),
      await send({ ...payout, requestId: plainPayout().requestId }),
      await send({ ...payout, payoutId: plainPayout().payoutId }),
    ];
    expect(others.map(({ kind }) => kind)).toEqual(["refused", "refused", "refused"]);
    expect(await sentTimes(payout)).toBe(1);
  });

  test("a payout that times out after the gateway accepted it is paid once", async () => {
    const payout = plainPayout({ reference: "sim-lost-after" });
    expect((await send(payout)).kind).toBe("unknown");
    expect((await send(payout)).kind).toBe("unknown");
    await become(payout, "COMPLETED");
    await announce(payout);
    expect(await rowOf(payout)).toMatchObject({ status: "settled", raw_status: "COMPLETED" });
    expect(await sentTimes(payout)).toBe(1);
    expect(await atGateway(payout)).toMatchObject([{ amount: "10.25", requests: 1 }]);
  });

  test("the gateway's response is in the inbox, without bank data, and the change it caused names it", async () => {
    const payout = plainPayout();
    await send(payout);
    const [, answered] = await service.payouts.history(payout.payoutId);
    const [row, ...more] = await stage
      .pg("acquiring_inbox_event")
      .where({ source: "response" })
      .whereRaw("facts::text LIKE ?", [`%${payout.requestId}%`]);
    expect(more).toEqual([]);
    expect(answered).toMatchObject({ source: "response", to_status: "pending", inbox_event_id: row.id });
    expect(row).toMatchObject({
      status: "applied",
      facts: [
        { kind: "payout", requestId: payout.requestId, money: { currency: payout.currency, minor: payout.minor } },
      ],
    });
  });

  test("of a concurrent send and stop one wins: it is sent and not stopped, or it is never sent", async () => {
    const stop = ({ payoutId, requestId, minor, currency }: PlainPayout) =>
      service.payouts.stop({
        ...{ payoutId, requestId, currency, account: "main", amountMinor: BigInt(minor) },
        ...{ payloadHash: "2026-11:x", by: "user_grace", note: "Not now." },
      });
    for (let round = 0; round < 10; round += 1) {
      const payout = plainPayout();
      const [sent, stopped] = await Promise.all([send(payout), stop(payout)]);
      const isStopped = stopped.kind === "stopped";
      expect([sent.kind, await sentTimes(payout)]).toEqual(isStopped ? ["declined", 0] : ["pending", 1]);
      expect([(await stop(payout)).kind, (await send(payout)).kind, await sentTimes(payout)]).toEqual(
        isStopped ? ["stopped", "declined", 0] : ["open", "pending", 1],
      );
    }
    const early = plainPayout();
    expect(await stop(early)).toEqual({ kind: "stopped" });
    expect(await stop({ ...early, minor: "1" })).toMatchObject({ kind: "refused" });
    expect(await send(early)).toMatchObject({ kind: "declined", reason: { code: "withdrawn" } });
    expect(await service.payouts.history(early.payoutId)).toMatchObject([
      { from_status: null, to_status: "declined", source: "person", actor_id: "user_grace", note: "Not now." },
    ]);
    const away = plainPayout();
    const nobody = stage.service(`http://127.0.0.1:${String(await freePort())}`);
    expect((await nobody.payouts.send(payoutRequest(away))).kind).toBe("not_sent");
    expect([(await stop(away)).kind, (await send(away)).kind, await sentTimes(away)]).toEqual([
      "stopped",
      "declined",
      0,
    ]);
    // The gateway has it all the same: its word contradicts, and somebody hears of it. Who hears it knows the other address.
    expect(await told(signed(away), undefined, stage.service())).toBe(200);
    expect(await rowOf(away)).toMatchObject({ status: "settled", contradiction: "paid" });
  });

  test("a server that was paused between the committed row and the send does not send, and it is sent later", async () => {
    const payout = plainPayout();
    let late = 0;
    service.useClock(() => new Date(Date.now() + late));
    armFailpoint((name) => {
      if (name === "payout:before-send") late = MINUTE;
    });
    const result = await send(payout);
    armFailpoint(null);
    expect(result).toMatchObject({ kind: "not_sent", reason: { code: "too_late" } });
    expect([(await rowOf(payout)).status, await sentTimes(payout)]).toEqual(["not_sent", 0]);
    expect([(await send(payout, 2)).kind, await sentTimes(payout)]).toEqual(["pending", 1]);
  });

  test("a payout proven unsent is sent again with the same ID", async () => {
    const payout = plainPayout();
    const nobody = stage.service(`http://127.0.0.1:${String(await freePort())}`);
    expect((await nobody.payouts.send(payoutRequest(payout))).kind).toBe("not_sent");
    // Not by who claimed it before that was known, and stood still since.
    expect([(await send(payout)).kind, await sentTimes(payout)]).toEqual(["not_sent", 0]);
    expect((await send(payout, 2)).kind).toBe("pending");
    expect(await rowOf(payout)).toMatchObject({ sends: 2, request_id: payout.requestId });
    expect((await atGateway(payout)).length).toBe(1);
    expect((await service.payouts.history(payout.payoutId)).map(({ to_status: to }) => to)).toEqual([
      "sending",
      "not_sent",
      "sending",
      "pending",
    ]);
  });
});

test("the same notification a hundred times at once is one row, one change and one event", async () => {
  const payout = plainPayout();
  await send(payout);
  await become(payout, "COMPLETED");
  await announce(payout, { times: 100 });
  const row = await rowOf(payout);
  expect(row).toMatchObject({ status: "settled", version: 3 });
  const inbox = await stage.pg("acquiring_inbox_event").where({ source: "notify" });
  const own = inbox.filter(({ body }) => Buffer.from(body, "base64").toString().includes(payout.requestId));
  expect(own).toMatchObject([{ deliveries: 100, status: "applied", order_no: null }]);
  expect(await service.payouts.due(100)).toContain(payout.payoutId);
  expect(await service.payouts.followed(payout.payoutId, 2)).toBe(false);
  expect(await service.payouts.followed(payout.payoutId, 3)).toBe(true);
  expect(await service.payouts.due(100)).not.toContain(payout.payoutId);
});

test("an accepted payout without news since a time is unknown until the gateway reports it; one heard of since is not", async () => {
  const [silent, heard] = [plainPayout(), plainPayout()];
  for (const payout of [silent, heard]) await send(payout);
  const statuses = async (): Promise<string[]> =>
    Promise.all([silent, heard].map(async (payout) => (await rowOf(payout)).status));
  const after = (minutes: number): void => service.useClock(() => new Date(Date.now() + minutes * MINUTE));
  after(10);
  await become(heard, "DISPATCHED");
  await announce(heard);
  const since = new Date(Date.now() + 5 * MINUTE);
  for (const { payoutId } of [silent, heard]) await service.payouts.markSilent(payoutId, since);
  expect(await statuses()).toEqual(["unknown", "pending"]);
  expect(await rowOf(silent)).toMatchObject({ result_code: "silent", sends: 1 });
  await become(silent, "PROCESSING");
  await announce(silent);
  expect(await statuses()).toEqual(["pending", "pending"]);
  await become(silent, "COMPLETED");
  await announce(silent);
  expect(await statuses()).toEqual(["settled", "pending"]);
});

test("a message that is unsigned, or about another payout, amount or currency, changes nothing and raises an item", async () => {
  const payout = plainPayout();
  await send(payout);
  const before = await rowOf(payout);
  await become(payout, "COMPLETED");
  await announce(payout, { signature: "absent" });
  await announce(payout, { signature: "invalid" });
  const forged = signed(payout).toString().replace("COMPLETED", "FAILED");
  expect(await told(Buffer.from(forged))).toBe(401);
  expect(await attention("amount_mismatch", payout.payoutId)).toEqual([]);
  expect(await told(signed(payout, { payment_amount: "10250" }))).toBe(200);
  expect(await told(signed(payout, { payment_currency: "USD" }))).toBe(200);
  expect(await attention("amount_mismatch", payout.payoutId)).toMatchObject([{ count: 2 }]);
  const stranger = plainPayout();
  expect(await told(signed(stranger))).toBe(200);
  expect(await attention("order_mismatch", stranger.requestId)).toMatchObject([{ count: 1 }]);
  expect(await rowOf(payout)).toEqual(before);
});

test("a message in another unit of amounts, or without one, waits for the option and is then applied", async () => {
  const [payout, fraction] = [plainPayout(), plainPayout()];
  for (const each of [payout, fraction]) await send(each);
  const quiet = { info: () => undefined, warn: () => undefined, error: console.error };
  const cradle = { __pg_connection__: stage.pg, logger: quiet };
  const withUnit = (unit: object): AcquiringModuleService => {
    const options = { ...stage.options(), payout: unit };
    // @ts-expect-error -- a logger with the methods that the service uses
    return new AcquiringModuleService(cradle, options);
  };
  const [off, other] = [withUnit({}), withUnit({ amountUnit: "major" })];
  const arrives = async (body: Buffer, by: AcquiringModuleService): Promise<string | null> =>
    (await by.receiveNotification({ account: "main", contentType: "application/json", body })).inboxId;
  const body = signed(payout);
  const id = (await arrives(body, off)) ?? "";
  for (const by of [off, other]) expect(await by.applyInbox(id)).toBe("waiting");
  expect(await attention("amount_mismatch", payout.payoutId)).toEqual([]);
  expect(await attention("notification_unreadable", "main")).toMatchObject([
    { message: expect.stringContaining(`payout ${payout.payoutId} reports its amount in another unit`) },
  ]);
  expect([(await rowOf(payout)).status, await service.applyInbox(id)]).toEqual(["pending", "applied"]);
  expect((await rowOf(payout)).status).toBe("settled");
  const major = signed(fraction, { payment_amount: (Number(fraction.minor) / 100).toFixed(2) });
  expect(await service.applyInbox((await arrives(major, service)) ?? "")).toBe("waiting");
  for (const each of [off, other]) await each.__hooks.onApplicationShutdown();
});

test("COMPLETED with failure_type UNKNOWN is paid, and a recall after it is a contradiction", async () => {
  const payout = plainPayout({ reference: "sim-odd-type" });
  await send(payout);
  for (const _step of ["PROCESSING", "COMPLETED"])
    await stage.gateway.control("payout-step", { request_id: payout.requestId });
  await announce(payout);
  expect(await rowOf(payout)).toMatchObject({ status: "settled", failure_type: "UNKNOWN", contradiction: null });
  await stage.gateway.control("clock", { ms: 61_000 });
  await become(payout, "RECALLED", { failure_reason: `The bank of ${IBAN} sent it back` });
  await announce(payout);
  expect(await rowOf(payout)).toMatchObject({
    status: "declined",
    reading: "cancelled",
    contradiction: "cancelled",
    failure_reason: "The bank of •••• 3000 sent it back",
    fee_currency: "EUR",
  });
});

test("an older report of another final state changes nothing and raises an item, and a future time is ignored", async () => {
  const payout = plainPayout();
  await send(payout);
  await become(payout, "COMPLETED");
  await announce(payout);
  expect(await told(signed(payout, { status: "FAILED", last_updated_at: "2020-01-01T00:00:00Z" }))).toBe(200);
  const row = await rowOf(payout);
  expect(row).toMatchObject({ status: "settled", contradiction: null, ignored_end: "failed" });
  expect(await service.payouts.due(100)).toContain(payout.payoutId);
  // The gateway says it again, and that it was paid as well: the first is kept.
  expect(await told(signed(payout, { status: "FAILED", last_updated_at: "2020-01-01T00:00:00Z" }))).toBe(200);
  expect(await rowOf(payout)).toEqual(row);
  await announce(payout);
  expect((await rowOf(payout)).ignored_end).toBe("failed");
  const other = plainPayout();
  await send(other);
  expect(await told(signed(other, { last_updated_at: "2999-01-01T00:00:00Z" }))).toBe(200);
  expect((await rowOf(other)).status).toBe("settled");
  await become(other, "RECALLED");
  await announce(other);
  expect(await rowOf(other)).toMatchObject({ status: "declined", contradiction: "cancelled" });
});

test("a refusal in the response is one, an unlisted status is pending, and a held one is held", async () => {
  const [refused, odd, held] = ["sim-refused", "sim-unmapped", "sim-blocked"].map((reference) =>
    plainPayout({ reference }),
  );
  if (!refused || !odd || !held) throw new Error("There are three.");
  expect(await send(refused)).toMatchObject({ kind: "declined", reason: { code: "status_FAILED" } });
  await send(odd);
  await become(odd, "IN_LIMBO");
  await announce(odd);
  expect(await rowOf(odd)).toMatchObject({ status: "pending", reading: "unmapped", raw_status: "IN_LIMBO" });
  expect(await send(held)).toEqual({ kind: "pending" });
  expect((await rowOf(held)).reading).toBe("held");
});

test("a person resolves unknown sends only, and a later report of the gateway still counts", async () => {
  const payout = plainPayout({ reference: "sim-error-after" });
  const decide = (note: string, seenVersion?: number): ReturnType<typeof service.payouts.decide> =>
    service.payouts.decide({ payoutId: payout.payoutId, outcome: "not_paid", actorId: "user_ada", note, seenVersion });
  await send(payout);
  const { version } = await rowOf(payout);
  expect(await decide("Of an earlier send.", version - 1)).toMatchObject({ reason: { code: "not_unknown" } });
  expect(await rowOf(payout)).toMatchObject({ status: "unknown", version });
  expect(await decide(" ")).toMatchObject({ kind: "refused", reason: { code: "bad_note" } });
  expect(await decide("The bank has seen nothing.", version)).toEqual({ kind: "decided" });
  expect(await decide("Again.")).toMatchObject({ kind: "refused", reason: { code: "not_unknown" } });
  expect(await rowOf(payout)).toMatchObject({ status: "declined", decided_by: "user_ada", contradiction: null });
  expect((await send(payout)).kind).toBe("declined");
  await become(payout, "COMPLETED");
  await announce(payout);
  expect(await rowOf(payout)).toMatchObject({ status: "settled", contradiction: "paid", decided_result: "not_paid" });
  expect(await sentTimes(payout)).toBe(1);
});

describe("28 money is exact", () => {
  const CASES = [
    ["EUR", "1025", "1025", "10.25"],
    ["EUR", "100000", "100000", "1000"],
    ["EUR", "5", "5", "0.05"],
    ["JPY", "1000", "1000", "1000"],
    ["KWD", "1234", "1234", "1.234"],
    ["KWD", "1230", "1230", "1.230"],
  ] as const;
  let major: OwnLedger;
  beforeAll(async () => {
    major = await ownLedger("payout_sends_major", { payout: { amountUnit: "major" } });
    await major.gateway.control("settings", { payoutAmountUnit: "major" });
  });
  afterAll(() => major.close());

  test.each(CASES)(
    "%s %s is sent as %s in minor and as %s in major units",
    async (currency, minor, asMinor, asMajor) => {
      const inMinor = plainPayout({ currency, minor, reference: "sim-at-once" });
      const inMajor = plainPayout({ currency, minor, reference: "sim-at-once" });
      expect(await send(inMinor)).toEqual({ kind: "settled" });
      expect(await major.service().payouts.send(payoutRequest(inMajor))).toEqual({ kind: "settled" });
      const [one] = await atGateway(inMinor);
      const [other] = await atGateway(inMajor, major);
      expect([one?.request.payment_amount, other?.request.payment_amount]).toEqual([asMinor, asMajor]);
      // Both units: the same money, to the cent.
      expect(one?.amount).toBe(other?.amount);
    },
  );

  test("a wrong unit shows in no response: that is why it has no default", async () => {
    const payout = plainPayout({ reference: "sim-at-once" });
    await stage.gateway.control("settings", { payoutAmountUnit: "major" });
    expect(await send(payout)).toEqual({ kind: "settled" });
    expect(await atGateway(payout)).toMatchObject([{ amount: "1025.00" }]);
  });
});

test("23 a payout's history cannot be changed, and no table contains the account in clear text", async () => {
  const payout = plainPayout({ reference: "sim-failed" });
  await send(payout);
  await become(payout, "FAILED", { failure_reason: `The account ${IBAN} is closed` });
  await announce(payout);
  expect(await rowOf(payout)).toMatchObject({ status: "declined", raw_status: "FAILED" });
  const where = { payout_id: payout.payoutId };
  const refusals = [
    stage.pg("acquiring_payout_send_event").where(where).update({ to_status: "settled" }),
    stage.pg("acquiring_payout_send_event").where(where).delete(),
    stage.pg("acquiring_payout_send").where(where).update({ amount: 1 }),
    stage.pg("acquiring_payout_send").where(where).update({ request_id: plainPayout().requestId }),
    stage.pg("acquiring_payout_send").where(where).delete(),
    stage.pg.raw("TRUNCATE acquiring_payout_send_event"),
  ];
  for (const refused of await Promise.allSettled(refusals)) expect(refused.status).toBe("rejected");
  expect(await found("COBADEFF")).toEqual([]);
  expect(await found(IBAN.slice(4))).toEqual([]);
  // The search finds what is there.
  expect((await found(payout.requestId)).length).toBeGreaterThan(0);
});

/** Tables that hold the text, also inside stored messages. */
async function found(text: string): Promise<string[]> {
  const { rows } = await stage.pg.raw<{ rows: { table_name: string }[] }>(
    "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'",
  );
  const holding: string[] = [];
  for (const { table_name: table } of rows) {
    const { rows: hits } = await stage.pg.raw("SELECT 1 FROM ?? t WHERE t::text LIKE ? LIMIT 1", [table, `%${text}%`]);
    if (hits.length > 0) holding.push(table);
  }
  const bodies = await stage.pg("acquiring_inbox_event").whereNotNull("body").select("body");
  const isInBody = bodies.some(({ body }) => Buffer.from(body, "base64").toString().includes(text));
  return isInBody ? [...holding, "inbox bodies"] : holding;
}
