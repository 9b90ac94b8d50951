/** Shared by the payout journeys: beneficiaries, two users, a payout's state, a page at every width. */
/* What runs inside the page: */
/* global document */
const { look } = require("./dashboard.cjs");

const WORK = "/admin/acquiring/payouts";
const DRAWER = '[data-testid="acquiring-action"]';
const PAGE = '[data-testid="acquiring-payout"]';
const LIST = '[data-testid="acquiring-payouts"]';

/** A German IBAN of this account with valid check digits. */
function ibanOf(account) {
  const body = `37040044${String(account).padStart(10, "0")}`;
  const check = 98n - (BigInt(`${body}131400`) % 97n);
  return `DE${String(check).padStart(2, "0")}${body}`;
}

const payeeNamed = (name, account) => ({
  entity_type: "COMPANY",
  company_name: name,
  address: { city: "Hamburg", country_code: "DE", postcode: "20095", street_address: "Speicherstr. 4" },
  bank_details: {
    account_name: name,
    account_currency: "EUR",
    bank_country_code: "DE",
    bank_name: "Musterbank",
    iban: ibanOf(account),
    swift_code: "COBADEFFXXX",
  },
});

/** The admin API as the approver. */
async function approverApi({ stack }) {
  const post = async (place, body, headers = {}) => {
    const answer = await fetch(stack.backendUrl + place, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${place} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  const { token } = await post("/auth/user/emailpass", stack.approver);
  return (place, body) => post(place, body, { authorization: `Bearer ${token}` });
}

/** A payout waiting for approval, prepared by the admin. */
async function submitted(context, input) {
  const { payout: draft } = await context.admin(WORK, { currency: "EUR", payment_method: "SWIFT", ...input });
  return (await context.admin(`${WORK}/${draft.id}/submit`, { payload_hash: draft.payload_hash })).payout;
}

async function approved(context, input) {
  const payout = await submitted(context, input);
  const second = await approverApi(context);
  return (await second(`${WORK}/${payout.id}/approve`, { payload_hash: payout.payload_hash })).payout;
}

const payoutOf = async (context, id) => (await context.admin(`${WORK}/${id}`)).payout;
const inState = (context, id, state) =>
  context.until(
    `the payout is ${state}`,
    async () => (await payoutOf(context, id)).state === state,
    // If it could not be sent at once, the next minute's work sends it.
    90_000,
  );
const atGateway = async (context, reference) =>
  (await context.control(`payouts?reference=${encodeURIComponent(reference)}`)).payouts;

const open = async (context, page, id) => {
  await page.goto(`${context.stack.dashboardUrl}/acquiring/payouts/${id}`);
  await page.locator(PAGE).waitFor({ timeout: 30_000 });
};
const shows = (page, state) =>
  page.locator(`${PAGE} [data-testid="acquiring-payout-state"][data-state="${state}"]`).waitFor({ timeout: 30_000 });

/** Also at the width of a phone; the page must never scroll sideways. */
async function lookEverywhere(context, page, name, within) {
  await look(context, page, name, within);
  await page.setViewportSize({ width: 390, height: 844 });
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  if (over > 0) throw new Error(`${name} scrolls ${over} px sideways at 390 px.`);
  await context.accessible(page, `${name}, 390 px`, within);
  await context.shot(page, `${name}-390`);
  await page.setViewportSize({ width: 1400, height: 1000 });
}

/** Opens a dialog of the payout's page, fills it, and clicks its button twice, like an impatient user. */
async function act(page, name, { note, choose } = {}) {
  await page.getByTestId(`acquiring-payout-${name}`).click();
  await page.locator(DRAWER).waitFor();
  if (choose) await page.locator(DRAWER).getByText(choose).click();
  if (note) await page.getByTestId("acquiring-note").fill(note);
  await page.getByTestId("acquiring-confirm").dblclick();
}

module.exports = {
  act,
  approved,
  approverApi,
  atGateway,
  DRAWER,
  ibanOf,
  inState,
  LIST,
  lookEverywhere,
  open,
  PAGE,
  payeeNamed,
  payoutOf,
  shows,
  submitted,
  WORK,
};
