import type { MedusaContainer } from "@medusajs/framework/types";
import { MedusaError } from "@medusajs/framework/utils";
import type { LinkMethods, PaymentLinkTerms } from "../../api-schema/admin";
import type { LinkPage } from "../../modules/acquiring";
import { methodsFor } from "../../options/payment-methods";
import { resolveLedger } from "../resolve-ledger";

/** What the page of a payment link shows and offers, as staff chooses it. */
export const EVERYTHING: LinkPage = { description: null, methods: null, language: null };

/** What the options configure for a currency. A region may offer fewer. */
export function methodsOf(container: MedusaContainer, currency: string): LinkMethods["methods"] {
  const { options } = resolveLedger(container);
  const alternatives = methodsFor(options.apmMethods, { country: null, currency });
  return [
    ...(options.allowDirectCard ? [{ id: "card", name: "Card" }] : []),
    { id: "checkout", name: "Card (payment page)" },
    ...alternatives.map(({ code, name }) => ({ id: `apm:${code}`, name })),
  ];
}

/** Throws for a method that is not configured: the customer would find none to pay with. */
export function pageOf(container: MedusaContainer, currency: string, terms: PaymentLinkTerms): LinkPage {
  const { description, methods, language } = terms;
  const known = methodsOf(container, currency).map(({ id }) => id);
  const unknown = methods?.find((id) => !known.includes(id));
  if (unknown !== undefined)
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      `methods: "${unknown}" is not configured for ${currency}. Configured: ${known.join(", ")}.`,
    );
  return {
    ...(description === undefined ? {} : { description }),
    ...(methods === undefined ? {} : { methods: methods && [...new Set(methods)].join(" ") }),
    ...(language === undefined ? {} : { language }),
  };
}
