import { combinedCode } from "../../gateway/reading/normalize";
import type { GatewayProfile } from "../../gateway/model/profile";
import type { PlayedStep, Story } from "../../application/dashboard/run-conformance";

/** Where the scenarios differ from the profile, and the setting that fixes it if there is exactly one. Pure. */
export interface Disagreement {
  readonly story: Story;
  readonly step: PlayedStep["step"];
  readonly says: string;
  /** Below `profile`, for the configuration; null: a person must decide. */
  readonly patch: Readonly<Record<string, unknown>> | null;
}

export interface Played {
  readonly story: Story;
  readonly steps: readonly PlayedStep[];
}

type Reading = "authorised" | "captured" | "refunded" | "voided" | "declined";

/** The expected query status after a successful step. */
const EXPECTED: Readonly<Record<PlayedStep["step"], Reading>> = {
  authorise: "authorised",
  capture: "captured",
  refund: "refunded",
  void: "voided",
};

export const judge = (profile: GatewayProfile, played: readonly Played[]): readonly Disagreement[] =>
  played.flatMap(({ story, steps }) =>
    steps.flatMap((step, index) => {
      const found = judgeStep(profile, { story, step, before: steps.slice(0, index) });
      return found === null ? [] : [{ story, step: step.step, ...found }];
    }),
  );

interface Place {
  readonly story: Story;
  readonly step: PlayedStep;
  readonly before: readonly PlayedStep[];
}
type Found = Pick<Disagreement, "says" | "patch">;

function judgeStep(profile: GatewayProfile, place: Place): Found | null {
  const { story, step } = place;
  if (/I0013/.test(`${step.code ?? ""} ${step.message ?? ""} ${step.queryProblem ?? ""}`)) {
    return look("The gateway reports an invalid signature (I0013): run the signature command on a captured request.");
  }
  const misread = judgeConfiguration(step) ?? judgeUnreadable(step);
  if (misread) return misread;
  if (step.queryProblem !== null) return look(`The query after it has no response: ${step.queryProblem}`);
  if (story === "decline") return judgeDecline(step);
  if (step.step === "authorise" && !["authorised", "captured"].includes(step.outcome)) {
    return look(`The payment is ${step.outcome}: ${reason(step)}`);
  }
  if (step.step !== "authorise" && step.outcome !== "settled" && step.outcome !== "pending") {
    return look(`The ${step.step} is ${step.outcome}: ${reason(step)}`);
  }
  return judgeReading(profile, place);
}

/** `http_400` has no readable code and usually means a wrong key. A refused request is not a decline. */
const CONFIGURATION = /^([IC]\d+|http_40[0134]|configuration)$/;
/** About a payment, not a setting: the order number is taken. */
const DUPLICATE = "I0061";

function judgeConfiguration({ step, code, message }: PlayedStep): Found | null {
  if (code === null || !CONFIGURATION.test(code) || code === DUPLICATE) return null;
  return look(
    `The gateway rejected the ${step} request, which is not a decline (${[code, message].filter(Boolean).join(" ")}): compare ` +
      "merchantId, accountId and signingKeys with the gateway's, then profile.signing (run the signature command on " +
      "the captured request) and profile.encoding.",
  );
}

/** The reason names the field; its first letter is not a code of `profile.status`. */
function judgeUnreadable({ step, code, message }: PlayedStep): Found | null {
  if (code === null || !code.startsWith("unreadable")) return null;
  return look(
    `The response to the ${step} could not be read: ${message ?? "no field is named"} Neither a decline nor a code of ` +
      "profile.status: run the signature command on the captured response, which lists the fields in another form.",
  );
}

const look = (says: string): Found => ({ says, patch: null });
const reason = ({ code, message }: PlayedStep): string =>
  [code, message].filter((part) => part !== null).join(" ") || "without a reason";

