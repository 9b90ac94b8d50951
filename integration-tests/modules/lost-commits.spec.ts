import { randomUUID } from "node:crypto";
import { mkdir, readFile, rm, rmdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateEntityId } from "@medusajs/framework/utils";
import { freePort } from "../../scripts/postgres.cjs";
import { createOperationId, createOrderNo } from "../../src/gateway/model/ids";
import { bareRefund } from "../../src/gateway/reading/normalize";
import type { OperationCommand } from "../../src/modules/acquiring/gate/gate";
import { InRecovery } from "../../src/modules/acquiring/lost-commits/in-recovery";
import { LostCommitSignals } from "../../src/modules/acquiring/lost-commits/lost-commit-signals";
import { beginRecovery } from "../../src/modules/acquiring/lost-commits/recovery-rows";
import AcquiringModuleService from "../../src/modules/acquiring/service";
import { startSimulator } from "../../src/simulator";
import { signFields } from "../../src/simulator/notifications/signature";
import { cardPayment } from "../support/card-payment";
import type { OwnLedger } from "../support/own-ledger";
import { ownLedger } from "../support/own-ledger";
import { payoutRequest, plainPayout } from "../support/payout-request";
import { subscriptionPayment } from "../support/subscription-payment";

/**
 * A backup is restored, or a replica that lagged behind is promoted: what was committed since is gone, and the gateway has
 * it. The database is copied in the middle of a story, and later the copy takes its place; the connections of every
 * server break, as they do then. Nothing is mocked.
 */
const FILE = join(tmpdir(), `acquiring-epoch-${randomUUID()}`);
let stage: OwnLedger;

beforeEach(async () => {
  stage = await ownLedger("lost_commits", {
    payout: { amountUnit: "minor" },
    recovery: { epochFile: FILE, epochFileShared: true },
  });
});
afterEach(async () => {
  await stage.close();
  await Promise.all([FILE, `${FILE}.1`].map((path) => rm(path, { force: true, recursive: true })));
});

/** A server that has just started: it remembers nothing. */
const newServer = (): AcquiringModuleService => stage.service(undefined, {}, stage.pool(5));

const write = (
  attemptId: string,
  kind: OperationCommand["kind"],
  amount: bigint | null,
  key: string,
): OperationCommand => ({
  ...{ attemptId, kind, amount, idempotencyKey: key },
  ...{ actor: "admin", actorId: null },
});

async function captured(service: AcquiringModuleService): Promise<string> {
  const [id = ""] = await stage.authorised(1);
  await service.gate.run(write(id, "capture", 10_000n, `capture_${id}`));
  return id;
}

const refundedAtGateway = async (id: string): Promise<string> => {
  const { order_no: orderNo } = await stage.pg("acquiring_payment_attempt").where({ id }).first("order_no");
  return (await stage.gateway.transaction(orderNo)).refunded;
};

/** As the job does it every minute. */
async function recover(service: AcquiringModuleService): Promise<void> {
  for (const { id } of await service.recovery.open()) {
    for (;;) {
      const row = (await service.recovery.open()).find((each) => each.id === id);
      if (!row) break;
      const step = await service.recovery.step(row);
      expect(step.unanswered).toEqual([]);
      if (step.isComplete) await service.recovery.end(row, "system");
    }
  }
}

const attention = (kind: string): Promise<{ subject: string; message: string }[]> =>
  stage.pg("acquiring_attention_item").where({ kind, cleared_at: null }).select("subject", "message");

/** The restored database is in the same place as the old one, so that Postgres itself shows no sign. */
const hideIdentity = (): Promise<number> =>
  stage.pg("acquiring_ledger_epoch").update({ system_identifier: null, timeline: null, database_oid: null });

