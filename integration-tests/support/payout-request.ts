import { randomUUID } from "node:crypto";
import { createCurrency, createMoney } from "../../src/gateway/model/money";
import type { PayoutSendRequest } from "../../src/modules/acquiring/payouts/payout-ledger";

/** A payout to send as plain data, so that another process can send the same. */
export interface PlainPayout {
  readonly payoutId: string;
  readonly requestId: string;
  readonly currency: string;
  /** Integer minor units. */
  readonly minor: string;
  /** The simulator reacts to words such as `sim-failed`. */
  readonly reference: string;
}

export const IBAN = "DE89370400440532013000";

let payouts = 0;

export function plainPayout(more: Partial<PlainPayout> = {}): PlainPayout {
  payouts += 1;
  const payoutId = `payout_${String(payouts)}`;
  return { payoutId, requestId: randomUUID(), currency: "EUR", minor: "1025", reference: "Invoice 7", ...more };
}

export const payoutRequest = (
  { payoutId, requestId, currency, minor, reference }: PlainPayout,
  seenVersion: number | null = null,
): PayoutSendRequest => ({
  seenVersion,
  payoutId,
  requestId,
  account: "main",
  currency,
  amountMinor: BigInt(minor),
  payloadHash: `2026-11:${payoutId}`,
  actorId: "user_grace",
  request: () => ({
    requestId,
    money: createMoney(BigInt(minor), createCurrency(currency)),
    sourceMoney: null,
    sourceCurrency: null,
    beneficiary: {
      entity_type: "COMPANY",
      company_name: "Analytical Engines Ltd",
      address: { city: "Berlin", country_code: "DE", postcode: "10115", street_address: "Unter den Linden 1" },
      bank_details: { account_name: "Analytical Engines Ltd", iban: IBAN, swift_code: "COBADEFFXXX", bank_name: "" },
      additional_info: {},
      person_documents: [],
    },
    beneficiaryId: null,
    payer: null,
    method: "SWIFT",
    swiftChargeOption: "SHARED",
    feePaidBy: "PAYER",
    fundSource: null,
    paymentDate: null,
    reference,
    reason: null,
    clientData: null,
  }),
});
