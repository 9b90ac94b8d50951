import { GatewayProfile } from "../../gateway/model/profile";
import { createAccountKey, createOperationId, createOrderNo } from "../../gateway/model/ids";
import { barePayment, bareRefund } from "../../gateway/reading/normalize";
import type { PaymentReading, RefundFact } from "../../gateway/model/facts";
import { createCurrency, createMoney } from "../../gateway/model/money";
import type { PlayedStep } from "../../application/dashboard/run-conformance";
import type { Played } from "../conformance/judge";
import { judge, merged } from "../conformance/judge";
import { conformanceRefusal } from "../conformance/refusal";

const ORDER = createOrderNo("acq_story_1");
const profile = GatewayProfile.parse({});

function step(name: PlayedStep["step"], outcome: string, said: readonly [PaymentReading, string] | null): PlayedStep {
  const facts = said && [{ ...barePayment(ORDER, said[0]), raw: { order_status: "1", payment_status: said[1] } }];
  return { step: name, outcome, part: null, code: null, message: null, facts, refunds: null, queryProblem: null };
}

const AUTHORISED = step("authorise", "authorised", ["authorised", "2000"]);

it("reports nothing if the gateway behaves as the profile says", () => {
  const refund = { ...step("refund", "settled", ["captured", "4100"]), refunds: [bareRefund(ORDER, "accepted")] };
  const [found] = refund.refunds;
  const played: readonly Played[] = [
    { story: "void", steps: [AUTHORISED, step("void", "settled", ["voided", "5000"])] },
    {
      story: "refund",
      steps: [
        AUTHORISED,
        step("capture", "settled", ["captured", "3000"]),
        { ...refund, refunds: found ? [{ ...found, operationId: createOperationId("acqop_1") }] : [] },
      ],
    },
    { story: "decline", steps: [step("authorise", "declined", ["declined", "1000"])] },
  ];
  expect(judge(profile, played)).toEqual([]);
});

it("reports the code of a void, and the setting for it", () => {
  const found = judge(profile, [{ story: "void", steps: [AUTHORISED, step("void", "settled", ["unmapped", "5000"])] }]);
  expect(found).toEqual([
    {
      story: "void",
      step: "void",
      says: 'After the void a query returns "unmapped" and not "voided" (order_status 1, payment_status 5000).',
      patch: { status: { payment: { "5000": "voided" } } },
    },
  ]);
});

it("recognises a failed payment after a void", () => {
  const failed = step("void", "settled", ["declined", "1000"]);
  expect(judge(profile, [{ story: "void", steps: [AUTHORISED, failed] }])).toEqual([]);
});

describe("in parts", () => {
  const part = createMoney(60n, createCurrency("EUR"));
  const capture = { ...step("capture", "settled", ["captured", "3000"]), part: part.minor };
  const ours = (minor: bigint, id: string): RefundFact => ({
    ...bareRefund(ORDER, "accepted"),
    money: { ...part, minor },
    operationId: createOperationId(id),
  });
  const refund = (minor: bigint, refunds: readonly RefundFact[]): PlayedStep => ({
    ...step("refund", "settled", ["captured", "4100"]),
    ...{ part: minor, refunds },
  });
  const played = (...refunds: readonly PlayedStep[]): readonly Played[] => [
    { story: "parts", steps: [AUTHORISED, capture, ...refunds] },
  ];
  const first = ours(15n, "acqop_1");

  it("reports nothing if each refund is listed with its amount", () => {
    const both = [first, ours(45n, "acqop_2")];
    expect(judge(profile, played(refund(15n, [first]), refund(45n, both)))).toEqual([]);
  });

  it.each([
    ["one is not listed", [first], /finds 1 of our 2 refunds/],
    ["one is told as something else", [first, ours(60n, "acqop_2")], /amounts 15 and 60, but 45 was refunded/],
    ["one is nobody's", [first, { ...ours(45n, "acqop_2"), operationId: null }], /finds 1 of our 2/],
  ])("reports it when %s", (_name, listed, says) => {
    expect(judge(profile, played(refund(15n, [first]), refund(45n, listed)))).toEqual([
      { story: "parts", step: "refund", says: expect.stringMatching(says), patch: null },
    ]);
  });

  it("suggests no setting for a code that only a part of the payment has", () => {
    const odd = { ...capture, ...step("capture", "settled", ["unmapped", "3100"]), part: 60n };
    expect(judge(profile, [{ story: "parts", steps: [AUTHORISED, odd] }])).toEqual([
      expect.objectContaining({ patch: null }),
    ]);
  });
});

