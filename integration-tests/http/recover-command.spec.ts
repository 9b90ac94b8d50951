import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { workPayouts } from "../../src/application/payouts/work-payouts";
import { recoverOpen } from "../../src/application/worker/recover";
import { withStore } from "../support/boot";
import { makePayments } from "../support/books-of-payments";
import { approve, APPROVER, atGateway, beneficiary, PAYOUTS, read, submitted, userOf } from "../support/payer";
import { runCommand } from "../support/run-command";

/** Recovery mode in a whole store, and the command that ends it, in its own process. */
withStore(
  "recover_command",
  (stage) => {
    const sign = { account: "*", reason: "person", details: "A backup was restored.", since: null, by: "ada" } as const;

    test("payouts that may have been sent are held, every payment is queried, and the command ends it", async () => {
      const { ledger, container } = stage();
      await makePayments(stage(), 2);
      const payout = await submitted(stage(), { beneficiary_id: await beneficiary(stage()) });
      await ledger.recovery.begin(sign);
      await approve(await userOf(stage(), APPROVER), payout).expect(200);
      expect(await atGateway(stage())).toEqual([]);

      const dry = await runCommand(stage(), ["recover", "--dry-run"]);
      expect([dry.code, dry.out]).toEqual([
        1,
        expect.stringMatching(/Recovery of every account .*\n\d+ payments would be/),
      ]);
      expect(await ledger.recovery.open()).toHaveLength(1);
      const ended = await runCommand(stage(), ["recover"]);
      expect([ended.code, ended.out]).toEqual([0, expect.stringContaining("1 payouts held. Recovery has ended")]);
      expect(ended.out).toContain("For a person:");
      expect(await ledger.recovery.open()).toEqual([]);

      await workPayouts(container);
      expect(await atGateway(stage())).toEqual([]);
      expect(await read(stage(), payout)).toMatchObject({ state: "unknown" });
      const { body } = await stage().admin.get("/admin/acquiring/attention").expect(200);
      expect(body.items.map(({ kind }: { kind: string }) => kind)).toContain("payout_unknown");
    });

    test("31 payouts are held too while they are off, and are not sent when they are on again", async () => {
      const { ledger, container, pg } = stage();
      const to = { beneficiary_id: await beneficiary(stage()) };
      const approver = await userOf(stage(), APPROVER);
      const waiting = await submitted(stage(), to);
      const payout = await submitted(stage(), to);
      await ledger.recovery.begin(sign);
      await approve(approver, payout).expect(200);
      const unit = { amountUnit: undefined };
      const options = { ...ledger.options, payout: { ...ledger.options.payout, ...unit } };
      const off = jest.replaceProperty(ledger, "options", options);
      expect(await recoverOpen(container)).toMatchObject({ ended: 1, heldPayouts: 2 });
      off.restore();
      await approve(approver, waiting);
      await workPayouts(container);
      expect(await atGateway(stage())).toEqual([]);
      for (const each of [payout, waiting]) expect(await read(stage(), each)).toMatchObject({ state: "unknown" });
      // Without the module there is no table, and nothing to hold.
      await pg.raw("ALTER TABLE acquiring_payout RENAME TO elsewhere");
      await ledger.recovery.begin(sign);
      expect(await recoverOpen(container)).toMatchObject({ ended: 1, heldPayouts: 0 });
      await pg.raw("ALTER TABLE elsewhere RENAME TO acquiring_payout");
    });

    test("31 nobody ends or copies a payout while it may have been sent and is not held yet", async () => {
      const { ledger, container } = stage();
      const to = { beneficiary_id: await beneficiary(stage()) };
      const payout = await submitted(stage(), to);
      const changed = { ...to, amount: "99.00", currency: "EUR", reference: "Invoice 8", version: payout.version };
      const approver = await userOf(stage(), APPROVER);
      const path = `/admin/acquiring/payouts/${payout.id}`;
      const note = { note: "not needed any more" };
      await ledger.recovery.begin(sign);
      for (const answer of [
        await stage().admin.post(path, changed),
        await stage().admin.post(`${path}/withdraw`, note),
        await approver.post(`${path}/reject`, note),
        await stage().admin.post(`${path}/copy`, { key: "a-copy-of-the-payout" }),
      ])
        expect([answer.status, answer.body.message]).toEqual([400, expect.stringMatching(/may have been sent/)]);
      await stage()
        .pg("acquiring_payout")
        .where({ id: payout.id })
        .update({ expires_at: new Date(0) });
      await workPayouts(container);
      expect(await read(stage(), payout)).toMatchObject({ state: "submitted" });
      await recoverOpen(container);
      expect(await read(stage(), payout)).toMatchObject({ state: "unknown" });
    });

    test("without gateway responses it stays open, the health page shows it, and an operator may end it", async () => {
      const { ledger, container, gateway } = stage();
      await makePayments(stage(), 1);
      await ledger.recovery.begin(sign);
      await gateway.fault("retrievalTrans", "5xx-before", 50);
      const result = await recoverOpen(container);
      expect(result).toMatchObject({ ended: 0, stillOpen: 1 });
      expect(result.unanswered.length).toBeGreaterThan(0);
      const { body } = await stage().admin.get("/admin/acquiring/health").expect(200);
      expect(body.accounts[0]).toMatchObject({
        status: "failing",
        findings: expect.arrayContaining([expect.stringContaining("Recovery mode: nothing is sent")]),
      });
      const done = await runCommand(stage(), ["recover", "--done"]);
      expect([done.code, done.out]).toEqual([0, expect.stringContaining("may be sent a second time")]);
      expect(await ledger.recovery.open()).toEqual([]);
    });

    test("order numbers of a file are queried, although another server ends a recovery that has nothing to query", async () => {
      const { ledger, pg } = stage();
      // What another server's worker may do between two statements of the command.
      await pg.raw(`
        CREATE FUNCTION end_at_once() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          IF NOT EXISTS (SELECT FROM acquiring_lost_write WHERE queried_at IS NULL) THEN NEW.ended_at = now(); END IF;
          RETURN NEW; END $$;
        CREATE TRIGGER end_at_once BEFORE INSERT ON acquiring_recovery FOR EACH ROW EXECUTE FUNCTION end_at_once()`);
      const file = join(mkdtempSync(join(tmpdir(), "acquiring-recover-")), "orders.csv");
      writeFileSync(file, "order\nacq_01JD0000000000000000000001\n");
      const [account = ""] = ledger.options.accounts.keys();
      const ended = await runCommand(stage(), ["recover", "--account", account, "--file", file]);
      expect(ended.out).toContain("1 order numbers read, 1 not in the database");
      expect(await pg("acquiring_lost_write").whereNotNull("queried_at").pluck("order_no")).toEqual([
        "acq_01JD0000000000000000000001",
      ]);
    });
  },
  {},
  PAYOUTS,
);
