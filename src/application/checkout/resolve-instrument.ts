import type { FieldError } from "../../api-schema/errors";
import type { PaymentChoice, ThreeDsInput } from "../../api-schema/store-payment-choice";
import type { MaskedCard, ThreeDsFact } from "../../gateway/model/facts";
import type { AcquiringOptions } from "../../options/options";
import type { ExternalAuthentication, Instrument } from "../../gateway/model/payment-request";
import { maskedCardOf } from "../../gateway/reading/masked-card";
import { methodsFor } from "../../options/payment-methods";
import type { AttemptMode, CheckoutCart, CardToSave } from "../../modules/acquiring";
import type AcquiringModuleService from "../../modules/acquiring/service";
import { cardOf } from "./card-input";
import { methodRefusal, missingFields, valueOf } from "./method-fields";
import { StoreRequestError } from "../store-error";

/** Resolves and validates the customer's choice of instrument. It sends and stores nothing. */
export interface ResolvedInstrument {
  readonly instrument: Instrument;
  readonly method: string | null;
  readonly maskedCard: MaskedCard | null;
  readonly presentation: "page" | "iframe";
  readonly saveCard: CardToSave | null;
  readonly savedCardId: string | null;
  readonly threeDs: { readonly required: boolean; readonly known: ThreeDsFact | null };
  /** For the limit per card; only a keyed digest of it is kept. */
  readonly cardNumber: string | null;
}

export interface ChoiceContext {
  readonly ledger: AcquiringModuleService;
  readonly account: string;
  readonly cart: CheckoutCart;
  readonly currency: string;
  readonly customerId: string | null;
}

export const modeOfChoice: Readonly<Record<PaymentChoice["type"], AttemptMode>> = {
  card: "card",
  saved_card: "card",
  checkout: "checkout",
  apm: "apm",
};

export async function resolveInstrument(choice: PaymentChoice, context: ChoiceContext): Promise<ResolvedInstrument> {
  switch (choice.type) {
    case "card":
      return newCard(choice, context);
    case "saved_card":
      return savedCard(choice, context);
    case "checkout":
      return hostedPage(choice, context);
    case "apm":
      return alternative(choice, context);
  }
}

const DEFAULTS = {
  method: null,
  maskedCard: null,
  presentation: "page",
  saveCard: null,
  savedCardId: null,
  threeDs: { required: false, known: null },
  cardNumber: null,
} as const;

function newCard(
  choice: Extract<PaymentChoice, { type: "card" }>,
  { ledger, customerId }: ChoiceContext,
): ResolvedInstrument {
  const { options } = ledger;
  if (!options.allowDirectCard) throw new StoreRequestError("direct_card_disabled", 409);
  const card = cardOf(choice.card, ledger.now());
  const save = choice.save === true && customerId !== null && options.savedCards.enabled;
  const authentication = externalOf(choice.three_ds, options);
  const { expiryMonth, expiryYear, firstName, lastName } = card;
  return {
    ...DEFAULTS,
    instrument: { kind: "card", card, save, authentication },
    maskedCard: maskedCardOf(card.number),
    saveCard: save ? { expiryMonth, expiryYear, firstName, lastName } : null,
    threeDs: {
      required: options.threeDs.require,
      // The authentication result came through the browser; whether it is valid is for the gateway to decide.
      known: authentication && { used: null, result: null, eci: authentication.eci },
    },
    cardNumber: card.number,
  };
}

function externalOf(input: ThreeDsInput | undefined, { threeDs }: AcquiringOptions): ExternalAuthentication | null {
  if (!input) return null;
  if (!threeDs.external) {
    const message = "External 3-D Secure results are not enabled in this shop (option threeDs.external).";
    throw new StoreRequestError("invalid_request", 400, [{ field: "method.three_ds", message }]);
  }
  return {
    eci: input.eci.padStart(2, "0"),
    cavv: input.cavv,
    xid: input.xid ?? null,
    dsTransId: input.ds_trans_id ?? null,
  };
}

async function savedCard(
  choice: Extract<PaymentChoice, { type: "saved_card" }>,
  { ledger, account, customerId }: ChoiceContext,
): Promise<ResolvedInstrument> {
  if (customerId === null) throw new StoreRequestError("login_required", 401);
  const saved = ledger.options.savedCards.enabled ? await ledger.savedCards.usable(customerId, choice.id) : null;
  if (saved?.account !== account) throw new StoreRequestError("saved_card_not_found", 404);
  const securityCode = choice.security_code ?? null;
  const needsCode = ledger.account(account)?.profile.tokens.securityCode === true;
  if ((needsCode || securityCode !== null) && !/^\d{3,4}$/.test(securityCode ?? "")) {
    throw new StoreRequestError("card_invalid", 422, [
      { field: "method.security_code", message: "Enter the security code of the card." },
    ]);
  }
  return {
    ...DEFAULTS,
    instrument: {
      kind: "token",
      token: saved.token,
      securityCode,
      firstName: saved.holder_first_name,
      lastName: saved.holder_last_name,
    },
    maskedCard: { mask: saved.mask, brand: saved.brand },
    savedCardId: saved.id,
    threeDs: { required: ledger.options.threeDs.require, known: null },
  };
}

function hostedPage(
  { presentation }: Extract<PaymentChoice, { type: "checkout" }>,
  { ledger }: ChoiceContext,
): ResolvedInstrument {
  if (!ledger.options.checkout.presentations.includes(presentation)) {
    const message = `This shop does not allow the hosted page as ${presentation} (option checkout.presentations).`;
    throw new StoreRequestError("invalid_request", 400, [{ field: "method.presentation", message }]);
  }
  return {
    ...DEFAULTS,
    instrument: { kind: "checkout", save: false },
    presentation,
    threeDs: { required: ledger.options.threeDs.require, known: null },
  };
}

function alternative(choice: Extract<PaymentChoice, { type: "apm" }>, context: ChoiceContext): ResolvedInstrument {
  const { ledger, cart, currency } = context;
  const place = cart.billing_address?.country_code ?? cart.shipping_address?.country_code;
  const country = place?.toUpperCase() ?? null;
  const method = methodsFor(ledger.options.apmMethods, { country, currency }).find(
    ({ code }) => code === choice.method,
  );
  if (!method) {
    throw new StoreRequestError("payment_not_available", 409, [
      { field: "method.method", message: methodRefusal(choice.method) },
    ]);
  }
  const bankCode = choice.bank_code ?? null;
  if (bankCode !== null && method.banks.length > 0 && !method.banks.some(({ code }) => code === bankCode)) {
    throw new StoreRequestError("invalid_request", 400, [
      { field: "method.bank_code", message: "Choose one of the banks." },
    ]);
  }
  const missing: FieldError[] = missingFields(method.requires, (path) => valueOf(choice, path));
  if (missing.length > 0) throw new StoreRequestError("invalid_request", 422, missing);
  return {
    ...DEFAULTS,
    instrument: {
      kind: "apm",
      method: method.wireName,
      bankCode,
      person: choice.person ?? null,
      deliveryDistrict: null,
      deliveryStreet: cart.shipping_address?.address_1 ?? null,
    },
    method: method.code,
  };
}