it("suggests no setting for a code that is already mapped", () => {
  const odd = step("void", "settled", ["captured", "3000"]);
  expect(judge(profile, [{ story: "void", steps: [AUTHORISED, odd] }])).toEqual([
    expect.objectContaining({ patch: null }),
  ]);
});

it("suggests no setting for a code that the previous step had too", () => {
  const unmoved = step("void", "settled", ["authorised", "2000"]);
  expect(judge(profile, [{ story: "void", steps: [AUTHORISED, unmoved] }])).toEqual([
    expect.objectContaining({ patch: null }),
  ]);
});

it("detects automatic capture, and combines all settings", () => {
  const captured = step("authorise", "captured", ["captured", "3000"]);
  const odd = step("refund", "settled", ["unmapped", "4200"]);
  const found = judge(profile, [{ story: "refund", steps: [captured, odd] }]);
  expect(merged(found)).toEqual({
    capture: { mode: "automatic" },
    status: { payment: { "4200": "refunded" } },
  });
});

it("refers to the signature command when the gateway reports an invalid signature", () => {
  const refused = { ...step("authorise", "declined", null), code: "I0013", message: "Signature is wrong" };
  expect(judge(profile, [{ story: "void", steps: [refused] }])).toEqual([
    expect.objectContaining({ says: expect.stringContaining("signature command"), patch: null }),
  ]);
});

it.each([
  [false, "https://sandbox.gateway.example", true, false, /sandbox: true/],
  [true, "https://gateway.example", false, false, /does not look like a test system/],
  [true, "https://contest.example", false, false, /does not look/],
  [true, "https://gateway.example", true, false, null],
  [true, "https://sandbox.gateway.example", false, false, null],
  [true, "https://sandbox.gateway.example", false, true, /NODE_ENV is production/],
  [true, "http://127.0.0.1:9090", false, false, null],
])("sandbox %s at %s, affirmed %s, in production %s: %s", (sandbox, baseUrl, isAffirmed, isProduction, refusal) => {
  const answer = conformanceRefusal({ key: createAccountKey("main"), sandbox, baseUrl }, isAffirmed, isProduction);
  if (refusal === null) expect(answer).toBeNull();
  else expect(answer).toMatch(refusal);
});

describe("a response that is not about the card", () => {
  const declined = (code: string, message: string): readonly Played[] => [
    { story: "decline", steps: [{ ...step("authorise", "declined", null), code, message }] },
  ];

  it.each([
    ["I0013", "The signature is wrong.", /invalid signature \(I0013\)/],
    ["I0002", "merchant", /not a decline \(I0002 merchant\): compare merchantId, accountId and signingKeys/],
    ["http_400", "The gateway reports an invalid request.", /not a decline \(http_400 .*signingKeys.*profile\.signing/],
    ["C0003", "not enabled", /not a decline/],
  ])("%s names the option, and is not a decline", (code, message, says) => {
    expect(judge(profile, declined(code, message))).toMatchObject([{ says: expect.stringMatching(says), patch: null }]);
  });

  it("names an unreadable field, and no option for codes", () => {
    const unread = {
      ...step("authorise", "unknown", null),
      code: "unreadable",
      message: "The element result_info has CDATA.",
    };
    const [found] = judge(profile, [{ story: "decline", steps: [unread] }]);
    expect(found?.says).toMatch(/could not be read: The element result_info has CDATA\./);
    expect(found?.says).not.toMatch(/doubtfulPrefixes/);
  });

  it("a void that reads as pending gets the mapping that is safe for both", () => {
    const facts = [{ ...barePayment(ORDER, "pending"), raw: { payment_status: "1000", query_result: "1" } }];
    const voided = { ...step("void", "settled", null), facts };
    expect(judge(profile, [{ story: "void", steps: [AUTHORISED, voided] }])).toMatchObject([
      {
        says: expect.stringContaining("payment_status 1000, query_result 1"),
        patch: { status: { payment: { "1000/1": "voided_or_pending" } } },
      },
    ]);
  });
});
