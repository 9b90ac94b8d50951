import { optionsWith } from "../../../gateway/__tests__/fixtures";
import type { AttemptRow, SessionPayment } from "../../../modules/acquiring";
import { SignedTokens } from "../../../modules/acquiring/checkout/signed-tokens";
import type { Ledger } from "../../../modules/acquiring/ledger/ledger";
import type AcquiringModuleService from "../../../modules/acquiring/service";
import { parseOptions } from "../../../options/options";

/** What the pure parts of the checkout read of a ledger, for the tests of this folder. */
export const NOW = new Date("2026-11-21T10:00:00.000Z");

export function ledgerWith(rest: object = {}, parts: object = {}): AcquiringModuleService {
  const options = parseOptions(optionsWith({}, rest));
  const tokens = new SignedTokens({} as Ledger, options);
  return { options, tokens, now: () => NOW, ...parts } as unknown as AcquiringModuleService;
}

const ROW = {
  id: "acqatt_1",
  account: "main",
  provider_id: "pp_acquiring-card_main",
  mode: "card",
  method: null,
  order_no: "acq_7",
  currency: "EUR",
  requested: "1025",
  state: "authorised",
  card_mask: null,
  card_brand: null,
  result_code: null,
  action_url: null,
  redirect_form: null,
  presentation: null,
  save_card: null,
  saved_card_id: null,
};

export const paymentOf = (row: Partial<AttemptRow>, payment: Partial<SessionPayment>): SessionPayment => ({
  attempt: { ...ROW, ...row } as AttemptRow,
  state: "payable",
  amountDiffers: false,
  pollAfterMs: null,
  expiresAt: null,
  ...payment,
});
