import { CardTestingOptions } from "../../../../options/card-testing-options";
import { checkCaptcha } from "../captcha";

/** The captcha hook fails closed. */
const attempt = { token: "token", ip: "192.0.2.7", sessionId: "payses_1", earlierPayments: 0 };
const options = (input: object): CardTestingOptions => CardTestingOptions.parse(input);

test("without a captcha check every payment passes", async () => {
  expect(await checkCaptcha(options({}), { ...attempt, token: null })).toBe("passed");
});

test.each([
  [1, 0, "required"],
  [3, 0, "passed"],
  [3, 1, "passed"],
  [3, 2, "required"],
  [3, 9, "required"],
] as const)(
  "with captchaFrom %i and %i earlier payments a payment without token is %s",
  async (from, earlier, result) => {
    const asked = options({ captchaFrom: from, verifyCaptcha: () => Promise.resolve(true) });
    expect(await checkCaptcha(asked, { ...attempt, token: null, earlierPayments: earlier })).toBe(result);
    expect(await checkCaptcha(asked, { ...attempt, token: "  ", earlierPayments: earlier })).toBe(result);
  },
);

test("the owner's function gets token, address and session, and its result decides", async () => {
  const asked: unknown[] = [];
  const verifyCaptcha = (captcha: { token: string | null }): Promise<boolean> => {
    asked.push(captcha);
    return Promise.resolve(captcha.token === "good");
  };
  expect(await checkCaptcha(options({ verifyCaptcha }), { ...attempt, token: "good" })).toBe("passed");
  expect(await checkCaptcha(options({ verifyCaptcha }), { ...attempt, token: "bad" })).toBe("refused");
  expect(asked[0]).toEqual({ token: "good", ip: "192.0.2.7", sessionId: "payses_1" });
});

test.each([
  ["answers an object that says no", () => Promise.resolve({ success: false }), []],
  ["answers nothing", () => Promise.resolve(), []],
  ["rejects", () => Promise.reject(new Error("down")), ["threw"]],
  [
    "throws at once",
    () => {
      throw new Error("down");
    },
    ["threw"],
  ],
])("a captcha check that %s refuses the payment", async (_name, verifyCaptcha, expected) => {
  const failures: string[] = [];
  const result = await checkCaptcha(options({ verifyCaptcha }), attempt, (failure) => failures.push(failure));
  expect(result).toBe("refused");
  expect(failures).toEqual(expected);
});

describe("with a controlled clock", () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  test("a captcha check that takes longer than 5 s refuses the payment, whatever it returns later", async () => {
    let answer: (value: boolean) => void = () => undefined;
    const verifyCaptcha = (): Promise<boolean> => new Promise((resolve) => (answer = resolve));
    const failures: string[] = [];
    const result = checkCaptcha(options({ verifyCaptcha }), attempt, (failure) => failures.push(failure));
    await jest.advanceTimersByTimeAsync(4_999);
    expect(failures).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    answer(true);
    expect(await result).toBe("refused");
    expect(failures).toEqual(["timed_out"]);
  });

  test("a result in time leaves no timer", async () => {
    const asked = options({ verifyCaptcha: () => Promise.resolve(true) });
    expect(await checkCaptcha(asked, attempt)).toBe("passed");
    expect(jest.getTimerCount()).toBe(0);
  });
});
