import type { ChosenInstalments, InstalmentPlan, PaymentBody, SessionRef } from "../api-schema/store";
import type { PaymentChoice } from "../api-schema/store-payment-choice";
import { asciiDigits, digitsOf, parseExpiry } from "./card";
import { collectDevice } from "./device";
import { splitHolderName } from "./holder-name";
import { ownReturnAddress } from "./return-address";
import type { PayInput, PaymentMethodInput } from "./types";

/** Builds the request body of a payment from the shop's input. It sends and keeps nothing. */
export function payBodyOf(
  ref: SessionRef,
  { session, method, device, returnTo, captcha, instalments }: PayInput,
): PaymentBody {
  const back = returnTo ?? ownReturnAddress();
  const { link, part } = session.data ?? {};
  return {
    ...ref,
    ...(typeof link === "string" && { link }),
    ...(typeof part === "string" && { amount: part }),
    method: choiceOf(method),
    ...(instalments && { instalments: acceptedOf(instalments) }),
    device: device ?? collectDevice(),
    ...(back !== undefined && { return_to: back }),
    ...(captcha !== undefined && { captcha }),
  };
}

/** What the customer saw; the server refuses the plan if it is no longer so. */
const acceptedOf = ({ plan, count, monthly_amount }: InstalmentPlan): ChosenInstalments => ({
  plan,
  count,
  monthly_amount,
});

function choiceOf(method: PaymentMethodInput): PaymentChoice {
  switch (method.type) {
    case "card": {
      const { card, save, threeDs } = method;
      const expiry = parseExpiry(card.expiry);
      const holder = card.name === undefined ? card : splitHolderName(card.name);
      return {
        type: "card",
        card: {
          number: digitsOf(card.number),
          expiry_month: expiry?.month ?? "",
          expiry_year: expiry?.year ?? "",
          security_code: asciiDigits(card.securityCode).trim(),
          holder_first_name: holder.firstName.trim(),
          holder_last_name: holder.lastName.trim(),
        },
        ...(save !== undefined && { save }),
        ...(threeDs && { three_ds: threeDs }),
      };
    }
    case "saved_card":
      return {
        type: "saved_card",
        id: method.id,
        ...(method.securityCode && { security_code: asciiDigits(method.securityCode) }),
      };
    case "checkout":
      return method;
    case "apm": {
      const { bankCode, person } = method;
      return {
        type: "apm",
        method: method.method,
        ...(bankCode && { bank_code: bankCode }),
        ...(person && { person }),
      };
    }
  }
}
