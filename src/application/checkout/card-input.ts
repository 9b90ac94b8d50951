import type { CardInput, DeviceInput } from "../../api-schema/store-payment-choice";
import type { FieldError } from "../../api-schema/errors";
import type { CardData, Device } from "../../gateway/model/payment-request";
import { StoreRequestError } from "../store-error";

/** Validates card input before it is sent. Errors name the malformed field, never why a bank might decline. */
export function cardOf(input: CardInput, now: Date): CardData {
  const number = input.number.replace(/[\s-]/g, "");
  const fields: FieldError[] = [];
  if (!/^\d{12,19}$/.test(number) || !hasCheckDigit(number)) {
    fields.push({ field: "method.card.number", message: "This card number isn't valid." });
  }
  const month = /^(0?[1-9]|1[0-2])$/.test(input.expiry_month) ? input.expiry_month.padStart(2, "0") : null;
  const year = /^(\d{2}|20\d{2})$/.test(input.expiry_year) ? input.expiry_year.slice(-2) : null;
  if (month === null) fields.push({ field: "method.card.expiry_month", message: "Enter a month from 01 to 12." });
  if (year === null)
    fields.push({ field: "method.card.expiry_year", message: "Enter the year with two or four digits." });
  if (month !== null && year !== null && isPast(month, year, now)) {
    fields.push({ field: "method.card.expiry_month", message: "This card has expired." });
  }
  const codeLength = /^3[47]/.test(number) ? 4 : 3;
  if (!/^\d{3,4}$/.test(input.security_code) || input.security_code.length !== codeLength) {
    fields.push({
      field: "method.card.security_code",
      message: `Enter the ${String(codeLength)}-digit security code.`,
    });
  }
  for (const name of ["holder_first_name", "holder_last_name"] as const) {
    if (/\d{6,}/.test(input[name].replace(/[\s-]/g, ""))) {
      fields.push({ field: `method.card.${name}`, message: "Enter the name as shown on the card." });
    }
  }
  if (fields.length > 0 || month === null || year === null) throw new StoreRequestError("card_invalid", 422, fields);
  return {
    number,
    expiryMonth: month,
    expiryYear: `20${year}`,
    securityCode: input.security_code,
    firstName: input.holder_first_name,
    lastName: input.holder_last_name,
  };
}

function hasCheckDigit(number: string): boolean {
  const sum = [...number].reverse().reduce((total, character, index) => {
    const digit = character.charCodeAt(0) - 48;
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

/** A card is valid until its month has ended everywhere; the last time zone is UTC-12. */
function isPast(month: string, year: string, now: Date): boolean {
  const lastPlace = new Date(now.getTime() - 12 * 3_600_000);
  const current = `${String(lastPlace.getUTCFullYear())}${String(lastPlace.getUTCMonth() + 1).padStart(2, "0")}`;
  return `20${year}${month}` < current;
}

export function deviceFromInput(
  input: DeviceInput | undefined,
  headers: { userAgent: string | null; accept: string | null },
): Device {
  return {
    os: input?.os ?? null,
    browser: input?.browser ?? null,
    language: input?.language ?? null,
    timeZone: input?.time_zone ?? null,
    resolution: input?.resolution ?? null,
    colorDepth: input?.color_depth ?? null,
    accept: headers.accept,
    userAgent: headers.userAgent,
    type: input?.type ?? null,
    fingerprint: input?.fingerprint ?? null,
    sessionId: null,
    challengeWindowSize: input?.challenge_window_size ?? null,
  };
}
