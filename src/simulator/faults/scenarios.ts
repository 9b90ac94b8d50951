/** Behaviour by test card, or by the cents of an amount. All numbers pass the Luhn check and belong to nobody. */
export type BankScenario =
  | { readonly kind: "approve" }
  | { readonly kind: "decline"; readonly code: string; readonly text: string }
  | { readonly kind: "lost-before" }
  | { readonly kind: "lost-after" }
  | { readonly kind: "error-after" }
  | { readonly kind: "pending" }
  | { readonly kind: "doubtful" }
  | { readonly kind: "unknown-code" }
  | { readonly kind: "review" }
  | { readonly kind: "approve-held" };

/** `challenge`: the customer is asked. The others are decided without; `attempted`: the bank does not participate. */
export type Authentication = "challenge" | "frictionless" | "attempted" | "failed";

export type Scenario =
  BankScenario | { readonly kind: "3ds"; readonly flow: Authentication; readonly then: BankScenario };

export interface TestCard {
  readonly number: string;
  readonly label: string;
  readonly scenario: Scenario;
}

const decline = (code: string, text: string): BankScenario => ({ kind: "decline", code, text });
const secure = (flow: Authentication, then: BankScenario = { kind: "approve" }): Scenario => ({
  kind: "3ds",
  flow,
  then,
});

/** Any name, any future expiry, any code of the right length. */
export const testCards: readonly TestCard[] = [
  { number: "4111111111111111", label: "Visa, approved", scenario: { kind: "approve" } },
  { number: "5555555555554444", label: "Mastercard, approved", scenario: { kind: "approve" } },
  { number: "378282246310005", label: "American Express, approved", scenario: { kind: "approve" } },
  { number: "4000000000000002", label: "declined by the bank", scenario: decline("0005", "Do not honour") },
  { number: "4000000000009995", label: "declined, not enough money", scenario: decline("0051", "Insufficient funds") },
  { number: "4000000000000069", label: "declined, card expired", scenario: decline("0054", "Expired card") },
  { number: "4000000000000127", label: "declined, wrong security code", scenario: decline("0082", "Security code") },
  { number: "4100000000000019", label: "declined by the risk check", scenario: decline("R0001", "Declined by risk") },
  { number: "4000000000006975", label: "connection lost before the gateway saw it", scenario: { kind: "lost-before" } },
  { number: "4000000000000259", label: "approved, but the answer is lost", scenario: { kind: "lost-after" } },
  { number: "4000000000000341", label: "approved, but the answer is an HTTP 500", scenario: { kind: "error-after" } },
  { number: "4000000000003220", label: "pending, approved later", scenario: { kind: "pending" } },
  { number: "4000000000000119", label: "system error, nothing decided", scenario: { kind: "doubtful" } },
  { number: "4000000000005126", label: "an unknown status code", scenario: { kind: "unknown-code" } },
  { number: "4000000000009235", label: "held for review", scenario: { kind: "review" } },
  { number: "4000000000009243", label: "approved, and held for review", scenario: { kind: "approve-held" } },
  { number: "4000000000003063", label: "3-D Secure: challenge, then approved", scenario: secure("challenge") },
  { number: "5200000000001096", label: "3-D Secure: challenge, Mastercard", scenario: secure("challenge") },
  {
    number: "4000008400001629",
    label: "3-D Secure: challenge, then the bank refuses",
    scenario: secure("challenge", decline("0005", "Do not honour")),
  },
  { number: "4000000000003055", label: "3-D Secure: approved without a challenge", scenario: secure("frictionless") },
  { number: "4000000000003105", label: "3-D Secure: attempted only, approved", scenario: secure("attempted") },
  { number: "4000000000003097", label: "3-D Secure: authentication failed", scenario: secure("failed") },
];

/** The same by the amount's cents, with any approved card; after a challenge too. */
export const amountScenarios: readonly {
  readonly cents: number;
  readonly label: string;
  readonly scenario: BankScenario;
}[] = [
  { cents: 51, label: "declined", scenario: decline("0051", "Insufficient funds") },
  { cents: 52, label: "connection lost before the gateway saw it", scenario: { kind: "lost-before" } },
  { cents: 53, label: "approved, but the answer is lost", scenario: { kind: "lost-after" } },
  { cents: 54, label: "pending, approved later", scenario: { kind: "pending" } },
  { cents: 55, label: "an unknown status code", scenario: { kind: "unknown-code" } },
];

export const scenarioOf = (card: string): Scenario =>
  testCards.find(({ number }) => number === card)?.scenario ?? decline("0014", "Invalid card number");

export function withAmount(scenario: Scenario, amount: bigint): Scenario {
  if (scenario.kind === "3ds") return { ...scenario, then: atBank(scenario.then, amount) };
  return atBank(scenario, amount);
}

const atBank = (scenario: BankScenario, amount: bigint): BankScenario =>
  scenario.kind === "approve"
    ? (amountScenarios.find(({ cents }) => BigInt(cents) === amount % 100n)?.scenario ?? scenario)
    : scenario;

/** A card is valid until its month has ended everywhere. `expiry` is yyyy-MM. */
export function isExpired(expiry: string, now: Date): boolean {
  const [year = "", month = ""] = expiry.split("-");
  const end = Date.UTC(Number.parseInt(year, 10), Number.parseInt(month, 10), 1, 12);
  return now.getTime() >= end;
}
