import type { ApmInstrument, Person } from "../model/payment-request";
import { wireLengths } from "../model/profile";
import { cut } from "./payment-fields";
import type { WireTexts } from "./payment-fields";

/**
 * What an alternative method adds to a payment: its name, the bank, where it is
 * delivered, and the `person` object. The request carries no card, token, 3-D
 * Secure or risk fields (the gateway's interface, "APM payment request").
 */
export function apmFields(instrument: ApmInstrument): {
  readonly texts: WireTexts;
  readonly objects: Readonly<Record<string, unknown>>;
} {
  const person = instrument.person === null ? null : personOnWire(instrument.person);
  return {
    texts: {
      payment_method: instrument.method,
      bank_code: instrument.bankCode,
      delivery_district_name: cut(instrument.deliveryDistrict, wireLengths.short),
      delivery_street_name: cut(instrument.deliveryStreet, wireLengths.address),
    },
    objects: person === null || Object.keys(person).length === 0 ? {} : { person },
  };
}

/** Without what is missing or empty, at every depth; a date the way this object writes it. */
function personOnWire(person: Person): Readonly<Record<string, unknown>> {
  const { birth_date: birthDate, ...rest } = person;
  return filled({ ...rest, birth_date: birthDate ? dayFirst(birthDate) : null });
}

const dayFirst = (date: string): string => date.trim().replace(/^(\d{4})-(\d{2})-(\d{2})$/, "$3-$2-$1");

function filled(values: object): Readonly<Record<string, unknown>> {
  const pairs = Object.entries(values).flatMap(([name, value]: [string, unknown]): (readonly [string, unknown])[] => {
    if (typeof value === "string") return value.trim() === "" ? [] : [[name, value.trim()]];
    if (typeof value !== "object" || value === null) return [];
    const inner = filled(value);
    return Object.keys(inner).length === 0 ? [] : [[name, inner]];
  });
  return Object.fromEntries(pairs);
}
