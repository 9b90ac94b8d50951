import type { CardTestingOptions } from "../../gateway/card-testing-options";

/** Asks the owner's captcha check. It fails closed: an error or no answer in time refuses. */
export interface CaptchaQuestion {
  readonly token: string | null;
  readonly ip: string | null;
  readonly sessionId: string;
  /** How many payments the session has begun before. */
  readonly earlierPayments: number;
}

/** `required`: the shop sent no captcha and must. */
export type CaptchaVerdict = "passed" | "required" | "refused";

/** The owner's function gets this long, in ms. Our choice. */
const PATIENCE_MS = 5_000;

export async function checkCaptcha(
  { verifyCaptcha, captchaFrom }: Pick<CardTestingOptions, "verifyCaptcha" | "captchaFrom">,
  { token, ip, sessionId, earlierPayments }: CaptchaQuestion,
): Promise<CaptchaVerdict> {
  if (!verifyCaptcha || earlierPayments + 1 < captchaFrom) return "passed";
  if (token === null || token === "") return "required";
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), PATIENCE_MS);
  });
  try {
    return (await Promise.race([verifyCaptcha({ token, ip, sessionId }), late])) ? "passed" : "refused";
  } catch {
    return "refused";
  } finally {
    clearTimeout(timer);
  }
}
