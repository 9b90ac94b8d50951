import { isDoubtfulItem, isOurAccount, unknown } from "../reading/classify-response";
import { encodeBody } from "../codec/body";
import { readJson } from "../codec/json";
import { CodecError } from "../model/errors";
import type { SubscriptionFact } from "../model/facts";
import type { SubscriptionItem } from "../model/client-api";
import { isNoError, isSuccessCode, rawOf, splitInfo } from "../reading/normalize";
import type { CancelSubscriptionAnswer } from "../operations/subscription";
import { cancellation, cancelSubscriptionBody, readCancelSubscription } from "../operations/subscription";
import type { GatewayAccount } from "../model/account";
import type { SubscriptionOutcome } from "../model/outcome";
import { isConfigurationCode, misconfigured } from "../reading/refusal";
import type { TransportContext } from "./transport-outcomes";
import { badStatus, unanswered } from "./transport-outcomes";
import { verify } from "../signing/signing";

/** What is no clear success for this subscription, or failure, is unknown: a query shows whether charging goes on. */
export async function sendCancelSubscription(
  { account, transport, maySend }: TransportContext,
  item: SubscriptionItem,
): Promise<SubscriptionOutcome> {
  const { encoding, timeouts } = account.profile;
  const result = await transport.post({
    path: cancellation.path,
    ...encodeBody(encoding.cancelSubscription, cancelSubscriptionBody(account, item), encoding.xmlRoot),
    timeoutMs: timeouts.otherMs,
    maySend,
  });
  if (result.kind !== "answered") return unanswered(result);
  if (result.status !== 200) return badStatus(account.profile, result);
  return readAnswer(account, item, result.body);
}

function readAnswer(account: GatewayAccount, item: SubscriptionItem, body: Buffer): SubscriptionOutcome {
  try {
    return classify(account, item, readCancelSubscription(readJson(body)));
  } catch (error) {
    if (error instanceof CodecError || error instanceof TypeError) return unknown("unreadable", error.message);
    throw error;
  }
}

function classify(
  account: GatewayAccount,
  item: SubscriptionItem,
  answer: CancelSubscriptionAnswer,
): SubscriptionOutcome {
  if (!isOurAccount(account, answer)) return unknown("other_account", "The response is for another account.");
  if (answer.recurring_id && answer.recurring_id !== item.recurringId)
    return unknown("other_subscription", "The response is for another subscription.");
  if (!isSignedAsDemanded(account, answer)) return unknown("bad_signature", "The response's signature is invalid.");
  const { cancel_status: status, error_message: text } = answer;
  const { code, message } = splitInfo(text);
  if (status === "1")
    return isNoError(text)
      ? { kind: "settled", fact: endedFact(item, answer) }
      : unknown("contradictory", "The response reports success with an error text.");
  if (code !== null && isSuccessCode(code))
    return unknown("contradictory", "The response reports a failure with a success code.");
  const reason = { code: code ?? `status_${status.slice(0, 20)}`, message: message ?? "The gateway gave no reason." };
  if (isConfigurationCode(account.profile, code)) return { kind: "not_sent", reason: misconfigured({ code, message }) };
  // An unmapped status is a refusal only with a code beside it.
  const isUnmapped = status !== "0" && code === null;
  return isUnmapped || isDoubtfulItem(account, code)
    ? { kind: "unknown", reason }
    : { kind: "declined", fact: null, reason };
}

/** Under `enforce` alone. */
function isSignedAsDemanded({ profile, signingKeys: keys }: GatewayAccount, answer: CancelSubscriptionAnswer): boolean {
  if (profile.signing.responses !== "enforce") return true;
  const values = {
    merchant_id: answer.merchant_id ?? "",
    account_id: answer.account_id ?? "",
    recurring_id: answer.recurring_id ?? "",
  };
  const given = { signature: answer.encryption_data ?? undefined, keys };
  return verify(profile.signing, "cancelSubscriptionResponse", values, given) === "matched";
}

const endedFact = (item: SubscriptionItem, answer: CancelSubscriptionAnswer): SubscriptionFact => ({
  kind: "subscription",
  orderNo: item.orderNo,
  recurringId: item.recurringId,
  reading: "ended",
  gatewayPaymentId: null,
  money: null,
  code: null,
  message: null,
  raw: rawOf({ cancel_status: answer.cancel_status }),
});
