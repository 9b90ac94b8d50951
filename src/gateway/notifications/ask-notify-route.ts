/*
 * Checks, as the gateway would, whether this plugin answers at the notification address. The account does not exist:
 * the route is reached, and no notification is stored, counted or shown as failed. It never throws.
 */

export type Answered =
  | { readonly kind: "answered"; readonly status: number; readonly body: string }
  | { readonly kind: "unreachable"; readonly error: unknown };

export interface NotifyReading {
  /** The notification address, without the account. */
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
      headers: { "content-type": "text/plain" },
      body: "",
    });
    const body = (await response.text()).slice(0, MOST_CHARACTERS);
    return { address, answer: { kind: "answered", status: response.status, body } };
  } catch (error) {
    return { address, answer: { kind: "unreachable", error } };
  }
}

/** Did this plugin respond, and not a proxy or a shop? */
export const isOurAnswer = (answer: Answered): boolean =>
  answer.kind === "answered" && answer.status === 404 && answer.body.trim() === UNKNOWN_ACCOUNT;
