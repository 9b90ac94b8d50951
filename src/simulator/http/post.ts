import { urlOf } from "../context";
import type { NotificationMessage } from "../notifications/notification-message";

/** Sends one notification and returns the store's answer. Refuses anything but loopback addresses. */
export interface StoreResponse {
  /** HTTP status of the store; 0: no answer. */
  readonly status: number;
  readonly body: string;
}

const ANSWER_WITHIN_MS = 10_000;

export async function post(
  url: string,
  { contentType, body }: NotificationMessage,
  signal: AbortSignal,
): Promise<StoreResponse> {
  if (!isLoopback(url)) return { status: 0, body: "not a loopback address" };
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": contentType },
      body,
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
    });
    return { status: response.status, body: (await response.text()).slice(0, 200) };
  } catch {
    return { status: 0, body: "no answer" };
  }
}

function isLoopback(url: string): boolean {
  const { hostname = "", protocol = "" } = urlOf(url) ?? {};
  return /^https?:$/.test(protocol) && ["127.0.0.1", "localhost", "[::1]"].includes(hostname);
}
