/**
 * Well-known alternative payment methods: where they are used and which inputs they need. The interface lists none, so
 * whether the gateway offers one, and under which name, is configured in `apm.methods`, which can override every entry.
 * Countries and currencies are public knowledge (0.9); `requires` is our guess of what such methods need of the
 * `person` object (0.5).
 */
export interface KnownMethod {
  readonly name: string;
  /** Empty: every country. */
  readonly countries: readonly string[];
  /** Empty: every currency. */
  readonly currencies: readonly string[];
  readonly paysLater: boolean;
  readonly requires: readonly string[];
  /** Empty: the method's own page asks for the bank, since lists of banks change. */
  readonly banks: readonly { readonly code: string; readonly name: string }[];
}

const list = (text: string): readonly string[] => text.split(" ").filter((word) => word !== "");

interface Entry {
  readonly name: string;
  /** Separated by spaces. */
  readonly countries?: string;
  readonly currencies?: string;
  readonly paysLater?: boolean;
  readonly requires?: readonly string[];
}

const method = (entry: Entry): KnownMethod => ({
  name: entry.name,
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
  ideal: { name: "iDEAL", countries: "NL", currencies: "EUR" },
  bancontact: { name: "Bancontact", countries: "BE", currencies: "EUR" },
  eps: { name: "eps", countries: "AT", currencies: "EUR" },
  przelewy24: { name: "Przelewy24", countries: "PL", currencies: "PLN EUR" },
  blik: { name: "BLIK", countries: "PL", currencies: "PLN" },
  "bank-transfer": {
    name: "Online bank transfer",

    countries: "AT BE CH DE ES IT NL",
    currencies: "EUR CHF",
  },
  "sepa-debit": { name: "SEPA Direct Debit", countries: EURO, currencies: "EUR" },
  multibanco: { name: "Multibanco", countries: "PT", currencies: "EUR", paysLater: true },
  mbway: { name: "MB WAY", countries: "PT", currencies: "EUR", requires: PHONE },
  pix: {
    name: "Pix",

    countries: "BR",
    currencies: "BRL",
    requires: ["person.document_number"],
  },
  boleto: {
    name: "Boleto",

    countries: "BR",
    currencies: "BRL",
    paysLater: true,
    requires: ["person.document_number", ...BOLETO_ADDRESS],
  },
  // The payer's name that such vouchers print is sent with the billing address, not with `person`.
  oxxo: {
    name: "OXXO",

    countries: "MX",
    currencies: "MXN",
    paysLater: true,
    requires: ["person.email"],
  },
  spei: { name: "SPEI", countries: "MX", currencies: "MXN", paysLater: true },
  pse: {
    name: "PSE",

    countries: "CO",
    currencies: "COP",
    requires: ["person.document_type", "person.document_number"],
  },
  konbini: {
    name: "Konbini",

    countries: "JP",
    currencies: "JPY",
    paysLater: true,
    requires: ["person.phone_number"],
  },
  paypay: { name: "PayPay", countries: "JP", currencies: "JPY" },
  // Wallets of travellers and of customers abroad: any currency, and the wallet converts.
  alipay: { name: "Alipay" },
  "wechat-pay": { name: "WeChat Pay" },
  grabpay: { name: "GrabPay", countries: "MY PH SG", currencies: "MYR PHP SGD" },
  promptpay: { name: "PromptPay", countries: "TH", currencies: "THB" },
  upi: { name: "UPI", countries: "IN", currencies: "INR" },
  fpx: { name: "FPX", countries: "MY", currencies: "MYR" },
  paynow: { name: "PayNow", countries: "SG", currencies: "SGD" },
  swish: { name: "Swish", countries: "SE", currencies: "SEK" },
  vipps: { name: "Vipps", countries: "NO", currencies: "NOK" },
  mobilepay: { name: "MobilePay", countries: "DK FI", currencies: "DKK EUR" },
  twint: { name: "TWINT", countries: "CH", currencies: "CHF" },
  trustly: {
    name: "Trustly",

    countries: "AT BE CZ DE DK EE ES FI FR GB IT LT LV NL NO PL PT SE SK",
    currencies: "CZK DKK EUR GBP NOK PLN SEK",
  },
  paysafecard: { name: "paysafecard" },
};

export const catalogue: ReadonlyMap<string, KnownMethod> = new Map(
  Object.entries(ENTRIES).map(([code, entry]) => [code, method(entry)]),
);
