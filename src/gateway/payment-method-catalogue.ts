import type { Badge } from "./method-icon";

/**
 * Well-known alternative payment methods: where they are used and what they ask
 * for. The interface lists none, so whether the gateway has one, and what it calls
 * it, is the owner's to say (`apm.methods`); every entry can be overridden there.
 * Countries and currencies are public knowledge (0.9); `requires` is our guess of
 * what such methods want of the `person` object (0.5).
 */
export interface KnownMethod {
  readonly name: string;
  readonly badge: Badge;
  /** Empty: everywhere. */
  readonly countries: readonly string[];
  /** Empty: any. */
  readonly currencies: readonly string[];
  readonly paysLater: boolean;
  readonly requires: readonly string[];
  /** Empty: the method's own page asks; banks come and go. */
  readonly banks: readonly { readonly code: string; readonly name: string }[];
}

const list = (text: string): readonly string[] => text.split(" ").filter((word) => word !== "");

interface Entry {
  readonly name: string;
  readonly badge: readonly [letters: string, color: string];
  /** Parted by spaces. */
  readonly countries?: string;
  readonly currencies?: string;
  readonly paysLater?: boolean;
  readonly requires?: readonly string[];
}

const method = (entry: Entry): KnownMethod => ({
  name: entry.name,
  badge: { letters: entry.badge[0], color: entry.badge[1] },
  countries: list(entry.countries ?? ""),
  currencies: list(entry.currencies ?? ""),
  paysLater: entry.paysLater ?? false,
  requires: entry.requires ?? [],
  banks: [],
});

/** Countries of the single euro payments area whose currency is the euro. */
const EURO = "AD AT BE CY DE EE ES FI FR GR HR IE IT LT LU LV MC MT NL PT SI SK SM VA";
const PHONE = ["person.phone_country_code", "person.phone_number"];
const BOLETO_ADDRESS = ["street", "number", "city", "state", "postal_code"].map((part) => `person.address_${part}`);

const ENTRIES: Readonly<Record<string, Entry>> = {
  ideal: { name: "iDEAL", badge: ["iD", "#9d174d"], countries: "NL", currencies: "EUR" },
  bancontact: { name: "Bancontact", badge: ["BC", "#1e3a8a"], countries: "BE", currencies: "EUR" },
  eps: { name: "eps", badge: ["eps", "#7e22ce"], countries: "AT", currencies: "EUR" },
  przelewy24: { name: "Przelewy24", badge: ["P24", "#b91c1c"], countries: "PL", currencies: "PLN EUR" },
  blik: { name: "BLIK", badge: ["BL", "#111827"], countries: "PL", currencies: "PLN" },
  "bank-transfer": {
    name: "Online bank transfer",
    badge: ["BT", "#334155"],
    countries: "AT BE CH DE ES IT NL",
    currencies: "EUR CHF",
  },
  "sepa-debit": { name: "SEPA Direct Debit", badge: ["SD", "#1d4ed8"], countries: EURO, currencies: "EUR" },
  multibanco: { name: "Multibanco", badge: ["MB", "#1e40af"], countries: "PT", currencies: "EUR", paysLater: true },
  mbway: { name: "MB WAY", badge: ["MW", "#be123c"], countries: "PT", currencies: "EUR", requires: PHONE },
  pix: {
    name: "Pix",
    badge: ["PX", "#0f766e"],
    countries: "BR",
    currencies: "BRL",
    requires: ["person.document_number"],
  },
  boleto: {
    name: "Boleto",
    badge: ["BO", "#3f3f46"],
    countries: "BR",
    currencies: "BRL",
    paysLater: true,
    requires: ["person.document_number", ...BOLETO_ADDRESS],
  },
  // The payer's name that such vouchers print goes with the billing address, not with `person`.
  oxxo: {
    name: "OXXO",
    badge: ["OX", "#b45309"],
    countries: "MX",
    currencies: "MXN",
    paysLater: true,
    requires: ["person.email"],
  },
  spei: { name: "SPEI", badge: ["SP", "#4338ca"], countries: "MX", currencies: "MXN", paysLater: true },
  pse: {
    name: "PSE",
    badge: ["PSE", "#075985"],
    countries: "CO",
    currencies: "COP",
    requires: ["person.document_type", "person.document_number"],
  },
  konbini: {
    name: "Konbini",
    badge: ["KO", "#c2410c"],
    countries: "JP",
    currencies: "JPY",
    paysLater: true,
    requires: ["person.phone_number"],
  },
  paypay: { name: "PayPay", badge: ["PP", "#dc2626"], countries: "JP", currencies: "JPY" },
  // Wallets of travellers and of shoppers abroad: any currency, and the wallet converts.
  alipay: { name: "Alipay", badge: ["AL", "#0369a1"] },
  "wechat-pay": { name: "WeChat Pay", badge: ["WP", "#15803d"] },
  grabpay: { name: "GrabPay", badge: ["GP", "#166534"], countries: "MY PH SG", currencies: "MYR PHP SGD" },
  promptpay: { name: "PromptPay", badge: ["PR", "#1e3a8a"], countries: "TH", currencies: "THB" },
  upi: { name: "UPI", badge: ["UPI", "#9a3412"], countries: "IN", currencies: "INR" },
  fpx: { name: "FPX", badge: ["FPX", "#1d4ed8"], countries: "MY", currencies: "MYR" },
  paynow: { name: "PayNow", badge: ["PN", "#86198f"], countries: "SG", currencies: "SGD" },
  swish: { name: "Swish", badge: ["SW", "#047857"], countries: "SE", currencies: "SEK" },
  vipps: { name: "Vipps", badge: ["VI", "#c2410c"], countries: "NO", currencies: "NOK" },
  mobilepay: { name: "MobilePay", badge: ["MP", "#4338ca"], countries: "DK FI", currencies: "DKK EUR" },
  twint: { name: "TWINT", badge: ["TW", "#18181b"], countries: "CH", currencies: "CHF" },
  trustly: {
    name: "Trustly",
    badge: ["TR", "#166534"],
    countries: "AT BE CZ DE DK EE ES FI FR GB IT LT LV NL NO PL PT SE SK",
    currencies: "CZK DKK EUR GBP NOK PLN SEK",
  },
  paysafecard: { name: "paysafecard", badge: ["PS", "#1e40af"] },
};

export const catalogue: ReadonlyMap<string, KnownMethod> = new Map(
  Object.entries(ENTRIES).map(([code, entry]) => [code, method(entry)]),
);
