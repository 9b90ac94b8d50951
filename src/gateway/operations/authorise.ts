/* Card, token and alternative method; `payment-fields.ts` has the common parts. The hosted page is separate. */

import type { XmlNode, XmlTree } from "../codec/xml";
import { isXmlList, readXml, scalar } from "../codec/xml";
import { CodecError } from "../model/errors";
import type { RiskFact } from "../model/facts";
import type { GatewayAccount } from "../model/account";
import type {
  AuthoriseRequest,
  CardInstrument,
  ExternalAuthentication,
  TokenInstrument,
} from "../model/payment-request";
import { wireLengths } from "../model/profile";
import type { SignedOperation } from "../model/profile";
import type { WireValues } from "../signing/signing";
import { sign } from "../signing/signing";
import { apmFields } from "./apm";
import { AuthoriseWire, resultFields } from "./authorise-fields";
import type { ResultFieldKind } from "./authorise-fields";
import { cut, payerName, paymentFields, present, threeDsFields } from "./payment-fields";
import type { WireTexts } from "./payment-fields";
import { riskObjects } from "./risk-objects";
import { subscriptionPart } from "./subscription";
import { misplacedIn, placesOf } from "./wire-values";

export const authorise = { path: "/v1/authorise", root: "respon" } as const;

/** What one method adds to the common fields: signed texts, and unsigned objects. */
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
      if (request.subscription) throw new TypeError("The interface has no subscriptions for alternative methods.");
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

export interface AuthoriseAnswer {
  readonly values: WireValues;
  readonly riskReasons: readonly RiskReason[];
  /** Unreadable parts of a response that may have requested a review. */
  readonly unreadable: readonly string[];
}

type RiskReason = RiskFact["reasons"][number];

/** A nested element, so it is not in `resultFields`; it counts as a field of the kind "hold". */
const RISK_REASONS = "risk_reasons";
const FIELDS = Object.entries(resultFields).map(([name, kind]) => ({ name, kind }));
const namesOf = (wanted: ResultFieldKind): readonly string[] =>
  FIELDS.filter(({ kind }) => kind === wanted).map(({ name }) => name);
const HOLD_IF_UNREADABLE = new Set([...namesOf("hold"), RISK_REASONS]);
const PLACES = placesOf({ "": [...namesOf("decisive"), ...HOLD_IF_UNREADABLE] });

/** Throws `CodecError` for anything that is not exactly one well-formed result. */
export function readAuthoriseAnswer(body: Uint8Array): AuthoriseAnswer {
  const tree = readXml(body, authorise.root);
  const misplaced = misplacedIn(tree, PLACES);
  const lost = misplaced.find((name) => !HOLD_IF_UNREADABLE.has(name));
  if (lost !== undefined) throw new CodecError(`The XML has ${lost} in another place or spelling.`);
  const unreadable = [...misplaced];
  const values = Object.fromEntries(
    FIELDS.flatMap((field) => {
      const value = valueOf(tree, field, unreadable);
      return value === undefined ? [] : [[field.name, value] as const];
    }),
  );
  const riskReasons = reasonsIn(Object.hasOwn(tree, "risk_reasons") ? (tree.risk_reasons ?? "") : "");
  if (riskReasons === null) unreadable.push(RISK_REASONS);
  return { values, riskReasons: riskReasons ?? [], unreadable };
}

function valueOf(tree: XmlTree, { name, kind }: (typeof FIELDS)[number], unreadable: string[]): string | undefined {
  try {
    return scalar(tree, name);
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    switch (kind) {
      case "informational":
        return undefined;
      case "hold":
        unreadable.push(name);
        return undefined;
      case "decisive":
      case "origin":
        throw error;
    }
  }
}

/** One element per reason, several pairs in one element, or each pair in an element of its own; null for anything else. */
function reasonsIn(node: XmlNode): RiskReason[] | null {
  if (typeof node === "string") return node === "" ? [] : null;
  if (isXmlList(node)) return all(node.map(reasonsIn));
  const { name, status, ...others } = node;
  const wrapped = Object.values(others).filter((inner) => typeof inner !== "string");
  if (name === undefined && status === undefined) return wrapped.length > 0 ? all(wrapped.map(reasonsIn)) : null;
  const names = textsIn(name);
  const statuses = textsIn(status);
  if (names === null || statuses === null || wrapped.length > 0) return null;
  // A reason may lack its status or its name; with several, it is not known which one lacks it.
  if (Math.max(names.length, statuses.length) > 1 && names.length !== statuses.length) return null;
  const longer = names.length > 0 ? names : statuses;
  return longer.map((_, at) => ({ name: names[at] ?? "", status: statuses[at] ?? "" }));
}

function textsIn(node: XmlNode | undefined): readonly string[] | null {
  if (node === undefined) return [];
  const list = typeof node === "object" && isXmlList(node) ? node : [node];
  const found = list.filter((item) => typeof item === "string");
  return found.length === list.length ? found : null;
}

const all = (parts: readonly (RiskReason[] | null)[]): RiskReason[] | null =>
  parts.some((part) => part === null) ? null : parts.flatMap((part) => part ?? []);