describe("after a restored backup", () => {
  test("31 a partial refund lost by the database is not sent again, and is in the ledger before anything is sent", async () => {
    const before = stage.service();
    const id = await captured(before);
    const restore = await stage.snapshot();
    expect((await before.gate.run(write(id, "refund", 4_000n, "refund_1"))).kind).not.toBe("refused");
    await restore();
    await rm(FILE);

    const service = newServer();
    const again = await service.gate.run(write(id, "refund", 4_000n, "refund_1"));
    expect(again).toMatchObject({ kind: "not_sent", reason: { code: "recovery" } });
    expect(await service.gate.run(write(id, "refund", 4_000n, "refund_2"))).toMatchObject({
      kind: "refused",
      reason: { code: "recovery" },
    });
    expect(await refundedAtGateway(id)).toBe("40.00");
    expect(await attention("recovery_mode")).toMatchObject([{ subject: "*" }]);

    await recover(service);
    expect(await attention("recovery_mode")).toEqual([]);
    const row = await stage.pg("acquiring_payment_attempt").where({ id }).first();
    expect(Number(row.refunded) + Number(row.refund_pending)).toBe(4_000);
    expect(await service.gate.run(write(id, "refund", 7_000n, "refund_3"))).toMatchObject({ kind: "refused" });
    // As the projection does once Medusa has the refund that it had lost as well.
    await stage.pg("acquiring_operation").where({ attempt_id: id }).update({ recorded_in_medusa: true });
    expect((await service.gate.run(write(id, "refund", 6_000n, "refund_4"))).kind).not.toBe("refused");
    expect(await refundedAtGateway(id)).toBe("100.00");
  });

  test("31 a file that is to name every write, and cannot be written, refuses the send and says so", async () => {
    const errors: string[] = [];
    jest.spyOn(console, "error").mockImplementation((line: string) => void errors.push(line));
    const service = stage.service();
    const id = await captured(service);
    await rm(FILE);
    await mkdir(FILE);
    const refund = { kind: "not_sent", reason: { code: "recovery_file_failed" } };
    expect(await service.gate.run(write(id, "refund", 4_000n, "refund_1"))).toMatchObject(refund);
    // A process that has just started reads the file first.
    expect(await newServer().gate.run(write(id, "refund", 3_000n, "refund_2"))).toMatchObject(refund);
    expect(errors.filter((line) => /^acquiring\.epoch_file_failed operation=\S+ code=EISDIR$/.test(line))).toHaveLength(
      2,
    );
    expect(await refundedAtGateway(id)).toBe("0.00");
    await rmdir(FILE);
    expect((await service.gate.run(write(id, "refund", 4_000n, "refund_3"))).kind).not.toBe("not_sent");
    expect(await refundedAtGateway(id)).toBe("40.00");
  });

  test("31 a capture of the capture policy lost by the database is not sent again: the payment counts as captured", async () => {
    const [id = ""] = await stage.authorised(1);
    const send = async (service: AcquiringModuleService): Promise<unknown> => {
      const planned = { attemptId: id, kind: "capture", amount: 4_000n, upTo: 4_000n } as const;
      return (await Promise.all(await service.policySends.carryOutAll([planned])))[0];
    };
    const restore = await stage.snapshot();
    expect(await send(stage.service())).toMatchObject({ kind: "settled" });
    await restore();
    await rm(FILE);

    const service = newServer();
    expect(await send(service)).toMatchObject({ reason: { code: "recovery" } });
    await recover(service);
    // A query names no captured amount: it counts as all, and staff are asked to compare it (capture_unconfirmed).
    expect(await stage.pg("acquiring_payment_attempt").where({ id }).first("captured")).toEqual({ captured: "10000" });
    expect(await send(service)).toMatchObject({ kind: "refused" });
    expect(await stage.gateway.sent("capture")).toBe(1);
  });

  test("a store's own tests restore their database on purpose: what forgets it sends again, also with another OID", async () => {
    const service = stage.service();
    const id = await captured(service);
    const restore = await stage.snapshot();
    await service.gate.run(write(id, "refund", 4_000n, "refund_1"));
    await restore();
    // A store's tests configure none.
    await rm(FILE);
    service.recovery.forget();
    expect((await service.gate.run(write(id, "refund", 1_000n, "refund_2"))).kind).not.toBe("refused");
    expect(await stage.pg("acquiring_recovery")).toEqual([]);
  });

  describe("with the file outside the database", () => {
    const DAY_MS = 86_400_000;
    const later = (ms: number): AcquiringModuleService => {
      const service = newServer();
      service.useClock(() => new Date(Date.now() + ms));
      return service;
    };
    const operationsOf = (id: string): Promise<object[]> =>
      stage.pg("acquiring_operation").where({ attempt_id: id }).orderBy("sequence").select("kind", "status", "amount");
    const amountsOf = (id: string): Promise<object> =>
      stage.pg("acquiring_payment_attempt").where({ id }).first("state", "captured", "refunded", "refund_pending");

    /** The copy without what `work` does, on a server that notices it and recovers. */
    async function lose(work: (service: AcquiringModuleService) => Promise<unknown>, profile = {}): Promise<void> {
      const restore = await stage.snapshot();
      await work(stage.service(undefined, profile));
      await restore();
      await stage.service(undefined, profile, stage.pool(5)).recovery.look();
    }

    test("31 a lost partial capture is recorded with its own amount", async () => {
      const [id = ""] = await stage.authorised(1);
      await lose((before) => before.gate.run(write(id, "capture", 4_000n, "capture_1")));
      const service = newServer();
      await recover(service);
      expect(await operationsOf(id)).toMatchObject([
        { kind: "authorise" },
        { kind: "capture", status: "settled", amount: "4000" },
      ]);
      expect(await amountsOf(id)).toMatchObject({ state: "captured", captured: "4000" });
      expect(await stage.gateway.sent("capture")).toBe(1);
      // Nothing but our own record names the amount, as after any capture whose response was lost.
      const [row] = await stage.pg("acquiring_operation").where({ attempt_id: id, kind: "capture" });
      expect(row).toMatchObject({ actor: "system", inferred_at: expect.any(Date) });
      expect(await service.gate.run(write(id, "refund", 4_001n, "refund_1"))).toMatchObject({ kind: "refused" });
      await recover(newServer());
      expect(await operationsOf(id)).toHaveLength(2);
    });

    test("31 a further partial capture that was lost is not repeated, and a person resolves it", async () => {
      await stage.gateway.control("settings", { multipleCaptures: true });
      const profile = { capture: { multiple: true } };
      const [id = ""] = await stage.authorised(1);
      await stage.service(undefined, profile).gate.run(write(id, "capture", 4_000n, "capture_1"));
      await lose(async (before) => {
        expect(await before.gate.run(write(id, "capture", 3_000n, "capture_2"))).toEqual({ kind: "settled" });
      }, profile);
      const service = stage.service(undefined, profile, stage.pool(5));
      await recover(service);
      expect(await operationsOf(id)).toMatchObject([{}, {}, { kind: "capture", status: "unknown", amount: "3000" }]);
      expect(await service.gate.run(write(id, "capture", 3_000n, "capture_3"))).toMatchObject({ kind: "unknown" });
      expect(await stage.gateway.sent("capture")).toBe(2);
      const { id: operationId } = await stage.pg("acquiring_operation").where({ attempt_id: id, sequence: 3 }).first();
      await service.manualResolution.decide({ operationId, resolution: "happened", actorId: "user_ada" });
      expect(await amountsOf(id)).toMatchObject({ state: "captured", captured: "7000" });
      // As the projection does.
      await stage.pg("acquiring_operation").where({ attempt_id: id }).update({ recorded_in_medusa: true });
      expect(await service.gate.run(write(id, "capture", 3_000n, "capture_4"))).toEqual({ kind: "settled" });
    });

    test("31 a lost void is recorded, and one that did not happen is not", async () => {
      const [voided = "", kept = ""] = await stage.authorised(2);
      await lose(async (before) => {
        await before.gate.run(write(voided, "void", null, "void_1"));
        await stage.gateway.fault("cancel", "drop-before");
        await before.gate.run(write(kept, "void", null, "void_2"));
      });
      await recover(later(DAY_MS));
      expect(await amountsOf(voided)).toMatchObject({ state: "voided" });
      expect(await operationsOf(kept)).toMatchObject([{}, { kind: "void", status: "declined" }]);
      expect(await amountsOf(kept)).toMatchObject({ state: "authorised" });
    });

    test("31 of several lost captures none is guessed: the whole counts, and a person is asked to compare", async () => {
      const [id = ""] = await stage.authorised(1);
      await lose(async (before) => {
        await stage.gateway.fault("capture", "drop-before");
        await before.gate.run(write(id, "capture", 3_000n, "capture_1"));
        before.useClock(() => new Date(Date.now() + DAY_MS));
        await before.checkAttempt(id);
        expect(await before.gate.run(write(id, "capture", 4_000n, "capture_2"))).toEqual({ kind: "settled" });
      });
      await recover(later(2 * DAY_MS));
      expect(await amountsOf(id)).toMatchObject({ captured: "10000" });
      expect(await attention("capture_unconfirmed")).toMatchObject([
        { subject: id, message: expect.stringContaining("The ledger counts 10000 as captured") },
      ]);
    });

    test("31 lost further captures take each other's place until a person has resolved all of them", async () => {
      await stage.gateway.control("settings", { multipleCaptures: true });
      const profile = { capture: { multiple: true } };
      const [id = ""] = await stage.authorised(1);
      await stage.service(undefined, profile).gate.run(write(id, "capture", 3_000n, "capture_1"));
      await lose(async (before) => {
        for (const [key, amount] of [
          ["capture_2", 3_000n],
          ["capture_3", 2_000n],
        ] as const)
          expect(await before.gate.run(write(id, "capture", amount, key))).toEqual({ kind: "settled" });
      }, profile);
      const service = stage.service(undefined, profile, stage.pool(5));
      service.useClock(() => new Date(Date.now() + DAY_MS));
      await recover(service);
      expect(await attention("capture_unconfirmed")).toMatchObject([
        { message: expect.stringContaining("captures of 3000, 2000 minor units of EUR. The ledger counts 3000") },
      ]);
      for (const [sequence, key] of [
        [3, "capture_2"],
        [4, "capture_3"],
      ] as const) {
        expect(await service.gate.run(write(id, "capture", 1_000n, "next"))).toMatchObject({ kind: "unknown" });
        const row = await stage.pg("acquiring_operation").where({ attempt_id: id, sequence }).first();
        expect(row).toMatchObject({ status: "unknown", idempotency_key: key });
        const resolved = { operationId: row.id, resolution: "happened", actorId: "user_ada" } as const;
        expect(await service.manualResolution.decide(resolved)).toEqual({ kind: "decided" });
        await stage.pg("acquiring_operation").where({ id: row.id }).update({ recorded_in_medusa: true });
      }
      expect(await amountsOf(id)).toMatchObject({ captured: "8000" });
      await service.recovery.followUp();
      expect(await operationsOf(id)).toHaveLength(4);
      expect(await stage.gateway.sent("capture")).toBe(3);
    });

    test("31 a command that is repeated after the recovery is answered with the recorded operation", async () => {
      const profile = { capture: { multiple: true } };
      const [id = ""] = await stage.authorised(1);
      await lose((before) => before.gate.run(write(id, "capture", 4_000n, "capture_1")), profile);
      const service = stage.service(undefined, profile, stage.pool(5));
      await recover(service);
      expect(await service.gate.run(write(id, "capture", 4_000n, "capture_1"))).toEqual({ kind: "settled" });
      expect(await stage.gateway.sent("capture")).toBe(1);
    });

    test("31 where another server may know a lost capture, the first one of a payment is not taken for all", async () => {
      const profile = { capture: { multiple: true } };
      const [id = ""] = await stage.authorised(1);
      await lose((before) => before.gate.run(write(id, "capture", 4_000n, "capture_1")), profile);
      const cradle = { __pg_connection__: stage.pool(5), logger: { info: () => undefined, warn: () => undefined } };
      const options = { ...stage.options(undefined, profile), recovery: { epochFile: FILE } };
      // @ts-expect-error -- a logger with the methods that the service uses
      const service = new AcquiringModuleService(cradle, options);
      service.useClock(() => new Date(Date.now() + DAY_MS));
      await recover(service);
      expect(await amountsOf(id)).toMatchObject({ captured: "10000" });
      expect(await attention("capture_unconfirmed")).toMatchObject([
        { message: expect.stringContaining("captures of 4000 minor units of EUR. The ledger counts 10000") },
      ]);
      await service.__hooks.onApplicationShutdown();
    });

    test("31 an operation that was sent in a second attempt, which is lost, is not taken for the unsent first one", async () => {
      const [id = ""] = await stage.authorised(1);
      const nowhere = stage.service("http://127.0.0.1:1");
      expect(await nowhere.gate.run(write(id, "capture", 4_000n, "capture_1"))).toMatchObject({ kind: "not_sent" });
      await lose(async (before) => {
        expect(await before.gate.run(write(id, "capture", 4_000n, "capture_1"))).toEqual({ kind: "settled" });
      });
      await hideIdentity();
      await recover(newServer());
      expect(await operationsOf(id)).toMatchObject([{}, { kind: "capture", status: "settled", amount: "4000" }]);
      expect(await amountsOf(id)).toMatchObject({ captured: "4000" });
    });

    test.each(["one at a time", "two at the same moment"])("31 two servers continue a recovery, %s", async (way) => {
      const ids = await stage.authorised(3);
      await lose((before) =>
        Promise.all(ids.map((id) => before.gate.run(write(id, "capture", 4_000n, `capture_${id}`)))),
      );
      const [first, second] = [newServer(), newServer()];
      if (way === "one at a time") for (const each of [first, second]) await recover(each);
      else await Promise.all([recover(first), recover(second)]);
      for (const id of ids) {
        expect(await operationsOf(id)).toMatchObject([{}, { kind: "capture", status: "settled" }]);
        expect(await amountsOf(id)).toMatchObject({ captured: "4000" });
      }
    });

    test("31 thousands of lost operations are found, recorded in the database and asked about", async () => {
      const [id = ""] = await stage.authorised(1);
      const restore = await stage.snapshot();
      await stage.service().gate.run(write(id, "capture", 4_000n, "capture_1"));
      const line = (await readFile(FILE, "utf8")).trim().split("\n").at(-1) ?? "";
      const others = Array.from({ length: 12_000 }, (_each, at) =>
        JSON.stringify({ ...JSON.parse(line), id: `acqop_${String(at)}`, kind: "review" }),
      );
      await writeFile(FILE, [line, ...others, ""].join("\n"));
      await restore();
      const service = newServer();
      await service.recovery.look();
      expect(await stage.pg("acquiring_lost_write").count("* as count").first()).toEqual({ count: "12001" });
      const [row] = await service.recovery.open();
      if (row) await service.recovery.step(row);
      expect(await amountsOf(id)).toMatchObject({ captured: "4000" });
    });

    test("31 a refund that was listed before its row was recorded again counts once", async () => {
      const id = await captured(stage.service());
      await lose((before) => before.gate.run(write(id, "refund", 4_000n, "refund_1")));
      const service = newServer();
      for (const _time of ["one response", "another one"]) await service.checkAttempt(id);
      expect(await amountsOf(id)).toMatchObject({ refund_pending: "4000" });
      // The lost database's clock was ahead: the list seems to be older than the refund.
      await stage.pg("acquiring_lost_write").update({ sent_at: new Date(Date.now() + 600_000) });
      await recover(service);
      await service.checkAttempt(id);
      expect(await operationsOf(id)).toMatchObject([
        {},
        {},
        { kind: "refund" },
        { kind: "refund", status: "declined" },
      ]);
      expect(await amountsOf(id)).toMatchObject({ refund_pending: "4000" });
    });

    test("31 a refund that the gateway does not list yet is not sent again", async () => {
      const id = await captured(stage.service());
      await lose(async (before) => {
        await stage.gateway.fault("refund", "drop-before");
        await before.gate.run(write(id, "refund", 4_000n, "refund_1"));
      });
      const service = newServer();
      await recover(service);
      expect(await service.gate.run(write(id, "refund", 4_000n, "refund_2"))).toMatchObject({ kind: "unknown" });
      expect(await stage.gateway.sent("refund")).toBe(1);
      service.useClock(() => new Date(Date.now() + DAY_MS));
      await service.checkAttempt(id);
      expect(await operationsOf(id)).toMatchObject([{}, {}, { kind: "refund", status: "declined" }]);
      expect(await service.gate.run(write(id, "refund", 4_000n, "refund_3"))).toEqual({ kind: "settled" });
    });

    test("31 of two lost refunds of a payment each is recorded, one after the other", async () => {
      const id = await captured(stage.service());
      await lose(async (before) => {
        await before.gate.run(write(id, "refund", 4_000n, "refund_1"));
        await stage.pg("acquiring_operation").where({ attempt_id: id }).update({ recorded_in_medusa: true });
        await before.gate.run(write(id, "refund", 1_000n, "refund_2"));
      });
      await recover(newServer());
      expect(await operationsOf(id)).toMatchObject([{}, {}, { amount: "4000" }, { amount: "1000" }]);
      expect(await amountsOf(id)).toMatchObject({ refund_pending: "5000" });
      expect(await attention("external_refund")).toEqual([]);
    });

    test("31 a lost refund of a subscription's first payment is recorded", async () => {
      const before = stage.service();
      const { attempt } = await before.pay(subscriptionPayment("payses_coffee"));
      const id = attempt?.id ?? "";
      await before.gate.run(write(id, "capture", 1_200n, "capture_1"));
      await lose((each) => each.gate.run(write(id, "refund", 500n, "refund_1")));
      const service = newServer();
      await recover(service);
      expect(await amountsOf(id)).toMatchObject({ refund_pending: "500" });
      expect(await service.gate.run(write(id, "refund", 1_000n, "refund_2"))).toMatchObject({ kind: "refused" });
    });

    test("31 a recovery does not wait for a payment that the gateway does not list yet, which is queried later", async () => {
      const [known = ""] = await stage.authorised(1);
      const orderNo = async (): Promise<string> =>
        (JSON.parse((await readFile(FILE, "utf8")).trim().split("\n").at(-1) ?? "") as { orderNo: string }).orderNo;
      await lose(async (before) => {
        await stage.gateway.fault("authorise", "drop-before");
        await before.pay(cardPayment("payses_lost", "cart_lost"));
      });
      const service = newServer();
      await recover(service);
      expect(await attention("lost_payment")).toEqual([]);
      expect((await service.gate.run(write(known, "capture", 10_000n, "capture_1"))).kind).toBe("settled");
      await service.recovery.followUp();
      const lost = stage.pg("acquiring_lost_write").where({ kind: "authorise", queried_at: null });
      expect(await lost.clone()).toHaveLength(1);
      expect(await orderNo()).toMatch(/^acq_/);
      service.useClock(() => new Date(Date.now() + DAY_MS));
      await service.recovery.followUp();
      expect(await lost.clone()).toEqual([]);
    });

    test("a recovery does not wait for a removed account: a person is told", async () => {
      const id = await captured(stage.service());
      await lose(async (before) => {
        await before.gate.run(write(id, "refund", 4_000n, "refund_1"));
        await stage.pg("acquiring_operation").where({ attempt_id: id }).update({ recorded_in_medusa: true });
        await before.gate.run(write(id, "refund", 1_000n, "refund_2"));
        await before.pay(cardPayment("payses_lost", "cart_lost"));
      });
      await stage.pg("acquiring_lost_write").update({ account: "gone" });
      await stage.pg("acquiring_payment_attempt").update({ account: "gone" });
      await recover(newServer());
      // Neither can be queried. The first refund stays unknown and blocks its own payment alone.
      const gone = { message: expect.stringContaining("Its account is no longer configured.") };
      expect(await attention("lost_payment")).toMatchObject([gone, gone]);
      expect(await operationsOf(id)).toMatchObject([{}, {}, { kind: "refund", status: "unknown", amount: "4000" }]);
    });
  });

  test.each(["capture", "void", "authorise", "payout"] as const)("no %s is sent until it has ended", async (kind) => {
    const [id = ""] = await stage.authorised(1);
    const restore = await stage.snapshot();
    await restore();
    const service = newServer();
    await service.recovery.look();
    const { effects } = await stage.gateway.state();
    if (kind === "authorise") {
      await expect(service.pay(cardPayment("payses_new", "cart_new"))).rejects.toThrow(InRecovery);
      await expect(service.pay({ ...cardPayment("payses_page", "cart_page"), mode: "checkout" })).rejects.toThrow(
        InRecovery,
      );
      expect(await stage.pg("acquiring_payment_attempt").where({ session_id: "payses_new" })).toEqual([]);
    } else if (kind === "payout") {
      expect(await service.payouts.send(payoutRequest(plainPayout()))).toMatchObject({ reason: { code: "recovery" } });
    } else {
      const amount = kind === "void" ? null : 10_000n;
      expect(await service.gate.run(write(id, kind, amount, `${kind}_1`))).toMatchObject({ kind: "refused" });
    }
    expect((await stage.gateway.state()).effects).toEqual(effects);
  });

  test("31 a payout lost by the database is held, never sent automatically, and resolved manually", async () => {
    const payout = plainPayout();
    const before = stage.service();
    await before.payouts.sweep();
    await captured(before);
    const restore = await stage.snapshot();
    expect((await before.payouts.send(payoutRequest(payout))).kind).toBe("pending");
    await restore();

    const service = newServer();
    expect(await service.payouts.send(payoutRequest(payout))).toMatchObject({ reason: { code: "recovery" } });
    const { payoutId, requestId, currency, minor } = payout;
    const numbers = { payoutId, requestId, currency, account: "main", amountMinor: BigInt(minor), payloadHash: "x" };
    expect(await service.payouts.hold(numbers)).toBe(true);
    expect(await service.payouts.hold(numbers)).toBe(false);
    await recover(service);
    const seen = (await service.payouts.of(payoutId))?.version ?? null;
    expect((await service.payouts.send(payoutRequest(payout, seen))).kind).toBe("unknown");
    expect(await stage.gateway.sent("payout")).toBe(1);
    const decision = { payoutId, outcome: "paid", actorId: "user_ada", note: "It is in the portal." } as const;
    expect((await service.payouts.decide(decision)).kind).toBe("decided");
  });

  test("31 a notification of a lost payout waits until the recovery holds it, and then resolves it", async () => {
    const [lost, stranger] = [plainPayout(), plainPayout()];
    const before = stage.service();
    await before.payouts.sweep();
    const restore = await stage.snapshot();
    expect((await before.payouts.send(payoutRequest(lost))).kind).toBe("pending");
    await restore();

    const service = newServer();
    const told = async ({ requestId, currency, minor }: typeof lost): Promise<string> => {
      const fields: Record<string, string> = {
        ...{ merchant_id: "100001", account_id: "100001001", transaction_id: "T1", request_id: requestId },
        ...{ payment_currency: currency, payment_amount: minor, status: "COMPLETED" },
      };
      const signed = { ...fields, encryption_data: signFields("payoutNotification", fields, "golden-key-0123456789") };
      const body = Buffer.from(JSON.stringify(signed));
      const { inboxId } = await service.receiveNotification({ account: "main", contentType: "application/json", body });
      return service.applyInbox(inboxId ?? "");
    };
    // It arrives before anything else has noticed the restored database.
    expect(await told(lost)).toBe("waiting");
    expect(await service.recovery.open()).toMatchObject([{ account: "*" }]);
    expect(await told(lost)).toBe("waiting");
    expect(await told(stranger)).toBe("waiting");
    const { payoutId, requestId, currency, minor } = lost;
    const numbers = { payoutId, requestId, currency, account: "main", amountMinor: BigInt(minor), payloadHash: "x" };
    expect(await service.payouts.hold(numbers)).toBe(true);
    expect(await attention("order_mismatch")).toEqual([]);
    await recover(service);
    expect(await told(lost)).toBe("applied");
    expect(await service.payouts.of(payoutId)).toMatchObject({ status: "settled", raw_status: "COMPLETED" });
    expect(await told(stranger)).toBe("refused");
    expect(await attention("order_mismatch")).toMatchObject([{ subject: stranger.requestId }]);
  });
});

