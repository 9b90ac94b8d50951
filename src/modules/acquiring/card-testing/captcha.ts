import type { CardTestingOptions } from "../../../options/card-testing-options";

/** The shop's own captcha check. Fails closed: an error, a timeout or any result but true refuses the payment. */
export interface CaptchaAttempt {
  readonly token: string | null;
  readonly ip: string | null;
  readonly sessionId: string;
  /** Payments of this session that were sent before. */
  readonly earlierPayments: number;
}

export type CaptchaResult = "passed" | "required" | "refused";

/** Why the shop's function gave no result. Never its error, which may contain secrets. */
export type CaptchaFailure = "threw" | "timed_out";

/** Our choice; a slower captcha service counts as down. */
const TIME_LIMIT_MS = 5_000;

export async function checkCaptcha(
  { verifyCaptcha, captchaFrom }: Pick<CardTestingOptions, "verifyCaptcha" | "captchaFrom">,
  { token, ip, sessionId, earlierPayments }: CaptchaAttempt,
  onFailure?: (failure: CaptchaFailure) => void,
): Promise<CaptchaResult> {
  if (!verifyCaptcha || earlierPayments + 1 < captchaFrom) return "passed";
  if (token === null || token.trim() === "") return "required";
  const answer = await withinTime(async () => verifyCaptcha({ token, ip, sessionId }));
  if (typeof answer === "boolean") return answer ? "passed" : "refused";
  onFailure?.(answer);
  return "refused";
}

/** Whether `work` resolved to true, or how it failed. Never rejects, not even later. */
function withinTime(work: () => Promise<unknown>): Promise<boolean | CaptchaFailure> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve("timed_out"), TIME_LIMIT_MS);
    work()
      // Owners write JavaScript too, and `{ success: false }` is truthy.
      .then(
        (answer) => resolve(answer === true),
        () => resolve("threw"),
      )
      .finally(() => clearTimeout(timer));
  });
}
