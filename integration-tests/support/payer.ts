import { Modules } from "@medusajs/framework/utils";
import { createUserAccountWorkflow } from "@medusajs/medusa/core-flows";
import request from "supertest";
import { freePort } from "../../scripts/postgres.cjs";
import AcquiringModuleService from "../../src/modules/acquiring/service";
import type { PayoutAnswer } from "../../src/api-schema/admin";
import { workPayouts } from "../../src/application/payouts/work-payouts";
import type { Stage } from "./boot";
import { PASSWORD } from "./boot";
import { Admin } from "./shop";

/** Payouts at the dashboard: the store's admin prepares, another user approves. */
export const APPROVER = "approver@example.test";
/** Approves, and prepares nothing. */
export const ONLY_APPROVES = "only-approves@example.test";
const LIMIT = { payout: "1000", day: "100000", beneficiary: "100000" };
const KEY = "8f3a1c5be07d42964c1ab7e3905fd268a4711e0c93d85bf21670acde459b8324";

export const PAYOUTS = {
  payout: {
    amountUnit: "minor",
    // The admin too: nobody can approve their own payout.
    approvers: ["admin@example.test", APPROVER, ONLY_APPROVES],
    revealers: [APPROVER],
    encryptionKeys: [{ id: "2026-11", key: KEY }] as const,
    limits: { EUR: LIMIT, JPY: { payout: "100000", day: "1000000", beneficiary: "1000000" }, KWD: LIMIT },
    coolDownHours: 24,
  },
  admin: { permissions: { payout: ["admin@example.test", APPROVER] } },
};

export const IBAN = "DE89370400440532013000";

export const ACME = {
  entity_type: "COMPANY",
  company_name: "Acme Pottery GmbH",
  address: { city: "Berlin", country_code: "DE", street: "Lange Strasse", number: "1", postcode: "10115" },
  bank_details: {
    account_name: "Acme Pottery GmbH",
    account_currency: "EUR",
    bank_country_code: "DE",
    bank_name: "Commerzbank",
    iban: IBAN,
    swift_code: "COBADEFFXXX",
  },
};

export type Payout = PayoutAnswer["payout"];
const AT = "/admin/acquiring";
const HOUR_MS = 3_600_000;

/** Moves the store's clock forwards by hours. */
export const later = ({ ledger }: Pick<Stage, "ledger">, hours: number): void =>
  ledger.useClock(() => new Date(Date.now() + hours * HOUR_MS));

/** Another dashboard user; logs in if it exists. */
export async function userOf({ container, base }: Pick<Stage, "container" | "base">, email: string): Promise<Admin> {
  const auth = container.resolve(Modules.AUTH);
  const registered = await auth.register("emailpass", { body: { email, password: PASSWORD } });
  if (registered.authIdentity) {
    await createUserAccountWorkflow(container).run({
      input: { authIdentityId: registered.authIdentity.id, userData: { email } },
    });
  }
  return Admin.login(base, email, PASSWORD);
}

/** A secret API key created by the admin, as HTTP Basic. */
export async function keyOf({ admin, base }: Stage): Promise<{ id: string; post: Admin["post"] }> {
  const { body } = await admin.post("/admin/api-keys", { title: "A machine", type: "secret" }).expect(200);
  const { id, token } = body.api_key;
  return { id, post: (path, sent = {}) => request(base).post(path).auth(token, "").send(sent) };
}

type Preparing = Pick<Stage, "admin" | "ledger">;

/** Created, and past its cool-down. */
export async function beneficiary(stage: Preparing, input: object = ACME): Promise<string> {
  const { body } = await stage.admin.post(`${AT}/beneficiaries`, input).expect(200);
  later(stage, 25);
  return body.beneficiary.id;
}

export async function draft(stage: Pick<Stage, "admin">, input: object): Promise<Payout> {
  const sent = { amount: "12.34", currency: "EUR", reference: "Invoice 7", ...input };
  return (await stage.admin.post(`${AT}/payouts`, sent).expect(200)).body.payout;
}

/** Prepared and submitted by the admin. */
export async function submitted(stage: Pick<Stage, "admin">, input: object): Promise<Payout> {
  const { id, payload_hash: hash } = await draft(stage, input);
  return (await stage.admin.post(`${AT}/payouts/${id}/submit`, { payload_hash: hash }).expect(200)).body.payout;
}

export const approve = (by: { post: Admin["post"] }, { id, payload_hash: hash }: Payout): request.Test =>
  by.post(`${AT}/payouts/${id}/approve`, { payload_hash: hash });

export const read = async ({ admin }: Stage, { id }: Pick<Payout, "id">): Promise<Payout> =>
  (await admin.get(`${AT}/payouts/${id}`).expect(200)).body.payout;

/** Delivers pending notifications and runs one round of background work. */
export async function round(stage: Stage): Promise<void> {
  await stage.gateway.idle();
  await stage.work();
  await workPayouts(stage.container);
}

/** The payouts in the gateway's own state. */
export async function atGateway({ gateway }: Stage): Promise<{ request_id: string; status: string; amount: string }[]> {
  const { payouts } = (await request(gateway.url).get("/_control/state").expect(200)).body;
  return payouts;
}

/** Moves the payout to its end at the gateway, which notifies the store. */
export async function pays(stage: Stage, { request_id: id }: Payout, status = "COMPLETED"): Promise<void> {
  await stage.gateway.control("settings", { notifications: "on" });
  await stage.gateway.control("payout-status", { request_id: id, status });
  await round(stage);
}

/** Another server on the same database whose gateway accepts no connection. */
export async function unreachable({ pg, gateway }: Stage): Promise<AcquiringModuleService> {
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const numbers = { merchantId: "100001", accountId: "100001001", signingKeys: ["golden-key-0123456789"] };
  const options = {
    accounts: {
      main: { ...numbers, baseUrl: `http://127.0.0.1:${String(await freePort())}`, movedFrom: [gateway.url] },
    },
    storefront: { origins: ["http://localhost:8000"] },
    notifyBaseUrl: "http://localhost:9000",
    ...PAYOUTS,
  };
  // @ts-expect-error -- a logger with the methods that the service uses
  return new AcquiringModuleService({ __pg_connection__: pg, logger: quiet }, options);
}