describe("lost commits are detected", () => {
  test("by the file outside the database, which names the lost payment", async () => {
    const before = stage.service();
    const kept = await captured(before);
    const restore = await stage.snapshot();
    await before.pay(cardPayment("payses_lost", "cart_lost"));
    const lines = (await readFile(FILE, "utf8")).trim().split("\n");
    const lost = JSON.parse(lines.at(-1) ?? "") as { id: string; orderNo: string };
    await restore();
    await hideIdentity();

    const service = newServer();
    expect(await service.gate.run(write(kept, "refund", 1_000n, "refund_1"))).toMatchObject({
      reason: { code: "recovery" },
    });
    expect(await service.recovery.open()).toMatchObject([{ account: "*", reason: "writes_missing" }]);
    await recover(service);
    expect(await attention("lost_payment")).toMatchObject([
      { subject: lost.orderNo, message: expect.stringContaining("authorised of 10000 minor units of EUR") },
    ]);
    // The same file is no sign any more.
    await newServer().recovery.look();
    expect(await service.recovery.open()).toEqual([]);
    expect(JSON.stringify(lines)).not.toMatch(/4\d{15}|4111/);
  });

  test.each([
    ["is found there, although the current account does not list it", true, "authorised of 10000 minor units of EUR"],
    ["that does not answer is left to a person, and keeps no recovery open", false, "a former account did not answer"],
  ] as const)("a lost payment of a former account %s", async (_what, isThere, told) => {
    const before = stage.service();
    if (isThere) await captured(before);
    const restore = await stage.snapshot();
    await before.pay(cardPayment("payses_former", "cart_former"));
    const lines = (await readFile(FILE, "utf8")).trim().split("\n");
    const { orderNo } = JSON.parse(lines.at(-1) ?? "") as { orderNo: string };
    await restore();
    const other = { merchantId: "200002", accountId: "200002001", signingKeys: ["another-key-0123456789"] };
    const second = await startSimulator({ ...other, notifications: "off" });
    const closed = `http://127.0.0.1:${String(await freePort())}`;
    try {
      const own = { merchantId: "100001", accountId: "100001001", signingKeys: ["golden-key-0123456789"] };
      const main = {
        ...other,
        baseUrl: second.url,
        former: [{ ...own, baseUrl: isThere ? stage.gateway.url : closed }],
      };
      const quiet = { info: () => undefined, warn: () => undefined, error: console.error };
      const cradle = { __pg_connection__: stage.pool(5), logger: quiet };
      // @ts-expect-error -- a logger with the methods that the service uses
      const service = new AcquiringModuleService(cradle, { ...stage.options(), accounts: { main } });
      // Later than a payment could still be on its way.
      service.useClock(() => new Date(Date.now() + 3_600_000));
      await service.recovery.look();
      await recover(service);
      expect(await attention("lost_payment")).toMatchObject([
        { subject: orderNo, message: expect.stringContaining(told) },
      ]);
      expect(await service.recovery.open()).toEqual([]);
      await service.__hooks.onApplicationShutdown();
    } finally {
      await second.close();
    }
  });

  test("by a server that continues, before it sends anything over its new connections", async () => {
    const service = stage.service();
    const id = await captured(service);
    const restore = await stage.snapshot();
    await service.gate.run(write(id, "refund", 4_000n, "refund_1"));
    await restore();
    await rm(FILE);
    await hideIdentity();
    expect(await service.gate.run(write(id, "refund", 4_000n, "refund_1"))).toMatchObject({ kind: "not_sent" });
    expect(await refundedAtGateway(id)).toBe("40.00");
    expect(await service.recovery.open()).toMatchObject([{ reason: "writes_missing" }]);
  });

  test("by a signed notification of one of our order numbers, once, and not by an unsigned one", async () => {
    const service = stage.service();
    const orderNo = generateEntityId(undefined, "acq");
    const tell = async (key: string, note: string, no = orderNo): Promise<void> => {
      const fields: Record<string, string> = {
        ...{ merchant_id: "100001", account_id: "100001001", order_no: no, transaction_id: "4711" },
        ...{ currency: "EUR", amount: "100.00", order_status: "1", result_info: "0000:Success", note },
      };
      const body = new URLSearchParams({ ...fields, encryption_data: signFields("result", fields, key) }).toString();
      const contentType = "application/x-www-form-urlencoded";
      const { inboxId } = await service.receiveNotification({ account: "main", contentType, body: Buffer.from(body) });
      if (inboxId !== null) await service.applyInbox(inboxId);
    };
    await tell("another-key-0123456789", "forged");
    await tell("golden-key-0123456789", "of another system", "order_17");
    expect(await service.recovery.open()).toEqual([]);
    await tell("golden-key-0123456789", "first");
    expect(await service.recovery.open()).toMatchObject([{ account: "*", reason: "unknown_order" }]);
    expect(await attention("lost_payment")).toMatchObject([{ subject: orderNo }]);
    await recover(service);
    await tell("golden-key-0123456789", "again");
    expect(await service.recovery.open()).toEqual([]);
  });

  test("by a refund that the gateway lists under one of our operations", async () => {
    const before = stage.service();
    const id = await captured(before);
    const restore = await stage.snapshot();
    await before.gate.run(write(id, "refund", 4_000n, "refund_1"));
    await restore();
    await rm(FILE);
    await hideIdentity();
    const service = newServer();
    expect((await service.gate.run(write(id, "refund", 1_000n, "refund_2"))).kind).not.toBe("refused");
    await service.checkAttempt(id);
    expect(await service.recovery.open()).toMatchObject([{ account: "*", reason: "unknown_refund" }]);
    await recover(service);
    await service.checkAttempt(id);
    expect(await service.recovery.open()).toEqual([]);
  });

  test("not by a refund with an ID of another system", async () => {
    const now = (): Date => new Date();
    const signs = new LostCommitSignals({ connection: stage.pg, sharedAccounts: false, now, log: () => undefined });
    const listed = (operationId: string): Promise<void> =>
      signs.checkRefunds(
        "main",
        [{ ...bareRefund(createOrderNo("acq_1"), "succeeded"), operationId: createOperationId(operationId) }],
        [],
      );
    await listed("refund_17");
    expect(await stage.service().recovery.open()).toEqual([]);
    await listed(generateEntityId(undefined, "acqop"));
    expect(await stage.service().recovery.open()).toMatchObject([{ reason: "unknown_refund" }]);
  });
});

