import { signFields } from "../notifications/signature";
import type { Merchant } from "./harness";
import { ACCOUNT, jsonOf, KEY, MERCHANT } from "./harness";

/** A merchant that makes payouts, for tests. */
export const ID = "5b1f0f0a-6c1e-4a57-9d6e-0d8f4f7a2c11";
export const OTHER = "5b1f0f0a-6c1e-4a57-9d6e-0d8f4f7a2c12";

export const request = {
  merchant_id: MERCHANT,
  account_id: ACCOUNT,
  request_id: ID,
  payment_currency: "EUR",
  payment_amount: "150000",
  payment_method: "SWIFT",
  reference: "Invoice 7",
  beneficiary: {
    entity_type: "COMPANY",
    company_name: "Clay and Sons",
    bank_details: { account_name: "Clay and Sons", iban: "DE89370400440532013000", account_currency: "EUR" },
  },
};

export type StoreResponse = Readonly<Record<string, unknown>>;

export async function ask(merchant: Merchant, fields: object = {}): Promise<Response> {
  const body = { ...request, ...fields };
  const signed = { encryption_data: signFields("payout", body, KEY), ...body };
  return merchant.post("payout", JSON.stringify(signed));
}

export async function pay(merchant: Merchant, fields: object = {}): Promise<StoreResponse> {
  const answer = await ask(merchant, fields);
  expect(answer.status).toBe(200);
  return jsonOf(answer);
}

export interface Out {
  readonly money_out: Record<string, { left: string; on_its_way: string }>;
  readonly payouts: { request_id: string; status: string; requests: number; amount: string; notifications: object[] }[];
}
export const books = (merchant: Merchant): Promise<Out> => merchant.read<Out>("state");
export const HALF_A_MINUTE = 30_000;
