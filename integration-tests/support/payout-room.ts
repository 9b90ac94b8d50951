import { createSecretKey, randomBytes } from "node:crypto";
import type { Knex } from "knex";
import type { PayoutServiceOptions } from "../../src/modules/acquiring_payout/service/service-context";
import type { Answer, PayoutApi, Done, Kept, PayoutPerson } from "../../src/modules/acquiring_payout/payout-api";
import type { BeneficiaryInput, PayoutInput } from "../../src/modules/acquiring_payout/inputs";
import type { BeneficiaryRow, PayoutRow } from "../../src/modules/acquiring_payout/rows";
import AcquiringPayoutModuleService from "../../src/modules/acquiring_payout/service";
import { allMigrations } from "./all-migrations";
import { ownDatabase } from "./own-database";

/** The payout service on its own database, with users who prepare and approve; without Medusa or gateway. */
export interface PayoutRoom {
  readonly pg: Knex;
  /** Another server on the same database, optionally with other options, or over connections of its own. */
  readonly payoutService: (more?: Partial<PayoutServiceOptions>, connections?: Knex) => PayoutApi;
  /** A separate connection pool, like another process's. */
  readonly pool: (size: number) => Knex;
  /** The clock of every service, in ms from the start. */
  readonly at: (ms: number) => void;
  readonly close: () => Promise<void>;
}

export const MAKER: PayoutPerson = { id: "user_maker", type: "user", email: "maker@shop.example" };
export const ADA: PayoutPerson = { id: "user_ada", type: "user", email: "ada@shop.example" };
export const GRACE: PayoutPerson = { id: "user_grace", type: "user", email: "grace@shop.example" };
export const IBAN = "DE89370400440532013000";
export const HOUR = 3_600_000;

export const newKey = (id: string): PayoutServiceOptions["encryptionKeys"][number] => ({
  id,
  key: createSecretKey(randomBytes(32)),
});

export async function payoutRoom(name: string): Promise<PayoutRoom> {
  // The module writes its events into the ledger's outbox.
  const modules = ["acquiring", "acquiring_payout"];
  const database = await ownDatabase(name, (await Promise.all(modules.map(allMigrations))).flat());
  const pg = database.pool(30);
  const begin = new Date("2026-11-22T10:00:00Z");
  let now = begin;
  const options: PayoutServiceOptions = {
    amountUnit: "major",
    approvers: ["Ada@Shop.example", "user_grace", MAKER.id],
    revealers: ["ada@shop.example"],
    encryptionKeys: [newKey("one")],
    limits: { EUR: { payout: "5000.00", day: "10000.00", beneficiary: "8000.00" } },
    approvalsNeeded: 1,
    coolDownHours: 24,
    approvalExpiresHours: 72,
    accounts: ["main"],
  };
  const payoutService = (more: Partial<PayoutServiceOptions> = {}, connections = pg): PayoutApi => {
    const service = new AcquiringPayoutModuleService({ __pg_connection__: connections }, {});
    service.useClock(() => now);
    return service.payoutService({ ...options, ...more });
  };
  return {
    pg,
    payoutService,
    pool: (size) => database.pool(size),
    at: (ms) => {
      now = new Date(begin.getTime() + ms);
    },
    close: () => database.close(),
  };
}

export const beneficiaryOf = (more: Partial<BeneficiaryInput> = {}): BeneficiaryInput => ({
  entity_type: "COMPANY",
  company_name: "Muster GmbH",
  address: { city: "Berlin", country_code: "DE" },
  bank_details: { iban: IBAN, swift_code: "DEUTDEFF", account_name: "Muster GmbH", account_currency: "EUR" },
  additional_info: { business_registration_number: "HRB-7711-SECRET" },
  person_documents: [],
  ...more,
});

export const payoutOf = (beneficiaryId: string, more: Partial<PayoutInput> = {}): PayoutInput => ({
  beneficiary_id: beneficiaryId,
  amount: "1000.00",
  currency: "EUR",
  payment_method: "SWIFT",
  reference: "INV-1",
  client_data: "client-secret-data",
  ...more,
});

/** The result; throws a refusal. */
export function done<T extends Done | Kept>(answer: Answer<T>): T {
  if (answer.kind === "done") return answer;
  throw new Error("message" in answer ? answer.message : "refused");
}

export async function inBook(payoutService: PayoutApi, more: Partial<BeneficiaryInput> = {}): Promise<BeneficiaryRow> {
  return done(await payoutService.beneficiaries.create(MAKER, beneficiaryOf(more))).beneficiary;
}

export async function submitted(
  payoutService: PayoutApi,
  beneficiaryId: string,
  more: Partial<PayoutInput> = {},
): Promise<PayoutRow> {
  const { payout } = done(await payoutService.payouts.create(MAKER, payoutOf(beneficiaryId, more)));
  return done(await payoutService.payouts.submit(MAKER, payout.id, payout.payload_hash)).payout;
}

export const approve = (
  payoutService: PayoutApi,
  { id, payload_hash: payloadHash }: PayoutRow,
  person = ADA,
): Promise<Answer<Done>> => payoutService.payouts.approve(person, id, { payloadHash });

export async function approved(
  payoutService: PayoutApi,
  beneficiaryId: string,
  more: Partial<PayoutInput> = {},
): Promise<PayoutRow> {
  return done(await approve(payoutService, await submitted(payoutService, beneficiaryId, more))).payout;
}

/** All are still users. */
export const everybody = (ids: readonly string[]): Promise<PayoutPerson[]> =>
  Promise.resolve([MAKER, ADA, GRACE].filter(({ id }) => ids.includes(id)));
