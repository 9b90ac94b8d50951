import { readXml, scalar, children } from "../codec/xml";
import type { GatewayAccount } from "../options";
import type { AuthoriseRequest, CardInstrument, ExternalAuthentication, TokenInstrument } from "../payment-request";
import { wireLengths } from "../profile";
import type { SignedOperation } from "../profile";
import type { WireValues } from "../signing";
import { sign } from "../signing";
import { apmFields } from "./apm";
import { AuthoriseWire, resultFields } from "./authorise-fields";
import { cut, payerName, paymentFields, present, threeDsFields } from "./payment-fields";
import type { WireTexts } from "./payment-fields";
import { riskObjects } from "./risk-objects";
import { subscriptionPart } from "./subscription";

/**
 * Authorise (card, token, alternative method): our request to the wire's fields,
 * and the wire's XML to named texts. What all ways to pay share stands in
 * `payment-fields.ts`; the hosted page has an operation of its own.
 */
export const authorise = { path: "/v1/authorise", root: "respon" } as const;

/** What one way to pay adds to the shared fields: signed texts, and objects that no signature covers. */
export interface InstrumentFields {
  readonly operation: SignedOperation;
  readonly texts: WireTexts;
  readonly objects: Readonly<Record<string, unknown>>;
}

/** The body, complete and signed. It may hold the card number. Throws `TypeError` for the hosted page, which is no authorise. */
export function authoriseBody(account: GatewayAccount, request: AuthoriseRequest): AuthoriseWire {
  const { operation, texts, objects } = instrumentFields(account, request);
  const values = present({ ...paymentFields(account, request), ...texts });
  return AuthoriseWire.parse({
    ...values,
    ...objects,
    encryption_data: sign(account.profile.signing, operation, values, account.signingKeys[0] ?? ""),
  });
}

function instrumentFields(account: GatewayAccount, request: AuthoriseRequest): InstrumentFields {
  const { instrument } = request;
  switch (instrument.kind) {
    case "card":
      return {
        operation: "authorise",
        texts: { ...threeDsFields(account, request), ...cardFields(instrument) },
        objects: {
          ...riskObjects(request),
          ...mpiInfo(instrument.authentication),
          ...subscriptionPart(account, request),
        },
      };
    case "token":
      return {
        operation: "authoriseToken",
        texts: { ...threeDsFields(account, request), ...tokenFields(instrument) },
        objects: { ...riskObjects(request), ...subscriptionPart(account, request) },
      };
    case "apm": {
      if (request.subscription) throw new TypeError("The interface has no contract for alternative methods.");
      const { texts, objects } = apmFields(instrument);
      const returnUrl = { return_url: request.returnUrl };
      return { operation: "authoriseApm", texts: { ...payerName(request), ...returnUrl, ...texts }, objects };
    }
    case "checkout":
      throw new TypeError("The hosted page is opened, not authorised.");
  }
}

const cardFields = ({ card, save }: CardInstrument): WireTexts => ({
  token_flag: save ? "YES" : "NO",
  card: card.number,
  expiration_month: card.expiryMonth,
  expiration_year: card.expiryYear,
  security_code: card.securityCode,
  first_name: cut(card.firstName, wireLengths.name),
  last_name: cut(card.lastName, wireLengths.name),
});

/** The card is kept already, so it is not asked to be kept again. */
const tokenFields = ({ token, securityCode, firstName, lastName }: TokenInstrument): WireTexts => ({
  token_flag: "NO",
  token_id: token,
  security_code: securityCode,
  first_name: cut(firstName, wireLengths.name),
  last_name: cut(lastName, wireLengths.name),
});

/** A 3-D Secure result obtained elsewhere; the object has all four texts, and what is missing is empty. */
const mpiInfo = (authentication: ExternalAuthentication | null): Readonly<Record<string, unknown>> =>
  authentication === null
    ? {}
    : {
        additional_information: [
          {
            mpi_info: {
              eci: authentication.eci,
              cavv: authentication.cavv,
              xid: authentication.xid ?? "",
              dsTransID: authentication.dsTransId ?? "",
            },
          },
        ],
      };

/** A parsed answer: scalar elements by name, the risk reasons beside them. */
export interface AuthoriseAnswer {
  readonly values: WireValues;
  readonly riskReasons: readonly { readonly name: string; readonly status: string }[];
}

/** Throws `CodecError` for anything that is not exactly one well-formed result. */
export function readAuthoriseAnswer(body: Uint8Array): AuthoriseAnswer {
  const tree = readXml(body, authorise.root);
  const values = Object.fromEntries(
    resultFields.flatMap((name) => {
      const value = scalar(tree, name);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
  const riskReasons = children(tree, "risk_reasons").flatMap((node) => {
    const name = scalar(node, "name");
    return name === undefined ? [] : [{ name, status: scalar(node, "status") ?? "" }];
  });
  return { values, riskReasons };
}
