import type { MedusaContainer } from "@medusajs/framework/types";
import { StoreRequestError } from "../../store-error";
import type { GuardedPayment } from "../card-testing";
import { guardAgainstTesting } from "../card-testing";
import { ledgerWith } from "./ledger";

/** A card tester learns nothing from a refusal; the log tells the merchant what to do. */
const NUMBER = "4111111111111111";

interface Look {
  readonly cardTesting?: object;
  readonly scope?: string;
  readonly isSandbox?: boolean;
  readonly isBehindUnknownProxy?: boolean;
  readonly captcha?: string | null;
  readonly earlier?: number;
}

async function guarded({ cardTesting = {}, scope, isSandbox = false, earlier = 0, ...more }: Look) {
  const lines: string[] = [];
  const turns: unknown[] = [];
  const reached = { scope, max: 5, windowMs: 3_600_000, option: `cardTesting.limits.${String(scope)}`, isSandbox };
  const ledger = ledgerWith(
    { cardTesting },
    {
      attempts: { countOfSession: async () => earlier },
      takeTurn: async (...turn: unknown[]) => {
        turns.push(turn);
        return scope === undefined ? null : reached;
      },
    },
  );
  const log = (level: string) => (line: string) => void lines.push(`${level} ${line}`);
  const logger = { info: log("info"), warn: log("warn"), error: log("error") };
  const container = {
    resolve: (name: string) => (name === "logger" ? logger : ledger),
  } as unknown as MedusaContainer;
  const payment = {
    account: "main",
    session: { id: "payses_1" },
    payableId: "cart_1",
    customer: { ip: "192.0.2.1", isBehindUnknownProxy: more.isBehindUnknownProxy ?? false, customerId: "cus_1" },
    resolved: { cardNumber: NUMBER },
    captcha: more.captcha ?? null,
  } as unknown as GuardedPayment;
  const refusal = await guardAgainstTesting(container, payment).then(
    () => null,
    (error: unknown) => error,
  );
  if (refusal !== null && !(refusal instanceof StoreRequestError)) throw refusal;
  return { refusal, lines, turns };
}

test("a payment within the limits is counted once for each of its subjects and leaves no line", async () => {
  const { refusal, lines, turns } = await guarded({});
  expect([refusal, lines]).toEqual([null, []]);
  expect(turns).toEqual([
    ["main", { session: "payses_1", cart: "cart_1", customer: "cus_1", address: "192.0.2.1", cardNumber: NUMBER }],
  ]);
});

test.each(["session", "cart", "customer", "address", "card"])(
  "the refusal at the limit of one %s names neither the limit nor what reached it",
  async (scope) => {
    const { refusal } = await guarded({ scope });
    expect(refusal).toMatchObject({ code: "too_many_attempts", status: 429, fields: [], hint: null });
    expect(JSON.stringify([refusal, refusal?.message])).not.toMatch(/limit|3600|192\.0|4111/);
  },
);

test("a developer at a test account reads which option to raise", async () => {
  const { refusal } = await guarded({ scope: "cart", isSandbox: true });
  expect(refusal?.hint).toBe(
    "Sandbox account: the card testing limit of 5 payments per cart in 3600 s is reached. Raise cardTesting.limits.cart.",
  );
});

const ADVICE = " advice=all customers share the proxy's address; set the option trustedProxies";

test.each([
  ["address", true, ADVICE],
  ["address", false, ""],
  ["card", true, ""],
])("at the limit of one %s, behind an unknown proxy: %s, the log advises %j", async (scope, isBehind, advice) => {
  const { lines } = await guarded({ scope, isBehindUnknownProxy: isBehind });
  expect(lines).toEqual([
    `warn acquiring.limit_reached scope=${scope} session=payses_1 option=cardTesting.limits.${scope} limit=5 window_ms=3600000${advice}`,
  ]);
});

const accepts = async ({ token }: { token: string | null }) => token === "right";

test.each([
  ["no captcha", null, "required"],
  ["an empty captcha", " ", "required"],
  ["a wrong captcha", "wrong", "refused"],
])("a payment with %s is refused before it is counted", async (_with, captcha, result) => {
  const { refusal, lines, turns } = await guarded({ cardTesting: { verifyCaptcha: accepts }, captcha });
  expect(refusal).toMatchObject({ code: "captcha_required", status: 409, hint: null });
  expect([lines, turns]).toEqual([[`info acquiring.captcha_${result} session=payses_1`], []]);
});

test("a right captcha does not lift the limits", async () => {
  const { refusal } = await guarded({ cardTesting: { verifyCaptcha: accepts }, captcha: "right", scope: "card" });
  expect(refusal?.code).toBe("too_many_attempts");
});

test("a captcha service that fails refuses the payment, and its error is not logged", async () => {
  const verifyCaptcha = () => Promise.reject(new Error("secret=abc"));
  const { refusal, lines } = await guarded({ cardTesting: { verifyCaptcha }, captcha: "right" });
  expect(refusal?.code).toBe("captcha_required");
  expect(lines).toEqual([
    "error acquiring.captcha_check_threw session=payses_1",
    "info acquiring.captcha_refused session=payses_1",
  ]);
});

test.each([
  [1, null],
  [2, "captcha_required"],
])("with %i earlier payments and a captcha from the third on, the refusal is %j", async (earlier, code) => {
  const { refusal } = await guarded({ cardTesting: { verifyCaptcha: accepts, captchaFrom: 3 }, earlier });
  expect(refusal?.code ?? null).toBe(code);
});