test("31 a recovery does not end while a lost write that another server added meanwhile has not been queried", async () => {
  const [service, other] = [stage.service(), stage.service()];
  const begun = { account: "*", reason: "person", details: "A person says so.", since: null, by: "ada" } as const;
  const row = await service.recovery.begin(begun);
  if (!row) throw new Error("No recovery was opened.");
  expect(await service.recovery.step(row)).toMatchObject({ isComplete: true });
  const orderNo = generateEntityId(undefined, "acq");
  expect(await other.recovery.addOrders("main", [orderNo])).toBe(1);
  await service.recovery.end(row, "system");
  expect([(await service.recovery.open()).length, await attention("recovery_mode")]).toMatchObject([1, [{}]]);
  await recover(service);
  expect(await service.recovery.open()).toEqual([]);
  const lost = await stage.pg("acquiring_lost_write").where({ order_no: orderNo }).first();
  expect(lost.queried_at).not.toBeNull();
});

test("31 a recovery ends after what is just being added to it, and a person may end it anyhow", async () => {
  const service = stage.service();
  const begun = { account: "*", reason: "person", details: "A person says so.", since: null, by: "ada" } as const;
  const row = await service.recovery.begin(begun);
  if (!row) throw new Error("No recovery was opened.");
  const lost = { id: "acqop_lost", account: "main", kind: "refund", order_no: null, source: "query" } as const;
  const more = { gateway_payment_id: null, idempotency_key: null, currency: null, minor: null, sent_at: null };
  const trx = await stage.pg.transaction();
  expect(await beginRecovery(trx, { ...begun, lost: [{ ...lost, ...more }] }, new Date())).toBeNull();
  let isEnded = false;
  const ending = service.recovery.end(row, "system").then(() => (isEnded = true));
  const waiting = stage.pg("pg_locks").where({ locktype: "advisory", granted: false });
  while (!isEnded && (await waiting.clone()).length === 0);
  await trx.commit();
  await ending;
  expect(await service.recovery.open()).toHaveLength(1);
  await service.recovery.end(row, "ada", { isForced: true });
  expect(await service.recovery.open()).toEqual([]);
});

