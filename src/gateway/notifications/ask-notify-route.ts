/*
 * Asks as the gateway would, for an account that does not exist: nothing is stored or counted. Its form shows whether a middleware of
 * the store reads bodies before the route. Never throws.
 */

export type Answered =
  | { readonly kind: "answered"; readonly status: number; readonly body: string }
  | { readonly kind: "unreachable"; readonly error: unknown };

export interface NotifyReading {
  readonly address: string;
  readonly answer: Answered;
}

const ABSENT_ACCOUNT = "no_such_account_asked_by_the_doctor";
/** The plugin's response for an account that is not configured. */
const UNKNOWN_ACCOUNT = "unknown account";
const TIMEOUT_MS = 10_000;
const MOST_CHARACTERS = 200;

export async function askNotifyRoute(notifyBaseUrl: string): Promise<NotifyReading> {
  const address = `${notifyBaseUrl}/acquiring/notify/`;
  try {
    const response = await fetch(`${address}${ABSENT_ACCOUNT}`, {
      method: "POST",
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
      body: new URLSearchParams({ check: "1" }),
    });
    const body = (await response.text()).slice(0, MOST_CHARACTERS);
    return { address, answer: { kind: "answered", status: response.status, body } };
  } catch (error) {
    return { address, answer: { kind: "unreachable", error } };
  }
}

/** Our route answered, but without the body. */
export const isBodyRead = (answer: Answered): boolean =>
  answer.kind === "answered" && answer.status === 503 && answer.body.trim() === BODY_WAS_READ;

export const BODY_WAS_READ = "a middleware of the store has read the body";
/** What to do about it. */
export const LEAVE_BODIES =
  "Let no middleware of the store parse the bodies of POST /acquiring/notify/*: signatures need their exact bytes.";

export const isOurAnswer = (answer: Answered): boolean =>
  answer.kind === "answered" && answer.status === 404 && answer.body.trim() === UNKNOWN_ACCOUNT;