function judgeDecline(step: PlayedStep): Found | null {
  if (step.outcome === "declined") return null;
  const prefix = /^([A-Z])\d/.exec(step.code ?? "")?.[1];
  return step.outcome === "authorised" || step.outcome === "captured"
    ? look("The card for the decline was approved: select another one with --declined-card.")
    : look(
        `A declined card gives the payment the status ${step.outcome} (${reason(step)})` +
          (prefix === undefined ? "." : `: is "${prefix}" correct in profile.status.doubtfulPrefixes?`),
      );
}

function judgeReading(profile: GatewayProfile, { story, step, before }: Place): Found | null {
  const [fact] = step.facts ?? [];
  const expected = EXPECTED[step.step];
  if (!fact || fact.reading === "not_found") {
    return look(
      "The query does not find the payment: compare profile.queries.ordersField and profile.encoding.retrievalTrans.",
    );
  }
  const {
    order_status: orderStatus = "",
    payment_status: paymentStatus = "",
    query_result: queryResult = "",
  } = fact.raw;
  const states = `order_status ${orderStatus || "–"}, payment_status ${paymentStatus || "–"}`;
  if (step.step === "authorise" && fact.reading === "captured") {
    return profile.capture.mode === "manual"
      ? { says: `The account captures automatically (${states}).`, patch: { capture: { mode: "automatic" } } }
      : null;
  }
  if (fact.reading === expected || (step.step === "refund" && fact.reading === "captured")) {
    return step.step === "refund" ? judgeRefunds(step, before) : null;
  }
  if (step.step === "void" && fact.reading === "voided_or_pending") return null;
  // A voided payment may be reported as failed; the ledger knows its own void.
  if (step.step === "void" && fact.reading === "declined") return null;
  // Only an unmapped code that the previous step did not have belongs to the step.
  const [earlier] = before.at(-1)?.facts ?? [];
  // A code after a partial operation does not describe the whole payment.
  const isNew =
    story !== "parts" &&
    fact.reading === "unmapped" &&
    paymentStatus !== "" &&
    paymentStatus !== earlier?.raw.payment_status;
  const combined = combinedCode({ orderStatus, paymentStatus, queryResult });
  if (story === "void" && step.step === "void" && fact.reading === "pending" && combined !== undefined) {
    return {
      says:
        `After the void a query returns "pending" and not "voided" (payment_status ${paymentStatus}, query_result ` +
        `${queryResult || "–"}). If no pending payment has this combination, set it to "voided".`,
      patch: { status: { payment: { [combined]: "voided_or_pending" } } },
    };
  }
  const says = `After the ${step.step} a query returns "${fact.reading}" and not "${expected}" (${states}).`;
  return isNew ? { says, patch: { status: { payment: { [paymentStatus]: expected } } } } : look(says);
}

/** Each refund that was sent is listed separately, as ours, with its amount. */
function judgeRefunds(step: PlayedStep, before: readonly PlayedStep[]): Found | null {
  const sent = [...before, step].filter((each) => each.step === "refund");
  const ours = (step.refunds ?? []).filter(({ operationId }) => operationId !== null);
  if (ours.length < sent.length) {
    return look(
      `The refund search finds ${String(ours.length)} of our ${String(sent.length)} refunds: compare profile.queries.refundOrdersField, and check whether refund_reason is returned.`,
    );
  }
  const parts = sent.flatMap(({ part }) => part ?? []);
  const listed = ours.flatMap(({ money }) => money?.minor ?? []);
  const missing = parts.find((part) => !listed.includes(part));
  return missing === undefined || listed.length === 0
    ? null
    : look(
        `The refund search returns the amounts ${listed.join(" and ")}, but ${String(missing)} was refunded (minor units): compare profile.money.decimals.`,
      );
}

export function merged(disagreements: readonly Disagreement[]): Readonly<Record<string, unknown>> | null {
  const patches = disagreements.flatMap(({ patch }) => (patch === null ? [] : [patch]));
  return patches.length === 0 ? null : patches.reduce((all, patch) => merge(all, patch));
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function merge(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const both = Object.entries(b).map(([name, value]) => {
    const other = a[name];
    return [name, isRecord(other) && isRecord(value) ? merge(other, value) : value] as const;
  });
  return { ...a, ...Object.fromEntries(both) };
}