test("31 a recovery waits for a write that is being committed, and none is committed while it is open", async () => {
  const service = stage.service();
  const id = await captured(service);
  const trx = await stage.pg.transaction();
  const operation = await trx("acquiring_operation").where({ attempt_id: id, kind: "capture" }).first();
  const raw = { raw_amount: JSON.stringify(operation.raw_amount) };
  const next = {
    ...operation,
    ...raw,
    id: generateEntityId(undefined, "acqop"),
    kind: "refund",
    sequence: 9,
    status: "sending",
  };
  await trx("acquiring_operation").insert({ ...next, idempotency_key: "by_hand" });
  const sign = {
    account: "*",
    reason: "person",
    details: "A person says so.",
    since: null,
    by: "ada",
    lost: [],
  } as const;
  let isOpen = false;
  const begun = beginRecovery(stage.pg, sign, new Date()).then((row) => {
    isOpen = true;
    return row;
  });
  const waiting = stage.pg("pg_locks").where({ locktype: "advisory", granted: false });
  while (!isOpen && (await waiting.clone()).length === 0);
  const isOpenBefore = isOpen;
  await trx.commit();
  expect(isOpenBefore).toBe(false);
  expect(await begun).toMatchObject({ account: "*" });
  expect(await beginRecovery(stage.pg, sign, new Date())).toBeNull();
  const reopened = stage.pg("acquiring_operation").where({ id: operation.id });
  await reopened.clone().update({ status: "not_sent" });
  await expect(reopened.clone().update({ status: "sending" })).rejects.toThrow(/nothing is sent until recovery/);
});
