import { hundredths } from "./amount";
import { openApm } from "./apm";
import type { Attempt, Tried } from "./attempt";
import { tryToPay } from "./attempt";
import { redirectAnswer, refusalAnswer, resultAnswer } from "./authorise-answer";
import { authoriseProblem, echoOf, externalEci, wayOf } from "./authorise-request";
import { behaviourOf, cardFace } from "./card-behaviour";
import { withoutCard } from "./card-data";
import type { Answer, Done, Fields, Gateway } from "../context";
import { plain, textOf, webAddress } from "../context";
import { askedInstalments } from "./instalments";
import { askedTerms } from "../subscriptions/subscription-request";
import { isSignedBy, signFields } from "../notifications/signature";
import { liveToken } from "./tokens";
import type { CardToKeep } from "./transaction";
import { hasFailed } from "./transaction";

/** Refuses an order number that has a transaction already. Of the card only the mask is stored. */
export function authorise(gateway: Gateway, fields: Fields): Done {
  const orderNo = textOf(fields, "order_no");
  const isSigned = isSignedRequest(gateway, fields);
  const done = (answer: Answer, applied: boolean, delivery: Done["delivery"] = "answer"): Done => ({
    answer,
    applied,
    delivery,
    signatureOk: isSigned,
    orderNos: [orderNo],
  });
  const refused = (info: string): Done => done(refusalAnswer(gateway, fields, info), false);
  const problem = authoriseProblem(gateway, fields);
  if (problem) return done(plain(problem.status, problem.text), false);
  if (!isSigned) return refused("I0013:Signature is wrong");
  const known = gateway.book.find(orderNo);
  if (known && !hasFailed(known)) return refused("I0061:Duplicate order number");
  if (wayOf(fields) === "apm") return done(redirectAnswer(gateway, openApm(gateway, fields)), true);
  const card = cardOf(gateway, fields);
  if (!card) return refused("I0071:Token is not valid");
  const tried = tryToPay(gateway, attemptOf(gateway, fields, card));
  return done(answerTo(gateway, tried, textOf(fields, "note")), tried.transaction !== null, tried.delivery);
}

function answerTo(gateway: Gateway, { transaction }: Tried, note: string): Answer {
  if (!transaction) return plain(500, "");
  return transaction.state === "challenge"
    ? redirectAnswer(gateway, transaction)
    : resultAnswer(gateway, transaction, note);
}

/** The interface does not say whether a security code beside a token is signed: both are accepted. */
function isSignedRequest(gateway: Gateway, fields: Fields): boolean {
  const bySigned = (values: Fields): boolean =>
    isSignedBy(gateway.signingKeys, (key) => signFields("authorise", values, key), fields.encryption_data);
  return bySigned(fields) || (wayOf(fields) === "token" && bySigned({ ...fields, security_code: "" }));
}

/** The card to pay with; null for an invalid token. */
function cardOf(gateway: Gateway, fields: Fields): CardToKeep | null {
  if (wayOf(fields) === "token") return liveToken(gateway, textOf(fields, "token_id")) ?? null;
  const number = textOf(fields, "card");
  return cardFace(number, `${textOf(fields, "expiration_year")}-${textOf(fields, "expiration_month")}`);
}

function attemptOf(gateway: Gateway, fields: Fields, { mask, brand, expiry, scenario }: CardToKeep): Attempt {
  const isToken = wayOf(fields) === "token";
  const amount = hundredths(fields.amount) ?? 0n;
  const card = { mask, brand, expiry, scenario };
  return {
    mode: isToken ? "token" : "card",
    orderNo: textOf(fields, "order_no"),
    amount,
    currency: textOf(fields, "currency"),
    cardMask: mask,
    scenario: behaviourOf(gateway, card, amount),
    authentication: authenticationOf(fields),
    notifyUrl: textOf(fields, "notify_url") || null,
    returnUrl: webAddress(textOf(fields, "return_url")),
    windowSize: textOf(fields, "challenge_window_size"),
    echo: echoOf(withoutCard(fields)),
    keep: !isToken && textOf(fields, "token_flag") === "YES" ? card : null,
    terms: askedTerms(fields),
    instalments: askedInstalments(fields),
  };
}

function authenticationOf(fields: Fields): Attempt["authentication"] {
  const eci = externalEci(fields);
  if (eci !== null) return { kind: "external", eci };
  return { kind: textOf(fields, "open3d") === "do3DS" ? "ask" : "none" };
}
