/**
 * Payouts in the demo: the options that enable them, and initial beneficiaries and payouts, created over the admin API
 * by two users: a draft, one waiting for approval, and approved ones that the gateway pays, delays or refuses (selected
 * by words in their references).
 */
const BENEFICIARIES = {
  company: {
    entity_type: "COMPANY",
    company_name: "Northern Clay Works",
    address: { city: "Hamburg", country_code: "DE", postcode: "20095", street_address: "Speicherstr. 4" },
    bank_details: {
      account_name: "Northern Clay Works",
      account_currency: "EUR",
      bank_country_code: "DE",
      bank_name: "Musterbank",
      iban: "DE89370400440532013000",
      swift_code: "COBADEFFXXX",
    },
  },
  person: {
    entity_type: "INDIVIDUAL",
    first_name: "Inga",
    last_name: "Holm",
    address: { city: "Aarhus", country_code: "DK", postcode: "8000", street_address: "Havnegade 2" },
    bank_details: {
      account_name: "Inga Holm",
      account_currency: "EUR",
      bank_country_code: "DK",
      bank_name: "Eksempelbank",
      iban: "DK5000400440116243",
      swift_code: "DABADKKKXXX",
    },
  },
};

/** How far each one goes: `draft`, `submitted` or `approved`. */
const PAYOUTS = [
  { to: "company", amount: "1250.00", reference: "Clay, delivery 41 (sim-at-once)", until: "approved" },
  { to: "person", amount: "480.00", reference: "Glazing course, March (sim-at-once)", until: "approved" },
  { to: "company", amount: "310.40", reference: "Kiln repair (sim-pending-funds)", until: "approved" },
  { to: "person", amount: "95.00", reference: "Travel costs (sim-refused)", until: "approved" },
  { to: "company", amount: "2200.00", reference: "Clay, delivery 42", until: "submitted" },
  { to: "person", amount: "150.00", reference: "Glazing course, April", until: "draft" },
];

/** All options without a default. The simulator uses minor units; new beneficiaries have no cool-down here. */
const payoutOptions = (key, { approvers, preparers }) => ({
  admin: { permissions: { payout: preparers } },
  payout: {
    amountUnit: "minor",
    approvers,
    encryptionKeys: [{ id: "demo", key }],
    limits: { EUR: limit(5_000), USD: limit(5_000), GBP: limit(5_000), JPY: limit(800_000) },
    coolDownHours: 0,
    payer: {
      entity_type: "COMPANY",
      company_name: "Clay Workshop",
      address: { city: "Copenhagen", country_code: "DK" },
    },
  },
});

const limit = (most) => ({ payout: String(most), day: String(10 * most), beneficiary: String(5 * most) });

async function examplePayouts(backendUrl, { admin, approver }) {
  const first = await apiOf(backendUrl, admin);
  const second = await apiOf(backendUrl, approver);
  const ids = {};
  for (const [name, input] of Object.entries(BENEFICIARIES)) {
    const { beneficiary } = await first("beneficiaries", input);
    ids[name] = beneficiary.id;
  }
  for (const { to, until, ...rest } of PAYOUTS) {
    const input = { ...rest, beneficiary_id: ids[to], currency: "EUR", payment_method: "SWIFT", reason: "Supplier" };
    const { payout: draft } = await first("payouts", input);
    if (until === "draft") continue;
    const { payout } = await first(`payouts/${draft.id}/submit`, { payload_hash: draft.payload_hash });
    if (until === "approved") await second(`payouts/${payout.id}/approve`, { payload_hash: payout.payload_hash });
  }
}

async function apiOf(backendUrl, login) {
  const { token } = await answered(`${backendUrl}/auth/user/emailpass`, {}, login);
  return (place, body) =>
    answered(`${backendUrl}/admin/acquiring/${place}`, { authorization: `Bearer ${token}` }, body);
}

async function answered(url, headers, body) {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`POST ${url} answered ${answer.status}: ${text.slice(0, 500)}`);
  return JSON.parse(text);
}

module.exports = { examplePayouts, payoutOptions };
