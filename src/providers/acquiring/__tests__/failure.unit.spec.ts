import { fromMajor, createCurrency } from "../../../gateway/model/money";
import { built, tooLate, unanswered } from "../../../gateway/client/transport-outcomes";
import { misconfigured } from "../../../gateway/reading/refusal";
import { IN_RECOVERY } from "../../../modules/acquiring/lost-commits/in-recovery";
import { failureOf } from "../failure";

const notReached = unanswered({ kind: "not_sent", reason: "ECONNREFUSED" }).reason;
const inexact = built(() => fromMajor("0.5", createCurrency("JPY")));

test.each([
  ["the gateway was not reached", notReached, "The gateway could not be reached (ECONNREFUSED). (not_sent)"],
  [
    "the signing key is wrong",
    misconfigured({ code: "I0013", message: null }),
    "The gateway reports an invalid signature (I0013): check signingKeys and profile.signing. (I0013)",
  ],
  [
    "it became too late to send",
    tooLate.reason,
    "Not sent: too much time passed before the request could be sent. (too_late)",
  ],
  ["the store is in recovery mode", IN_RECOVERY, `${IN_RECOVERY.message} (recovery)`],
])("when %s, the admin reads that nothing was done and why", (_when, reason, expected) => {
  const error = failureOf("capture", { kind: "not_sent", reason });
  expect([error.type, error.message]).toEqual([
    "not_allowed",
    `Nothing was done at the gateway for this capture. ${expected}`,
  ]);
});

test("an amount that the interface cannot carry is named as the reason", () => {
  if (!("kind" in inexact)) throw new Error("The amount was accepted.");
  const { message } = failureOf("refund", { kind: "not_sent", reason: inexact.reason });
  expect(message).toBe(
    `Nothing was done at the gateway for this refund. ${inexact.reason.message} (${inexact.reason.code})`,
  );
  expect(message).not.toContain("could not be reached");
});

test.each([
  ["declined", "The gateway declined the capture: The bank refused. (1001)"],
  ["refused", "The bank refused."],
  [
    "unknown",
    "The outcome of the capture is being checked with the gateway. It is not sent again and is recorded here once it is confirmed. (The bank refused.)",
  ],
] as const)("a capture that is %s keeps its own words", (kind, expected) => {
  expect(failureOf("capture", { kind, reason: { code: "1001", message: "The bank refused." } }).message).toBe(expected);
});
