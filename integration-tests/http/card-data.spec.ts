import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import request from "supertest";
import { withStore } from "../support/boot";
import { cardsIn, cardsInDatabase } from "../support/find-cards";
import { ACME, APPROVER, beneficiary, PAYOUTS, read, submitted, userOf } from "../support/payer";
import type { Admin } from "../support/shop";

/**
 * Promise 20: card numbers in every text field of every route, in URLs, notes, files, queries and signed notifications.
 * Then every database row, answer and log line is decoded and searched.
 */
const CANARY = "4012888888881881";
const SPELLINGS = [
  CANARY,
  "4012 8888 8888 1881",
  "4012-8888-8888-1881",
  "4012.8888.8888.1881",
  "４０１２８８８８８８８８１８８１",
];
const inText = `Customer read me ${CANARY}, please refund.`;
const KEY = "0123456789abcdef";
/** No other value in a test's database starts like this and is a valid card number. */
const canaries = [CANARY];

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

withStore(
  "card_data",
  (stage) => {
    const answers: string[] = [];
    const logged: string[] = [];

    beforeAll(() => {
      // Everything the store logs, at any log level.
      const logger = stage().container.resolve(ContainerRegistrationKeys.LOGGER);
      for (const level of ["debug", "http", "info", "warn", "error"] as const)
        logger[level] = (...said: readonly unknown[]): void => {
          logged.push(
            said.map((each) => (each instanceof Error ? String(each.stack) : JSON.stringify(each))).join(" "),
          );
        };
    });

    const refused = async (sent: request.Test, field: string): Promise<void> => {
      const answer = await sent;
      answers.push(answer.text);
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(field)]);
    };
    const nothingIsFound = async (): Promise<void> => {
      expect(await cardsInDatabase(stage().pg, canaries)).toEqual([]);
      expect(answers.flatMap((text) => cardsIn(text, canaries))).toEqual([]);
      expect(logged.flatMap((text) => cardsIn(text, canaries))).toEqual([]);
    };

    test("20 staff notes with a card number are refused by the name of their field, however it is written", async () => {
      const { shop, admin } = stage();
      const { orderId, checkout } = await shop.order();
      const payment = await admin.payment(orderId);
      const { rows } = await stage().pg.raw("SELECT id FROM acquiring_payment_attempt WHERE session_id = ?", [
        checkout.session.id,
      ]);
      const id: string = rows[0].id;
      for (const note of [...SPELLINGS, inText]) {
        await refused(admin.post(`/admin/acquiring/payments/${id}/refund`, { key: KEY, amount: "1.00", note }), "note");
        await refused(admin.post(`/admin/payments/${payment.id}/refund`, { amount: 1, note }), "note");
      }
      const notes = [
        [`/admin/acquiring/payments/${id}/decide`, { operation_id: "acqop_1", resolution: "happened", note: inText }],
        ["/admin/acquiring/attention/acqatt_1/dismiss", { note: inText }],
        ["/admin/acquiring/reviews", { ids: [id], action: "approve", note: inText, key: KEY }],
        ["/admin/acquiring/subscriptions/acqsub_1/cancel", { note: inText }],
        [`/admin/orders/${orderId}`, { metadata: { note: inText } }],
        ["/admin/order-edits", { order_id: orderId, internal_note: inText, description: inText }],
      ] as const;
      for (const [path, body] of notes) {
        const answer = await admin.post(path, body);
        answers.push(answer.text);
        expect([path, answer.status]).toEqual([path, 400]);
      }
      await nothingIsFound();
    });

    test("20 notes of payouts, beneficiaries and payout files contain no card number", async () => {
      const { admin } = stage();
      const approver = await userOf(stage(), APPROVER);
      const acme = await beneficiary(stage());
      const payout = await submitted(stage(), { beneficiary_id: acme });
      const at = `/admin/acquiring/payouts/${payout.id}`;
      const hash = payout.payload_hash;
      const draft = { beneficiary_id: acme, amount: "1.00", currency: "EUR", reference: "R" };
      for (const field of ["note", "reference", "reason", "client_data"])
        await refused(admin.post("/admin/acquiring/payouts", { ...draft, [field]: inText }), field);
      await refused(admin.post(at, { ...draft, version: payout.version, note: inText }), "note");
      await refused(approver.post(`${at}/approve`, { payload_hash: hash, note: inText }), "note");
      await refused(approver.post(`${at}/reject`, { note: inText }), "note");
      await refused(admin.post(`${at}/withdraw`, { note: inText }), "note");
      await refused(approver.post(`${at}/decide`, { outcome: "paid", note: inText }), "note");
      await refused(admin.post("/admin/acquiring/beneficiaries", { ...ACME, company_name: CANARY }), "company_name");
      await refused(
        admin.post("/admin/acquiring/beneficiaries", { ...ACME, address: { ...ACME.address, complement: inText } }),
        "address.complement",
      );
      await refused(
        admin.post(`/admin/acquiring/beneficiaries/${acme}`, { ...ACME, version: 1, note: inText }),
        "note",
      );
      for (const action of ["block", "unblock"])
        await refused(admin.post(`/admin/acquiring/beneficiaries/${acme}/${action}`, { note: inText }), "note");
      await refused(approver.post(`/admin/acquiring/beneficiaries/${acme}/reveal`, { reason: inText }), "reason");
      const csv = `beneficiary_id,amount,currency,reference,note\n${acme},1.00,EUR,R,ok\n${acme},1.00,EUR,R,${inText.replace(",", "")}\n`;
      await refused(admin.post("/admin/acquiring/payouts/import", { csv }), 'Line 3, column \\"note\\"');
      expect((await read(stage(), payout)).state).toBe("submitted");
      await nothingIsFound();
    });

    test("20 an account number that looks like a card number is accepted in the fields of a bank account", async () => {
      const bank = { account_number: CANARY, bank_country_code: "US", bank_name: "First Bank", account_name: "Acme" };
      const { status, text } = await stage().admin.post("/admin/acquiring/beneficiaries", {
        ...ACME,
        bank_details: bank,
      });
      expect([status, text]).not.toEqual([400, expect.stringContaining("card number")]);
      expect(await cardsInDatabase(stage().pg, canaries)).toEqual([]);
    });

    test("20 a return URL with a card number is refused, and none of our pages contains one", async () => {
      const { shop, base, pg } = stage();
      // The card number is the only reason to refuse the URL.
      const checkout = await shop.checkoutFor("checkout");
      const own = "http://localhost:8000/done";
      const pay = (returnTo: string): request.Test =>
        shop.post("/store/acquiring/payments", {
          session_id: checkout.session.id,
          token: checkout.session.data.token,
          method: { type: "checkout", presentation: "page" },
          return_to: returnTo,
        });
      for (const query of [CANARY, "4012%208888%208888%201881", "%34012888888881881", "4012%252088888888%25201881"])
        await refused(pay(`${own}?card=${query}`), "return_to");
      for (const path of ["go", "return", "cancel"])
        answers.push((await request(base).get(`/acquiring/${path}/acqtkt_none?return_to=${own}?card=${CANARY}`)).text);
      const { rows } = await pg.raw("SELECT return_to FROM acquiring_payment_attempt WHERE return_to LIKE '%card=%'");
      expect(rows).toEqual([]);
      await nothingIsFound();
    });

    test("20 queries with a card number are refused", async () => {
      const { admin } = stage();
      for (const path of ["payments", "payouts", "beneficiaries", "subscriptions"])
        await refused(admin.get(`/admin/acquiring/${path}?q=${CANARY}`), "q");
      answers.push((await admin.get(`/admin/orders?q=${CANARY}`)).text);
      await refused(admin.get("/admin/acquiring/payments/export?q=4012%208888%208888%201881"), "q");
      await nothingIsFound();
    });

    test("20 a signed notification with a full card number and a security code is processed, and stored without them", async () => {
      const { shop, gateway, pg, work } = stage();
      const { checkout } = await shop.order();
      const [{ order_no: orderNo }] = await pg("acquiring_payment_attempt")
        .where({ session_id: checkout.session.id })
        .select("order_no");
      const message = {
        card: CANARY,
        security_code: "737",
        note: `for ${CANARY}`,
        extra: JSON.stringify({ card: { number: CANARY, cvv: "737" } }),
        link: `https://gateway.example/?pan=${CANARY}`,
      };
      for (let times = 0; times < 3; times += 1)
        expect(await gateway.notify(orderNo, { overrides: message })).toEqual([200]);
      await work();
      const rows = await pg("acquiring_inbox_event").where({ source: "notify", order_no: orderNo });
      // The same message three times is one row, although its card number is masked.
      expect(rows).toMatchObject([{ status: "applied", signature: "matched", deliveries: 3 }]);
      const kept = new URLSearchParams(Buffer.from(rows[0].body, "base64").toString());
      expect([kept.get("card"), kept.get("security_code"), kept.get("note")]).toEqual([
        "401288******1881",
        "***",
        "for 401288******1881",
      ]);
      expect(kept.get("extra")).toBe('{"card":{"number":"401288******1881","cvv":"***"}}');
      await nothingIsFound();
    });

    test("20 no text field of any dashboard route stores or returns a card number", async () => {
      const { admin } = stage();
      const routes = routesOf();
      let count = 0;
      for (const { path, method, fields } of routes)
        for (const field of fields) {
          const at = path.replace(/\{\w+\}/g, "acqpay_1");
          const body = bodyWith(field);
          const answer = await send(admin, { method, at, body });
          expect([at, field, cardsIn(answer.text, canaries)]).toEqual([at, field, []]);
          expect([method, at, field, answer.status < 300]).toEqual([method, at, field, false]);
          count += 1;
        }
      expect(count).toBeGreaterThan(60);
      await nothingIsFound();
    });
  },
  {},
  PAYOUTS,
);

