import { Modules } from "@medusajs/framework/utils";
import { emitEvents } from "../../src/application/events/emit-events";
import { PAYOUT_EVENTS } from "../../src/application/events/event-names";
import { PayoutNews } from "../../src/application/events/event-schema";
import { BeneficiaryAnswer, BeneficiaryDetails, PayoutAnswer } from "../../src/api-schema/admin";
import { resolvePayoutService } from "../../src/application/payouts/resolve-payout-service";
import { followPayout } from "../../src/application/payouts/follow-payout";
import { directoryOf } from "../../src/application/payouts/approver-directory";
import { sendApprovedPayout } from "../../src/application/payouts/send-payout";
import { workPayouts } from "../../src/application/payouts/work-payouts";
import { withStore } from "../support/boot";
import {
  ACME,
  approve,
  APPROVER,
  atGateway,
  beneficiary,
  draft,
  IBAN,
  keyOf,
  later,
  ONLY_APPROVES,
  PAYOUTS,
  pays,
  read,
  round,
  submitted,
  unreachable,
  userOf,
} from "../support/payer";
import type { Admin } from "../support/shop";
import type { Payout } from "../support/payer";

/** Payouts with two people at the dashboard: what the routes permit, and what reaches the gateway. */
withStore(
  "payouts",
  (stage) => {
    let approver: Admin;
    let acme: string;

    beforeEach(async () => {
      approver = await userOf(stage(), APPROVER);
      acme = await beneficiary(stage());
    });

    const path = (id: string, action = ""): string => `/admin/acquiring/payouts/${id}${action && `/${action}`}`;
    const kinds = ({ events }: { events: { kind: string }[] }): string[] => events.map(({ kind }) => kind).reverse();

    /** Messages of its attention items. */
    const problemsOf = async ({ id }: Payout): Promise<string[]> => {
      const { body } = await stage().admin.get("/admin/acquiring/attention").expect(200);
      const items: { message: string; payout: { id: string } }[] = body.items;
      return items.filter(({ payout }) => payout.id === id).map(({ message }) => message);
    };

    test("one prepares, another approves, it is sent once and is paid when the gateway reports it", async () => {
      const { container } = stage();
      const heard: unknown[] = [];
      const bus = container.resolve(Modules.EVENT_BUS);
      for (const event of Object.keys(PAYOUT_EVENTS))
        bus.subscribe(event, async ({ data }) => {
          const news = PayoutNews.strict().parse(data);
          heard.push([event, news.id, news.state, news.actor, news.amount_minor, news.currency, news.account]);
        });
      const payout = await submitted(stage(), { beneficiary_id: acme });
      const { body } = await approve(approver, payout).expect(200);
      expect(PayoutAnswer.parse(body)).toEqual(body);
      expect(body.payout).toMatchObject({ state: "pending", approvals: 1, request_id: payout.request_id });
      expect(await atGateway(stage())).toMatchObject([{ request_id: payout.request_id, amount: "12.34" }]);
      await pays(stage(), payout);
      const paid = await read(stage(), payout);
      expect(paid).toMatchObject({
        state: "paid",
        gateway: { raw_status: "COMPLETED", short_reference: expect.stringMatching(/./), fee: { currency: "EUR" } },
      });
      expect(paid.gateway?.amounts.beneficiary_receives).toEqual({ amount: "12.34", currency: "EUR" });
      expect(kinds(paid)).toEqual(["created", "submitted", "approved", "sending", "pending", "paid"]);
      await workPayouts(container);
      expect(await atGateway(stage())).toHaveLength(1);
      await emitEvents(container);
      const said = (event: string, state: string, actor: string): unknown[] => [
        ...[`acquiring.payout.${event}`, payout.id, state, actor, "1234", "EUR", "main"],
      ];
      expect(heard).toEqual([
        said("submitted", "submitted", "admin"),
        said("approved", "approved", "admin"),
        said("sent", "pending", "gateway"),
        said("paid", "paid", "gateway"),
      ]);
      const totals = await stage().admin.get("/admin/acquiring/payouts/totals").expect(200);
      expect(totals.body.currencies).toMatchObject([{ currency: "EUR", paid: "12.34", on_its_way: "0.00" }]);
    });

    test("an event is committed with the payout's change or not at all, and tells no later amount", async () => {
      const { admin, container, pg } = stage();
      const heard: PayoutNews[] = [];
      container.resolve(Modules.EVENT_BUS).subscribe("acquiring.payout.submitted", async ({ data }) => {
        heard.push(PayoutNews.strict().parse(data));
      });
      const waiting = (): Promise<string[]> => pg("acquiring_event").where("kind", "like", "payout_%").pluck("kind");
      const payout = await draft(stage(), { beneficiary_id: acme });
      await pg.raw(`CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'dead'; END $$`);
      await pg.raw("CREATE TRIGGER die BEFORE INSERT ON acquiring_event EXECUTE FUNCTION die()");
      const submit = { payload_hash: payout.payload_hash };
      expect((await admin.post(path(payout.id, "submit"), submit)).status).toBe(500);
      await pg.raw("DROP FUNCTION die CASCADE");
      const unchanged = await read(stage(), payout);
      expect([unchanged.state, kinds(unchanged), await waiting()]).toEqual(["draft", ["created"], []]);
      await admin.post(path(payout.id, "submit"), submit).expect(200);
      // The process dies here: what was committed waits.
      expect([heard, await waiting()]).toEqual([[], ["payout_submitted"]]);
      const { input, version } = await read(stage(), payout);
      await admin.post(path(payout.id), { ...input, amount: "1.00", version }).expect(200);
      await emitEvents(container);
      await emitEvents(container);
      const unknown = { account: null, amount_minor: null, currency: null };
      expect(heard).toMatchObject([{ id: payout.id, state: "submitted", actor: "admin", ...unknown }]);
      expect(await waiting()).toEqual([]);
    });

    test("an email address that is ambiguous by case grants nothing to anyone", async () => {
      const payout = await submitted(stage(), { beneficiary_id: acme });
      const second = await userOf(stage(), APPROVER.toUpperCase());
      expect((await approve(second, payout)).status).toBe(403);
      expect((await approve(approver, payout)).status).toBe(403);
      expect(await read(stage(), payout)).toMatchObject({ state: "submitted", approvals: 0 });
    });

    test("the preparer, an API key, and an approver who saw another version cannot approve it", async () => {
      const { admin } = stage();
      const payout = await submitted(stage(), { beneficiary_id: acme });
      expect((await approve(admin, payout)).status).toBe(403);
      expect((await approve(await keyOf(stage()), payout)).status).toBe(403);
      expect((await approve(await userOf(stage(), "stranger@example.test"), payout)).status).toBe(403);
      const other = await approver.post(path(payout.id, "approve"), { payload_hash: "2026-11:another" });
      expect([other.status, other.body.type]).toEqual([409, "conflict"]);
      expect(await read(stage(), payout)).toMatchObject({ state: "submitted", approvals: 0, can_approve: false });
      // A change withdraws the submission; the editor cannot approve it either.
      const { input, version } = payout;
      const changed = await approver.post(path(payout.id), { ...input, amount: "1.00", version }).expect(200);
      const hash = changed.body.payout.payload_hash;
      expect([changed.body.payout.state, hash === payout.payload_hash]).toEqual(["draft", false]);
      const again = await admin.post(path(payout.id, "submit"), { payload_hash: hash }).expect(200);
      expect((await approve(approver, again.body.payout)).status).toBe(403);
      const bulk = await approver
        .post(path("approve"), { payouts: [{ id: payout.id, payload_hash: hash }] })
        .expect(200);
      expect(bulk.body.results).toMatchObject([{ id: payout.id, outcome: "refused", state: "submitted" }]);
      expect(await atGateway(stage())).toEqual([]);
    });

    test("an approver sees and approves what others prepared, and prepares nothing; a user in no list sees nothing", async () => {
      const payout = await submitted(stage(), { beneficiary_id: acme });
      const reads = ["/admin/acquiring/payouts", path(payout.id), `/admin/acquiring/beneficiaries/${acme}`];
      const sees = async (who: Admin): Promise<number[]> =>
        Promise.all(reads.map(async (at) => (await who.get(at)).status));
      const stranger = await userOf(stage(), "stranger@example.test");
      expect(await sees(stranger)).toEqual([403, 403, 403]);
      const request = { beneficiary_id: acme, amount: "1.00", currency: "EUR", reference: "Own" };
      const refused = await stranger.post("/admin/acquiring/payouts", request).expect(403);
      expect(refused.body.message).toMatch(/admin\.permissions\.payout/);
      const only = await userOf(stage(), ONLY_APPROVES);
      expect(await sees(only)).toEqual([200, 200, 200]);
      expect((await only.post("/admin/acquiring/payouts", request)).status).toBe(403);
      expect((await only.post("/admin/acquiring/beneficiaries", ACME)).status).toBe(403);
      expect((await approve(only, payout).expect(200)).body.payout.state).toBe("pending");
    });

    test("the approval of a user who is no longer an approver at sending time does not count", async () => {
      const { container, pg } = stage();
      // The beneficiary was added an hour ago: an approved payout waits for the cool-down.
      later(stage(), 1);
      const payout = await submitted(stage(), { beneficiary_id: acme });
      const { body } = await approve(approver, payout).expect(200);
      expect(body.payout).toMatchObject({ state: "approved", send_after: expect.stringMatching(/T/) });
      await pg("user").where({ email: APPROVER }).update({ email: "former@example.test" });
      later(stage(), 25);
      await workPayouts(container);
      expect(await read(stage(), payout)).toMatchObject({ state: "submitted", approvals: 0 });
      expect(await atGateway(stage())).toEqual([]);
      // The item stays open until it is withdrawn.
      expect(await problemsOf(payout)).toEqual([
        "It was approved but not sent: An approver may no longer approve payouts.",
      ]);
      await stage().admin.post(path(payout.id, "withdraw"), { note: "Not now." }).expect(200);
      expect(await problemsOf(payout)).toEqual([]);
    });

    test("a payout not sent in time raises an item until it is copied", async () => {
      const { admin, container } = stage();
      later(stage(), 1);
      const payout = await submitted(stage(), { beneficiary_id: acme });
      const other = await submitted(stage(), { beneficiary_id: acme });
      await approve(approver, payout).expect(200);
      later(stage(), 1 + 73);
      await workPayouts(container);
      expect((await read(stage(), payout)).state).toBe("expired");
      expect(await problemsOf(payout)).toEqual([expect.stringMatching(/approvals expired before it was sent/)]);
      expect(await problemsOf(other)).toEqual([]);
      await admin.post(path(payout.id, "copy"), { key: "copy-of-expired" }).expect(200);
      expect(await problemsOf(payout)).toEqual([]);
    });

    test("a payout that expires without all its approvals raises an item until it is dismissed or copied", async () => {
      const { admin, container, ledger, pg } = stage();
      const payout = { ...ledger.options.payout, approvalsNeeded: 2 };
      const strict = jest.replaceProperty(ledger, "options", { ...ledger.options, payout });
      const only = await userOf(stage(), ONLY_APPROVES);
      later(stage(), 1);
      const half = await submitted(stage(), { beneficiary_id: acme });
      const takenBack = await submitted(stage(), { beneficiary_id: acme });
      await approve(approver, half).expect(200);
      await approve(approver, takenBack).expect(200);
      await approve(only, takenBack).expect(200);
      await pg("user").where({ email: ONLY_APPROVES }).update({ email: "former@example.test" });
      later(stage(), 25);
      await workPayouts(container);
      expect(await read(stage(), takenBack)).toMatchObject({ state: "submitted", approvals: 1 });
      expect(await problemsOf(takenBack)).toEqual([expect.stringMatching(/approved but not sent/)]);
      later(stage(), 1 + 73);
      await workPayouts(container);
      for (const each of [half, takenBack]) {
        expect((await read(stage(), each)).state).toBe("expired");
        expect(await problemsOf(each)).toEqual([expect.stringMatching(/approvals expired before it was sent/)]);
      }
      const { body } = await admin.get("/admin/acquiring/attention").expect(200);
      const { id } = body.items.find((item: { payout: { id: string } }) => item.payout.id === half.id);
      await admin.post(`/admin/acquiring/attention/${id}/dismiss`, { note: "No longer due." }).expect(200);
      await admin.post(path(takenBack.id, "copy"), { key: "copy-of-taken-back" }).expect(200);
      await workPayouts(container);
      expect([await problemsOf(half), await problemsOf(takenBack)]).toEqual([[], []]);
      strict.restore();
    });

    test("a rejected or failed payout is corrected in a new one that needs its own approval", async () => {
      const { admin } = stage();
      const first = await submitted(stage(), { beneficiary_id: acme, reference: "sim-failed 1" });
      expect((await approver.post(path(first.id, "reject"), {})).status).toBe(400);
      await approver.post(path(first.id, "reject"), { note: "Not agreed." }).expect(200);
      expect((await approve(approver, first)).status).toBe(400);
      const second = (await admin.post(path(first.id, "copy"), { key: "copy-of-the-first" }).expect(200)).body.payout;
      expect(second).toMatchObject({ state: "draft", replaces_id: first.id, approvals: 0 });
      expect(second.request_id).not.toBe(first.request_id);
      await admin.post(path(second.id, "submit"), { payload_hash: second.payload_hash }).expect(200);
      await approve(approver, second).expect(200);
      await pays(stage(), second, "FAILED");
      const attention = await admin.get("/admin/acquiring/attention").expect(200);
      expect(attention.body.items).toMatchObject([
        { kind: "payout_problem", action: "open_payout", payout: { id: second.id } },
      ]);
      const third = (await admin.post(path(second.id, "copy"), { key: "copy-of-second" }).expect(200)).body.payout;
      expect((await admin.post(path(second.id, "copy"), { key: "copy-of-second" })).body.payout.id).toBe(third.id);
      expect((await admin.get("/admin/acquiring/attention/count").expect(200)).body.open).toBe(0);
      expect(await read(stage(), second)).toMatchObject({ state: "failed", replaced_by_id: third.id });
    });

    test("a payout that times out after the gateway took it is not sent again, and is paid when the gateway confirms it", async () => {
      const { admin, gateway } = stage();
      const payout = await submitted(stage(), { beneficiary_id: acme, amount: "1000", currency: "JPY" });
      await gateway.fault("payout", "drop-after-apply");
      expect((await approve(approver, payout).expect(200)).body.payout.state).toBe("unknown");
      expect((await admin.get("/admin/acquiring/attention").expect(200)).body.items).toMatchObject([
        { kind: "payout_unknown" },
      ]);
      await round(stage());
      expect((await admin.post(path(payout.id, "copy"), { key: "copy-unknown" })).status).toBe(400);
      const own = await admin.post(path(payout.id, "decide"), { outcome: "not_paid", note: "Never mind." });
      expect(own.status).toBe(403);
      expect(await gateway.sent("payout")).toBe(1);
      await pays(stage(), payout);
      expect(await read(stage(), payout)).toMatchObject({ state: "paid", amount: "1000" });
      expect(await atGateway(stage())).toMatchObject([{ status: "COMPLETED", amount: "1000" }]);
      expect((await admin.get("/admin/acquiring/attention/count").expect(200)).body.open).toBe(0);
    });

    test("a payout that the gateway accepted without a report for two weeks, or two after its date, is unknown until one comes", async () => {
      const { admin, gateway } = stage();
      const date = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
      const payout = await submitted(stage(), { beneficiary_id: acme, amount: "1000", currency: "JPY" });
      const dated = await submitted(stage(), {
        beneficiary_id: acme,
        amount: "900",
        currency: "JPY",
        payment_date: date,
      });
      const heldUp = await submitted(stage(), { beneficiary_id: acme, amount: "800", currency: "JPY" });
      for (const each of [payout, dated, heldUp]) await approve(approver, each).expect(200);
      await pays(stage(), heldUp, "BLOCKED");
      const after = async (days: number): Promise<string[]> => {
        later(stage(), days * 24);
        await round(stage());
        return Promise.all([payout, dated, heldUp].map(async (each) => (await read(stage(), each)).state));
      };
      expect(await after(13)).toEqual(["pending", "pending", "held"]);
      expect(await after(16)).toEqual(["unknown", "pending", "held"]);
      expect(await problemsOf(payout)).toEqual([expect.stringContaining("has not reported for 14 days")]);
      expect((await admin.post(path(payout.id, "copy"), { key: "copy-silent-payout" })).status).toBe(400);
      expect(await after(43)).toEqual(["unknown", "pending", "held"]);
      expect(await after(46)).toEqual(["unknown", "unknown", "held"]);
      expect(await gateway.sent("payout")).toBe(3);
      await pays(stage(), payout);
      expect([(await read(stage(), payout)).state, await problemsOf(payout)]).toEqual(["paid", []]);
    });

    test("a payout whose process died between claim and send is sent once when it is resumed", async () => {
      const { container, gateway } = stage();
      later(stage(), 1);
      const payout = await submitted(stage(), { beneficiary_id: acme });
      await approve(approver, payout).expect(200);
      later(stage(), 25);
      const claim = await resolvePayoutService(container).payouts.claimForSending(payout.id, directoryOf(container));
      expect(claim.kind).toBe("claimed");
      await workPayouts(container);
      expect([(await read(stage(), payout)).state, await gateway.sent("payout")]).toEqual(["sending", 0]);
      later(stage(), 26);
      await Promise.all([workPayouts(container), workPayouts(container)]);
      expect([(await read(stage(), payout)).state, await gateway.sent("payout")]).toEqual(["pending", 1]);
    });

    test("an unlisted status raises an item that names it, until the gateway reports another", async () => {
      const payout = await submitted(stage(), { beneficiary_id: acme });
      await approve(approver, payout).expect(200);
      await pays(stage(), payout, "TELEPORTED");
      expect((await read(stage(), payout)).state).toBe("pending");
      expect(await problemsOf(payout)).toEqual([expect.stringContaining('reports the status "TELEPORTED"')]);
      await pays(stage(), payout);
      expect([(await read(stage(), payout)).state, await problemsOf(payout)]).toEqual(["paid", []]);
    });

    test("a payout of a dead process becomes unknown also while payouts are off", async () => {
      const { container, ledger, pg } = stage();
      const payout = await submitted(stage(), { beneficiary_id: acme });
      await approve(approver, payout).expect(200);
      await pg("acquiring_payout_send").where({ payout_id: payout.id }).update({ status: "sending" });
      const off = { ...ledger.options, payout: { ...ledger.options.payout, limits: undefined } };
      const options = jest.replaceProperty(ledger, "options", off);
      later(stage(), 26);
      await workPayouts(container);
      options.restore();
      expect((await ledger.payouts.of(payout.id))?.status).toBe("unknown");
      await workPayouts(container);
      expect(await read(stage(), payout)).toMatchObject({ state: "unknown" });
    });

    test.each(["paid", "not_paid"])(
      "an approver who checked the portal resolves an unknown payout as %s, and one event is emitted",
      async (outcome) => {
        const { container, gateway } = stage();
        const heard: string[] = [];
        for (const event of ["acquiring.payout.paid", "acquiring.payout.failed"])
          container.resolve(Modules.EVENT_BUS).subscribe(event, async ({ data }) => {
            heard.push(`${event} ${PayoutNews.strict().parse(data).id}`);
          });
        const payout = await submitted(stage(), { beneficiary_id: acme });
        await gateway.fault("payout", "drop-before");
        await approve(approver, payout).expect(200);
        const decision = { outcome, note: "The portal says so." };
        const { body } = await approver.post(path(payout.id, "decide"), decision).expect(200);
        const state = outcome === "paid" ? "paid" : "failed";
        expect(body.payout).toMatchObject({ state });
        expect(kinds(body.payout)).toContain("decided");
        await followPayout(container, payout.id);
        await workPayouts(container);
        await emitEvents(container);
        expect(heard).toEqual([`acquiring.payout.${state} ${payout.id}`]);
        // Staff are told that it waits for approval; while that waits, the newest fact is kept.
        const told = await stage().pg("acquiring_staff_notification").where({ topic: "payout", item: payout.id });
        expect(told).toMatchObject([{ fact: { event: state === "failed" ? "payout_failed" : "payout_submitted" } }]);
      },
    );

    test("an unknown payout whose outcome the ledger knows is neither resolved manually nor paid again as a copy", async () => {
      const { admin, gateway, ledger } = stage();
      const lost = async (reference: string): Promise<Payout> => {
        const payout = await submitted(stage(), { beneficiary_id: acme, reference });
        await gateway.fault("payout", "drop-after-apply");
        expect((await approve(approver, payout).expect(200)).body.payout.state).toBe("unknown");
        return payout;
      };
      const decision = { outcome: "not_paid", note: "The portal has none." };
      const known = await lost("Known");
      const word = { payoutId: known.id, outcome: "paid", actorId: "user_other", note: "The bank has it." } as const;
      expect((await ledger.payouts.decide(word)).kind).toBe("decided");
      expect((await approver.post(path(known.id, "decide"), decision)).status).toBe(400);
      const settled = await read(stage(), known);
      expect([settled.state, kinds(settled)]).toEqual(["paid", expect.not.arrayContaining(["decided"])]);
      const first = await lost("Lost");
      await approver.post(path(first.id, "decide"), decision).expect(200);
      const copied = (await admin.post(path(first.id, "copy"), { key: "copy-of-lost" }).expect(200)).body.payout;
      await admin.post(path(copied.id, "submit"), { payload_hash: copied.payload_hash }).expect(200);
      await pays(stage(), first, "PROCESSING");
      const second = await admin.post(path(first.id, "copy"), { key: "copy-of-lost-2" });
      expect([second.status, second.body.message]).toEqual([400, expect.stringMatching(/may have been paid/)]);
      const { body } = await admin.get("/admin/acquiring/attention").expect(200);
      expect(body.items).toMatchObject([{ kind: "payout_problem", payout: { id: first.id } }]);
      const sent = await gateway.sent("payout");
      const answer = await approve(approver, copied).expect(200);
      expect(answer.body.payout).toMatchObject({ state: "submitted", approvals: 0 });
      expect(await gateway.sent("payout")).toBe(sent);
    });

    test("a decision about a payout that was changed or sent again since it was seen is refused", async () => {
      const { gateway, ledger, pg } = stage();
      const { id } = await submitted(stage(), { beneficiary_id: acme, reference: "Seen" });
      await gateway.fault("payout", "drop-after-apply");
      const { version } = (await approve(approver, await read(stage(), { id })).expect(200)).body.payout;
      const decide = async (seen?: number): Promise<[number, string]> => {
        const decision = { outcome: "not_paid", note: "The portal has none.", version: seen };
        const { status, body } = await approver.post(path(id, "decide"), decision);
        return [status, body.message ?? body.payout.state];
      };
      expect(await decide(version - 1)).toEqual([409, expect.stringMatching(/changed meanwhile/)]);
      const { payouts } = ledger;
      const decided = payouts.decide.bind(payouts);
      // Sent again after the payout's version was compared.
      payouts.decide = async (decision) => {
        await pg("acquiring_payout_send").where({ payout_id: id }).increment("version", 1).increment("sends", 1);
        return decided(decision);
      };
      expect(await decide(version)).toEqual([409, expect.stringMatching(/sent again/)]);
      payouts.decide = decided;
      expect(await decide(version)).toEqual([409, expect.stringMatching(/changed meanwhile/)]);
      const { state, version: current } = await read(stage(), { id });
      expect([state, await decide(current)]).toEqual(["unknown", [200, "failed"]]);
    });

    test("of two copies of a payout the second is not sent while the ledger knows that the first may be paid", async () => {
      const { admin, gateway } = stage();
      const copied = async ({ id }: Pick<Payout, "id">, key: string): Promise<Payout> => {
        const { payout } = (await admin.post(path(id, "copy"), { key }).expect(200)).body;
        await admin.post(path(payout.id, "submit"), { payload_hash: payout.payload_hash }).expect(200);
        return payout;
      };
      const first = await submitted(stage(), { beneficiary_id: acme, reference: "Twice" });
      await approver.post(path(first.id, "reject"), { note: "Not agreed." }).expect(200);
      const lost = await copied(first, "first-copy-of-it");
      await gateway.fault("payout", "drop-after-apply");
      await approve(approver, lost).expect(200);
      const decision = { outcome: "not_paid", note: "The portal has none." };
      await approver.post(path(lost.id, "decide"), decision).expect(200);
      const second = await copied(first, "second-copy-of-it");
      // A manual decision stands until the gateway reports an end, which the ledger already has.
      await pays(stage(), lost, "PROCESSING");
      const sent = await gateway.sent("payout");
      const { body } = await approve(approver, second).expect(200);
      expect(body.payout).toMatchObject({ state: "submitted", approvals: 0 });
      expect(body.payout.events[0]).toMatchObject({
        ...{ kind: "approval_withdrawn", note: expect.stringContaining(`${lost.id} may have been paid`) },
      });
      expect(await gateway.sent("payout")).toBe(sent);
      await admin.post(path(second.id, "withdraw"), { note: "The first is paid." }).expect(200);
      expect((await read(stage(), first)).actions.copy).toMatchObject({ allowed: false });
      const third = await admin.post(path(first.id, "copy"), { key: "third-copy-of-it" });
      expect([third.status, third.body.message]).toEqual([400, expect.stringContaining(lost.id)]);
    });

    test("a copy is not sent if its original is reported as paid between the claim and the send", async () => {
      const { admin, container, gateway, ledger } = stage();
      const first = await submitted(stage(), { beneficiary_id: acme, reference: "Overtaken" });
      await gateway.fault("payout", "drop-after-apply");
      await approve(approver, first).expect(200);
      await approver.post(path(first.id, "decide"), { outcome: "not_paid", note: "The portal has none." }).expect(200);
      const { payout } = (await admin.post(path(first.id, "copy"), { key: "copy-of-overtaken" }).expect(200)).body;
      await admin.post(path(payout.id, "submit"), { payload_hash: payout.payload_hash }).expect(200);
      const sent = await gateway.sent("payout");
      const send = ledger.payouts.send.bind(ledger.payouts);
      const spy = jest.spyOn(ledger.payouts, "send").mockImplementation(async (request) => {
        spy.mockRestore();
        await pays(stage(), first, "COMPLETED");
        return send(request);
      });
      const doubt = `${first.id} may have been paid. Check the gateway's portal.`;
      const { body } = await approve(approver, payout).expect(200);
      expect([body.payout.state, body.payout.events[0]]).toMatchObject(["approved", { kind: "not_sent", note: doubt }]);
      expect([await gateway.sent("payout"), await ledger.payouts.of(payout.id)]).toMatchObject([
        sent,
        { status: "not_sent", result_code: "may_be_paid", result_message: doubt },
      ]);
      expect(await sendApprovedPayout(container, payout.id)).toBe("fell_back");
      expect(await read(stage(), payout)).toMatchObject({ state: "submitted", approvals: 0 });
      expect(await gateway.sent("payout")).toBe(sent);
    });

    test("another final state reported by an older message keeps its item open, whatever is checked later", async () => {
      const { container, gateway } = stage();
      const payout = await submitted(stage(), { beneficiary_id: acme });
      await approve(approver, payout).expect(200);
      await pays(stage(), payout, "FAILED");
      expect(await problemsOf(payout)).toEqual([expect.stringMatching(/nothing was paid/)]);
      const older = { status: "COMPLETED", last_updated_at: "2020-01-01T00:00:00Z" };
      await gateway.control("notify", { request_id: payout.request_id, overrides: older });
      await round(stage());
      await followPayout(container, payout.id);
      expect(await read(stage(), payout)).toMatchObject({ state: "failed" });
      expect(await problemsOf(payout)).toEqual([expect.stringMatching(/also reported it as paid/)]);
    });

    test("a withdrawn payout that may have been paid raises an item", async () => {
      const { admin, container, gateway, ledger } = stage();
      later(stage(), 1);
      const payout = await submitted(stage(), { beneficiary_id: acme });
      await approve(approver, payout).expect(200);
      later(stage(), 25);
      const { payouts } = resolvePayoutService(container);
      const claim = await payouts.claimForSending(payout.id, directoryOf(container));
      if (claim.kind !== "claimed") throw new Error(claim.kind);
      // A slow process is sending it, while another finds that nothing was sent, and its approvals expire.
      const nothing = { raw_status: null, reading: null, transaction_id: null, short_reference: null };
      const away = { ...nothing, failure_reason: null, result_message: "No connection.", sends: 1, version: 1 };
      await payouts.followed(payout.id, { ...away, status: "not_sent" });
      later(stage(), 25 + 73);
      await workPayouts(container);
      expect((await ledger.payouts.send(claim.send)).kind).toBe("pending");
      await workPayouts(container);
      const taken = await read(stage(), payout);
      expect([taken.state, await gateway.sent("payout")]).toEqual(["expired", 1]);
      expect(taken.actions.copy).toEqual({ allowed: false, reason: expect.stringMatching(/may have been paid/) });
      const { body } = await admin.get("/admin/acquiring/attention").expect(200);
      expect(body.items).toMatchObject([{ kind: "payout_problem", payout: { id: payout.id } }]);
      // Another process still has the send as it was before anything was sent.
      const send = await ledger.payouts.of(payout.id);
      if (!send) throw new Error("no send");
      const stale = { ...send, status: "not_sent", version: send.version - 1 } as const;
      const slow = jest.spyOn(ledger.payouts, "of").mockResolvedValueOnce(stale);
      await followPayout(container, payout.id);
      slow.mockRestore();
      const after = await admin.get("/admin/acquiring/attention").expect(200);
      expect(after.body.items).toMatchObject([{ kind: "payout_problem", payout: { id: payout.id } }]);
      expect((await admin.post(path(payout.id, "copy"), { key: "copy-of-taken-back" })).status).toBe(400);
    });

    test("a payout that stopped before its send is withdrawn, and the process that had it sends nothing", async () => {
      const { admin, container, gateway, ledger } = stage();
      later(stage(), 1);
      const payout = await submitted(stage(), { beneficiary_id: acme });
      await approve(approver, payout).expect(200);
      later(stage(), 25);
      const claim = await resolvePayoutService(container).payouts.claimForSending(payout.id, directoryOf(container));
      if (claim.kind !== "claimed") throw new Error(claim.kind);
      expect((await read(stage(), payout)).actions.withdraw).toEqual({ allowed: true, reason: null });
      const { body } = await admin.post(path(payout.id, "withdraw"), { note: "Its process died." }).expect(200);
      expect(body.payout).toMatchObject({ state: "withdrawn", gateway: null });
      expect(await ledger.payouts.send(claim.send)).toMatchObject({ kind: "declined", reason: { code: "withdrawn" } });
      await round(stage());
      expect([(await read(stage(), payout)).state, await gateway.sent("payout")]).toEqual(["withdrawn", 0]);
      const copy = await admin.post(path(payout.id, "copy"), { key: "copy-of-stopped" }).expect(200);
      expect(copy.body.payout).toMatchObject({ state: "draft", replaces_id: payout.id });
    });

    test("an unsent payout raises an item and can be withdrawn; one that the gateway may have cannot", async () => {
      const { admin, gateway, ledger } = stage();
      const payout = await submitted(stage(), { beneficiary_id: acme });
      await gateway.fault("payout", "drop-after-apply");
      await approve(approver, payout).expect(200);
      // The payout itself is not synchronised yet.
      await stage().pg("acquiring_payout").where({ id: payout.id }).update({ state: "sending", synced_version: null });
      const { actions } = await read(stage(), payout);
      expect(actions.withdraw).toEqual({ allowed: false, reason: expect.stringMatching(/may already have been sent/) });
      expect((await admin.post(path(payout.id, "withdraw"), { note: "Stop it." })).status).toBe(400);
      expect((await ledger.payouts.of(payout.id))?.status).toBe("unknown");
      const away = await submitted(stage(), { beneficiary_id: acme, reference: "Away" });
      later(stage(), 1);
      await approve(approver, away).expect(200);
      later(stage(), 25);
      const { container } = stage();
      const claim = await resolvePayoutService(container).payouts.claimForSending(away.id, directoryOf(container));
      if (claim.kind !== "claimed") throw new Error(claim.kind);
      const nobody = await unreachable(stage());
      expect((await nobody.payouts.send(claim.send)).kind).toBe("not_sent");
      await nobody.__hooks.onApplicationShutdown();
      await workPayouts(container);
      const items = async (): Promise<{ kind: string; message: string; payout: { id: string } }[]> =>
        (await admin.get("/admin/acquiring/attention").expect(200)).body.items;
      const item = { kind: "payout_problem", payout: { id: away.id } };
      expect((await items()).find(({ payout: of }) => of.id === away.id)).toMatchObject({
        ...item,
        message: expect.stringMatching(/was not sent and will be tried again/),
      });
      expect((await read(stage(), away)).state).toBe("approved");
      await admin.post(path(away.id, "withdraw"), { note: "Not now." }).expect(200);
      expect((await items()).filter(({ payout: of }) => of.id === away.id)).toEqual([]);
      expect((await ledger.payouts.send(claim.send)).kind).toBe("declined");
      expect(await gateway.sent("payout")).toBe(1);
    });

    test("bank data is masked unless a permitted user requests it, which is audited first", async () => {
      const { admin, pg } = stage();
      const at = `/admin/acquiring/beneficiaries/${acme}`;
      const shown = await admin.get(at).expect(200);
      expect(BeneficiaryAnswer.parse(shown.body)).toEqual(shown.body);
      expect(shown.text).not.toContain(IBAN);
      expect((await admin.post(`${at}/reveal`, { reason: "Curious" })).status).toBe(403);
      const { body, headers } = await approver.post(`${at}/reveal`, { reason: "The bank asked" }).expect(200);
      expect(BeneficiaryDetails.parse(body).details.bank_details.iban).toBe(IBAN);
      expect(headers["cache-control"]).toBe("no-store");
      const seen = await admin.get(at).expect(200);
      expect(seen.body.beneficiary.events).toMatchObject([
        { kind: "revealed", note: "The bank asked" },
        { kind: "created" },
      ]);
      await expect(pg("acquiring_payout_audit").where({ kind: "revealed" }).delete()).rejects.toThrow();
    });

    test("an invalid field is named with what to do, and nothing is stored; a second click adds no second beneficiary", async () => {
      const { admin } = stage();
      const twice = { ...ACME, company_name: "Once Ltd", key: "click-00000001" };
      const add = async (): Promise<string> =>
        (await admin.post("/admin/acquiring/beneficiaries", twice).expect(200)).body.beneficiary.id;
      expect(await add()).toBe(await add());
      expect((await admin.post("/admin/acquiring/beneficiaries", { ...ACME, key: twice.key })).status).toBe(409);
      const wrong = { entity_type: "COMPANY", bank_details: { iban: "DE00370400440532013000" } };
      const refused = await admin.post("/admin/acquiring/beneficiaries", wrong).expect(400);
      const paths = refused.body.fields.map(({ path: of }: { path: string }) => of);
      expect(paths).toEqual(expect.arrayContaining(["company_name", "bank_details.iban"]));
      expect(refused.text).not.toContain("DE0037");
      const more = await admin.post("/admin/acquiring/payouts", {
        beneficiary_id: acme,
        amount: "12.345",
        currency: "EUR",
      });
      expect([more.status, more.body.fields.map(({ path: of }: { path: string }) => of)]).toEqual([400, ["reference"]]);
      expect((await admin.get("/admin/acquiring/payouts").expect(200)).body.count).toBe(0);
    });

    test("a list is filtered, shows who may approve, and its file contains no formula", async () => {
      const { admin } = stage();
      const payout = await submitted(stage(), { beneficiary_id: acme, reference: "=1+1", order_id: "order_1" });
      await draft(stage(), { beneficiary_id: acme });
      const ask = (query: string, by = admin) => by.get(`/admin/acquiring/payouts?${query}`).expect(200);
      expect((await ask("order_id=order_1")).body).toMatchObject({ count: 1, payouts: [{ id: payout.id }] });
      expect((await ask("approvable=true")).body.count).toBe(0);
      expect((await ask("approvable=true", approver)).body.payouts).toMatchObject([
        { id: payout.id, can_approve: true },
      ]);
      expect((await ask(`q=${payout.request_id}`)).body.count).toBe(1);
      // In bulk: the valid one is sent after the answer, the other one is reported.
      const requests = [payout, { id: "acqpay_none", payload_hash: "1:none" }];
      const bulk = await approver
        .post(path("approve"), { payouts: requests.map(({ id, payload_hash }) => ({ id, payload_hash })) })
        .expect(200);
      expect(bulk.body.results).toMatchObject([
        { id: payout.id, outcome: "done", state: "approved" },
        { id: "acqpay_none", outcome: "refused", message: expect.stringMatching(/./) },
      ]);
      await stage().ledger.drain.settle();
      expect((await read(stage(), payout)).state).toBe("pending");
      const { text } = await admin.get("/admin/acquiring/payouts/export").expect(200);
      expect(text.split("\r\n")).toHaveLength(4);
      expect(text).toContain(`"'=1+1"`);
      expect(text).not.toContain(IBAN);
      // What is created while it is read would shift the pages, also if the filter ends later than now.
      const later = new Date(stage().ledger.now().getTime() + 60_000);
      await stage().pg("acquiring_payout").where({ id: payout.id }).update({ created_at: later });
      const today = await admin.get("/admin/acquiring/payouts/export?created_to=2099-01-01T00:00:00.000Z").expect(200);
      expect(today.text.split("\r\n")).toHaveLength(3);
    });
  },
  {},
  PAYOUTS,
);
