/** A payment's row for raw SQL, with columns that exist in every version of the table. */
export const AT = new Date("2026-11-21T10:00:00Z");

const AMOUNTS = { requested: 0, authorised: 0, captured: 0, refunded: 0, refund_pending: 0 };

/** Medusa keeps a raw column beside each amount. */
export const amount = (name: string, minor: number): object => ({
  [name]: minor,
  [`raw_${name}`]: JSON.stringify({ value: String(minor), precision: 20 }),
});

export const attemptRow = (id: string, state: string, amounts = AMOUNTS): Record<string, unknown> => ({
  id,
  account: "main",
  provider_id: "pp_acquiring-card_main",
  mode: "card",
  session_id: `payses_${id}`,
  cart_id: "cart_1",
  order_no: `acq_${id}`,
  currency: "EUR",
  ...Object.assign({}, ...Object.entries(amounts).map(([name, minor]) => amount(name, minor))),
  state,
  version: 1,
  projected_version: 0,
  project_failures: 0,
  checks: 0,
  created_at: AT,
  updated_at: AT,
});