const send = (admin: Admin, { method, at, body }: { method: string; at: string; body: object }): request.Test =>
  method === "post" ? admin.post(at, body) : admin.at("").post(at, body);

const bodyWith = (path: string): object =>
  path.split(".").reduceRight<unknown>((inner, name) => (name === "0" ? [inner] : { [name]: inner }), inText) as object;

interface Route {
  readonly path: string;
  readonly method: string;
  readonly fields: readonly string[];
}

/** Every text field of every body, from the API schema itself. */
function routesOf(): Route[] {
  const subscription = JSON.parse(readFileSync(join(__dirname, "../../docs/openapi.json"), "utf8"));
  const resolved = (schema: Schema): Schema =>
    schema.$ref === undefined ? schema : subscription.components.schemas[schema.$ref.split("/").at(-1) ?? ""];
  const textsIn = (given: Schema, at: string): string[] => {
    const schema = resolved(given);
    const inside = (name: string): string => (at === "" ? name : `${at}.${name}`);
    return [
      ...(schema.type === "string" ? [at] : []),
      ...Object.entries(schema.properties ?? {}).flatMap(([name, part]) => textsIn(part, inside(name))),
      ...(schema.items ? textsIn(schema.items, inside("0")) : []),
      ...(schema.anyOf ?? []).flatMap((part) => textsIn(part, at)),
    ];
  };
  return Object.entries<Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>>(
    subscription.paths,
  ).flatMap(([path, methods]) => {
    const schema = methods.post?.requestBody?.content["application/json"]?.schema;
    return schema ? [{ path, method: "post", fields: [...new Set(textsIn(schema, ""))] }] : [];
  });
}
