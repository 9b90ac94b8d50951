import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ImportContext, ImportKind, LineResult } from "../../src/application/import/import-record";
import { importPage } from "../../src/application/import/import-page";
import { armFailpoint } from "../../src/modules/acquiring/runtime/failpoint";
import { createOrderWorkflow } from "@medusajs/medusa/core-flows";
import { withStore } from "../support/boot";
import { Customer } from "../support/customer";
import type { Exported, Sold } from "../support/former-integration";
import { sell } from "../support/former-integration";
import { runCommand } from "../support/run-command";
import { openItems } from "../support/subscriber";

/**
 * What another integration of the same gateway account left is imported with the command, and then works as the store's
 * own. Nothing is imported that the gateway does not confirm.
 */
const CARD = "4111111111111111";
const DAY = new Date().toISOString().slice(0, 10);

withStore("import_command", (stage) => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "acquiring-import-"))));
  afterEach(() => {
    armFailpoint(null);
    rmSync(folder, { recursive: true, force: true });
  });

  const fileOf = (lines: readonly object[], name = "lines.jsonl"): string => {
    const file = join(folder, name);
    writeFileSync(file, lines.map((line) => JSON.stringify(line)).join("\n"));
    return file;
  };
  const importFile = (kind: ImportKind, file: string, ...more: string[]) =>
    runCommand(stage(), ["import", "--kind", kind, "--file", file, ...more]);
  const APPLY = ["--apply", "--former-is-off"];
  const context = (): ImportContext => ({
    container: stage().container,
    account: "main",
    isDry: false,
    actorId: "cli:ada",
  });
  /** In this process, for what a command in its own process would be too slow or too far away. */
  const importHere = (kind: ImportKind, ...lines: object[]): Promise<LineResult[]> =>
    importPage(
      context(),
      kind,
      lines.map((fields, index) => ({ line: index + 1, fields: { ...fields } })),
    );
  const attempts = () => stage().pg("acquiring_payment_attempt").orderBy("order_no");
  const attemptOf = (orderNo: string) => stage().pg("acquiring_payment_attempt").where({ order_no: orderNo }).first();
  const sold = async (sale: Sold): Promise<Exported & { readonly authorised_at: string }> => ({
    ...(await sell(stage(), sale)).line,
    authorised_at: DAY,
  });
  const act = (id: string, action: string, body: object) =>
    stage().admin.post(`/admin/acquiring/payments/${id}/${action}`, { key: `key-of-the-test-${action}-1`, ...body });
  /** Nothing was reversed, and nothing waits for a person. */
  const restful = async (): Promise<void> => {
    for (let round = 0; round < 2; round += 1) await stage().hurry();
    expect(await openItems(stage())).toEqual([]);
    expect((await stage().pg("acquiring_payment_attempt").whereNotNull("reversal_reason")).length).toBe(0);
  };

  /** An order that the former integration's provider holds a payment for; Medusa's own provider plays it. */
  async function formerOrder(): Promise<{ orderId: string; paymentId: string; total: string }> {
    const { shop, admin } = stage();
    const checkout = await shop.checkout();
    const path = `/store/payment-collections/${checkout.collectionId}/payment-sessions`;
    await shop.post(path, { provider_id: "pp_system_default" }).expect(200);
    const done = await shop.complete(checkout);
    const orderId = done.order?.id ?? "";
    const { id, amount } = await admin.payment(orderId);
    return { orderId, paymentId: id, total: amount.toFixed(2) };
  }

  /** As an import of orders into Medusa makes them. */
  async function orderWithoutPayment(): Promise<string> {
    const { result: order } = await createOrderWorkflow(stage().container).run({
      input: {
        status: "pending",
        currency_code: "eur",
        email: "ada@example.test",
        region_id: (await stage().pg("region").first()).id,
        items: [{ title: "From the former shop", quantity: 1, unit_price: 80, is_tax_inclusive: true }],
      },
    });
    return order.id;
  }

  describe("authorisations", () => {
    test("a dry run changes nothing; then it is captured, refunded and voided like the store's own payments", async () => {
      const [one, two] = [await sold({ orderNo: "OLD-1" }), await sold({ orderNo: "OLD-2", amount: "12.50" })];
      const file = fileOf([one, two]);
      const dry = await importFile("authorisations", file);
      expect([dry.code, dry.out]).toEqual([0, expect.stringContaining("2 read, 2 would be imported, 0 already here")]);
      expect(dry.out).toContain("Nothing was changed. Add --apply to import.");
      expect(await attempts()).toEqual([]);

      const done = await importFile("authorisations", file, ...APPLY);
      expect([done.code, done.out]).toEqual([0, expect.stringContaining("2 imported, 0 already here, 0 rejected.")]);
      expect(done.out).toContain("2 × without an order: find it on the payments page");
      expect(await attempts()).toMatchObject([
        { order_no: "OLD-1", state: "authorised", authorised: "10000", captured: "0", imported_at: expect.any(Date) },
        { order_no: "OLD-2", state: "authorised", authorised: "1250" },
      ]);
      await restful();
      const { body } = await stage().admin.get("/admin/acquiring/payments").expect(200);
      expect(body.payments).toHaveLength(2);

      const [first, second] = await attempts();
      expect((await act(first.id, "capture", { amount: "100.00" }).expect(200)).body).toMatchObject({
        outcome: "done",
      });
      expect((await act(first.id, "refund", { amount: "30.00" }).expect(200)).body.outcome).toMatch(/done|pending/);
      expect((await act(second.id, "void", {}).expect(200)).body).toMatchObject({ outcome: "done" });
      await restful();
      expect(await stage().gateway.transaction("OLD-1")).toMatchObject({ captured: "100.00", refunded: "30.00" });
      expect(await stage().gateway.transaction("OLD-2")).toMatchObject({ state: "voided" });
      const shown = await stage()
        .admin.get(`/admin/acquiring/payments/${String(first.id)}`)
        .expect(200);
      expect(JSON.stringify(shown.body)).toContain('"imported"');
      expect((await runCommand(stage(), ["reconcile", "--now"])).code).toBe(0);
    });

    test("what the gateway contradicts is rejected with the reason, and the corrected lines are imported", async () => {
      const right = await sold({ orderNo: "OLD-1" });
      const captured = await sold({ orderNo: "OLD-2" });
      await stage().gateway.control("portal-capture", { order_no: "OLD-2" });
      const lines = [
        { ...right, amount: "99.00" },
        { ...right, currency: "USD" },
        { ...right, gateway_payment_id: captured.gateway_payment_id },
        captured,
        { ...right, order_no: "OLD-9" },
        { ...right, authorised_at: "soon" },
        { ...right, account: "other" },
      ];
      const file = fileOf(lines);
      const done = await importFile("authorisations", file, ...APPLY);
      expect([done.code, done.out]).toEqual([
        1,
        expect.stringContaining("7 read, 0 imported, 0 already here, 7 rejected"),
      ]);
      expect(done.out).toContain("line 1, amount: differs from the gateway's 100.00 EUR.");
      expect(done.out).toContain("line 2, currency: differs from the gateway's 100.00 EUR.");
      expect(done.out).toContain("line 3, gateway_payment_id: is not the gateway's transaction of this order number");
      expect(done.out).toContain("line 4, order_no: the gateway reports it as captured, not as an open authorisation.");
      expect(done.out).toContain("line 5, order_no: the gateway does not know this order number.");
      expect(done.out).toContain("line 6, authorised_at: is not valid.");
      expect(done.out).toContain("line 7, account: is not configured. Write one of main");
      expect(await attempts()).toEqual([]);
      const rejects = `${file}.rejects.jsonl`;
      const written = readFileSync(rejects, "utf8").trim().split("\n");
      expect(written).toHaveLength(7);
      const corrected = fileOf([{ ...JSON.parse(written[0] ?? ""), amount: "100.00" }], "corrected.jsonl");
      expect((await importFile("authorisations", corrected, ...APPLY)).out).toContain("1 read, 1 imported");
      expect(await attempts()).toHaveLength(1);
    });

    test("another run imports nothing twice, and a line that names another payment is rejected", async () => {
      const line = await sold({ orderNo: "OLD-1" });
      const other = await sold({ orderNo: "OLD-2" });
      expect(await importHere("authorisations", line, line)).toMatchObject([
        { outcome: "imported" },
        { outcome: "present" },
      ]);
      const [again, twisted] = await importHere("authorisations", line, { ...other, order_no: "OLD-1" });
      expect(again).toMatchObject({ outcome: "present" });
      expect(twisted).toMatchObject({
        outcome: "rejected",
        problem: { field: "order_no", problem: expect.stringMatching(/^the store's payment acqatt_/) },
      });
      expect(await attempts()).toHaveLength(1);
      expect(await stage().pg("acquiring_entry").where({ kind: "imported" })).toHaveLength(1);
    });

    test("the former provider's payment of an order becomes ours, and Medusa's own buttons capture and refund it", async () => {
      const { orderId, paymentId, total } = await formerOrder();
      const line = { ...(await sold({ orderNo: "OLD-1", amount: total })), order_id: orderId };
      expect(await importHere("authorisations", line)).toMatchObject([{ outcome: "imported", notes: [] }]);
      await restful();
      const { admin, gateway, pg } = stage();
      const row = await pg("payment").where({ id: paymentId }).first();
      expect(row).toMatchObject({
        provider_id: "pp_acquiring-card_main",
        data: { order_no: "OLD-1" },
        metadata: { acquiring_former_payment: { provider_id: "pp_system_default" } },
      });
      await admin.post(`/admin/payments/${paymentId}/capture`).expect(200);
      await admin.post(`/admin/payments/${paymentId}/refund`, { amount: 1 }).expect(200);
      await restful();
      expect(await gateway.transaction("OLD-1")).toMatchObject({ captured: total, refunded: "1.00" });
      expect(await gateway.sent("capture")).toBe(1);
      expect(await admin.payment(orderId)).toMatchObject({ captured_at: expect.any(String), refunds: [{ amount: 1 }] });
      const widget = await admin.get(`/admin/acquiring/orders/${orderId}/payments`).expect(200);
      expect(widget.body.payments).toMatchObject([{ order_no: "OLD-1", state: "captured" }]);
      const listed = await admin.get("/admin/acquiring/payments").expect(200);
      expect(listed.body.payments[0]).toMatchObject({ order: { id: orderId } });
      expect((await runCommand(stage(), ["reconcile", "--now"])).code).toBe(0);
    });

    test("cancelling the order voids its imported payment at the gateway", async () => {
      const { orderId, total } = await formerOrder();
      const line = { ...(await sold({ orderNo: "OLD-1", amount: total })), order_id: orderId };
      expect(await importHere("authorisations", line)).toMatchObject([{ outcome: "imported" }]);
      await stage().admin.post(`/admin/orders/${orderId}/cancel`).expect(200);
      expect(await stage().gateway.transaction("OLD-1")).toMatchObject({ state: "voided" });
      await restful();
    });

    test("an order without a payment gets one, which Medusa captures", async () => {
      const orderId = await orderWithoutPayment();
      const line = { ...(await sold({ orderNo: "OLD-1", amount: "80.00" })), order_id: orderId };
      expect(await importHere("authorisations", { ...line, amount: "80.00" })).toMatchObject([{ outcome: "imported" }]);
      await restful();
      const widget = await stage().admin.get(`/admin/acquiring/orders/${orderId}/payments`).expect(200);
      expect(widget.body.payments).toMatchObject([{ order_no: "OLD-1", state: "authorised" }]);
      const payment = await stage().admin.payment(orderId);
      expect(payment).toMatchObject({ amount: 80, captured_at: null });
      await stage().admin.post(`/admin/payments/${payment.id}/capture`).expect(200);
      await restful();
      expect(await stage().gateway.transaction("OLD-1")).toMatchObject({ captured: "80.00" });
    });

    test("an order of another amount, a cancelled one and a captured one are refused, and nothing is imported", async () => {
      const dear = await sold({ orderNo: "OLD-1", amount: "7.00" });
      const { orderId, paymentId, total } = await formerOrder();
      const fits = await sold({ orderNo: "OLD-2", amount: total });
      const [mismatch, missing] = await importHere(
        "authorisations",
        { ...dear, order_id: orderId },
        { ...fits, order_id: "order_none" },
      );
      expect(mismatch?.problem).toMatchObject({ field: "order_id", problem: `has a payment of ${total} EUR` });
      expect(missing?.problem).toMatchObject({ field: "order_id", problem: "is no order of this store" });
      await stage().admin.post(`/admin/payments/${paymentId}/capture`).expect(200);
      const [captured] = await importHere("authorisations", { ...fits, order_id: orderId });
      expect(captured?.problem?.problem).toBe("has a payment that Medusa has captured");
      const cancelled = await formerOrder();
      await stage().admin.post(`/admin/orders/${cancelled.orderId}/cancel`).expect(200);
      const [late] = await importHere("authorisations", { ...fits, order_id: cancelled.orderId });
      expect(late?.problem?.problem).toBe("is cancelled");
      expect(await attempts()).toEqual([]);
    });

    test("an order that is named later is linked only while nothing has happened to the payment", async () => {
      const { orderId, paymentId, total } = await formerOrder();
      const line = await sold({ orderNo: "OLD-1", amount: total });
      expect(await importHere("authorisations", line)).toMatchObject([{ outcome: "imported" }]);
      const { id } = await attemptOf("OLD-1");
      await stage().gateway.fault("capture", "drop-before");
      expect((await act(id, "capture", { amount: total })).body).toMatchObject({ outcome: "unknown" });
      expect(await importHere("authorisations", { ...line, order_id: orderId })).toMatchObject([
        { outcome: "present", notes: ["in use on the payments page, so its order is not linked"] },
      ]);
      const untouched = await stage().pg("payment").where({ id: paymentId }).first();
      expect(untouched).toMatchObject({ provider_id: "pp_system_default" });
    });

    test.each(["import:after-row", "import:after-order"] as const)(
      "a run that dies at %s is completed by the next one, with one payment of the order",
      async (place) => {
        const { orderId, paymentId, total } = await formerOrder();
        const line = { ...(await sold({ orderNo: "OLD-1", amount: total })), order_id: orderId };
        const next = await sold({ orderNo: "OLD-2" });
        armFailpoint((name) => {
          if (name === place) throw new Error("The process dies.");
        });
        await expect(importHere("authorisations", line, next)).rejects.toThrow("The process dies.");
        armFailpoint(null);
        // The store's workers go on meanwhile: the half-imported payment is neither reversed nor captured.
        await restful();
        expect(await attempts()).toHaveLength(1);
        expect(await importHere("authorisations", line, next)).toMatchObject([
          { outcome: "present", notes: ["its order was missing and has been linked"] },
          { outcome: "imported" },
        ]);
        await restful();
        await stage().admin.post(`/admin/payments/${paymentId}/capture`).expect(200);
        expect(await stage().gateway.transaction("OLD-1")).toMatchObject({ captured: total });
        expect(await stage().pg("payment").whereNull("deleted_at")).toHaveLength(1);
        expect(await importHere("authorisations", line, next)).toMatchObject([
          { outcome: "present", notes: [] },
          { outcome: "present" },
        ]);
      },
    );

    test("a gateway that does not answer stops the import: earlier lines stay, and another run continues", async () => {
      const line = await sold({ orderNo: "OLD-1" });
      await stage().gateway.control("settings", { down: true });
      const stopped = await importFile("authorisations", fileOf([line]), ...APPLY);
      expect([stopped.code, stopped.err]).toEqual([1, expect.stringContaining("Stopped at lines 1 to 1:")]);
      expect(stopped.err).toContain("run it again");
      expect(await attempts()).toEqual([]);
      await stage().gateway.control("settings", { down: false });
      expect(await importHere("authorisations", line)).toMatchObject([{ outcome: "imported" }]);
    }, 60_000);

    test("a signed notification about an imported payment finds it, and a portal's void is recorded", async () => {
      const line = await sold({ orderNo: "OLD-1" });
      await importHere("authorisations", line);
      const { gateway, work } = stage();
      await gateway.control("portal-void", { order_no: "OLD-1" });
      expect(await gateway.notify("OLD-1", { kind: "void" })).toEqual([200]);
      await work();
      expect((await attemptOf("OLD-1")).state).toBe("voided");
    });

    test("one that is held for review is neither captured nor shipped, with and without a cart", async () => {
      const { admin, pg, gateway } = stage();
      const { orderId: bought, total } = await formerOrder();
      const [first, second] = [
        await sold({ orderNo: "OLD-1", amount: total }),
        await sold({ orderNo: "OLD-2", amount: "80.00" }),
      ];
      const made = await orderWithoutPayment();
      const results = await importHere("authorisations", { ...first, order_id: bought }, { ...second, order_id: made });
      expect(results).toMatchObject([{ outcome: "imported" }, { outcome: "imported" }]);
      await restful();
      await pg("acquiring_payment_attempt").update({ held_at: new Date(), hold_reason: "owner" });
      for (const orderId of [bought, made]) {
        const { id } = await admin.payment(orderId);
        expect((await admin.post(`/admin/payments/${id}/capture`)).status).toBe(400);
        const [item] = await pg("order_item").where({ order_id: orderId });
        const items = [{ id: item.item_id, quantity: 1 }];
        const shipped = await admin.post(`/admin/orders/${orderId}/fulfillments`, { items });
        expect([shipped.status, shipped.body.message]).toEqual([400, expect.stringContaining("held for review")]);
      }
      expect(await gateway.sent("capture")).toBe(0);
    });

    test("an authorisation that is about to expire is reported by the date of the file", async () => {
      const old = new Date(Date.now() - 6.5 * 86_400_000).toISOString();
      await importHere("authorisations", { ...(await sold({ orderNo: "OLD-1" })), authorised_at: old });
      await stage().ledger.watchAttention();
      expect(await openItems(stage())).toEqual(["expiring_authorisation"]);
    });
  });

  describe("cards", () => {
    const cardLine = (token: string, customer: Customer): object => ({
      customer_id: customer.id,
      token,
      brand: "Visa",
      last4: "1111",
      expiry_month: "12",
      expiry_year: "2039",
      holder_first_name: "Ada",
      holder_last_name: "Lovelace",
    });
    const tokenOf = async (orderNo: string): Promise<string> => {
      const { fact } = await sell(stage(), { orderNo, save: true });
      if (!fact.token) throw new Error("The gateway gave no token.");
      return fact.token;
    };

    test("the customer is offered the card at checkout, and pays with it", async () => {
      const { base, shop, gateway, pg } = stage();
      const ada = await Customer.register(base, shop, "ada");
      const token = await tokenOf("OLD-1");
      const columns = Object.keys(cardLine(token, ada));
      const file = join(folder, "cards.csv");
      writeFileSync(file, `${columns.join(",")}\n${Object.values(cardLine(token, ada)).join(",")}\n`);
      expect((await importFile("cards", file)).out).toContain("1 would be imported");
      expect(await ada.savedCards()).toEqual([]);
      const done = await importFile("cards", file, "--apply");
      expect([done.code, done.out]).toEqual([0, expect.stringContaining("1 imported")]);
      expect(done.out + done.err).not.toContain(token);
      const [card] = await ada.savedCards();
      expect(card).toMatchObject({ brand: "visa", mask: "************1111", expiry_year: "2039" });
      expect(await pg("acquiring_saved_card").first()).toMatchObject({ imported_at: expect.any(Date), token });
      const [audit] = await pg("acquiring_audit_record").where({ action: "saved_card_imported" });
      expect(audit).toMatchObject({ actor: "admin", actor_id: expect.stringMatching(/^cli:/) });
      expect(JSON.stringify(audit)).not.toContain(token);

      const checkout = await ada.checkout();
      const paid = await ada.payBy(checkout, { type: "saved_card", id: card?.id }).expect(200);
      expect(paid.body.payment).toMatchObject({ state: "authorised" });
      expect((await shop.complete(checkout)).type).toBe("order");
      expect(
        (await gateway.requests()).filter(({ operation }) => operation === "authorise").at(-1)?.body,
      ).toMatchObject({
        token_id: token,
      });
    });

    test("another run changes nothing: not a card that was removed here, nor another customer's, nor the twentieth", async () => {
      const { base, shop, pg } = stage();
      const [ada, bob] = [await Customer.register(base, shop, "ada"), await Customer.register(base, shop, "bob")];
      const line = { ...cardLine("tok_first", ada) };
      expect(await importHere("cards", line, line)).toMatchObject([{ outcome: "imported" }, { outcome: "present" }]);
      expect(await importHere("cards", cardLine("tok_first", bob))).toMatchObject([
        { outcome: "rejected", problem: { field: "token", problem: "is saved for another customer" } },
      ]);
      const [card] = await ada.savedCards();
      await ada.delete(`/store/acquiring/saved-cards/${String(card?.id)}`).expect(200);
      expect(await importHere("cards", line)).toMatchObject([
        { outcome: "present", notes: ["the customer has removed the card in this store"] },
      ]);
      expect(await ada.savedCards()).toEqual([]);
      const many = Array.from({ length: 21 }, (_, index) => ({
        ...cardLine(`tok_many_${String.fromCharCode(97 + index)}`, bob),
        last4: String(1000 + index),
      }));
      const results = await importHere("cards", ...many);
      expect(results.filter(({ outcome }) => outcome === "imported")).toHaveLength(20);
      expect(results.at(-1)?.problem?.problem).toContain("20 cards");
      expect(await pg("acquiring_saved_card").where({ customer_id: bob.id, removed_at: null })).toHaveLength(20);
    });

    test("a card number in any field is refused and repeated nowhere; an unknown customer is named", async () => {
      const { base, shop, pg } = stage();
      const ada = await Customer.register(base, shop, "ada");
      const good = cardLine("tok_good", ada);
      const file = fileOf([
        { ...good, token: CARD },
        { ...good, holder_last_name: `4111 1111 1111 1111` },
        { ...good, note: CARD },
        { ...good, customer_id: "cus_none" },
        { ...good, customer_id: undefined, email: "nobody@example.test" },
        good,
      ]);
      const done = await importFile("cards", file, "--apply");
      expect([done.code, done.out]).toEqual([
        1,
        expect.stringContaining("6 read, 1 imported, 0 already here, 5 rejected"),
      ]);
      expect(done.out).toContain("line 1, token: looks like a card number");
      expect(done.out).toContain("line 4, customer_id: is no registered customer of this store.");
      const rejects = readFileSync(`${file}.rejects.jsonl`, "utf8");
      const { rows } = await pg.raw("SELECT row_to_json(card)::text AS text FROM acquiring_saved_card AS card");
      expect([done.out, done.err, rejects, JSON.stringify(rows)].join()).not.toMatch(/4111[ -]?1111/);
      expect(rejects.trim().split("\n")).toHaveLength(5);
      expect(await ada.savedCards()).toHaveLength(1);
    });
  });
});
