import { askOnce } from "../../gateway/ask-once";
import { createOrderNo } from "../../gateway/ids";
import type { GatewayAccount } from "../../gateway/options";
import { errorWords } from "../error-words";
import type { Answered, GatewayReading, NotifyReading } from "./judge-network";

/** Asks the network what the doctor wants to know. It changes nothing, here or at the gateway. */
const TIMEOUT_MS = 10_000;
const MOST_CHARACTERS = 200;

export async function readNotify(notifyBaseUrl: string): Promise<NotifyReading> {
  const address = `${notifyBaseUrl}/acquiring/notify/`;
  // A name that no account has: the route is reached, and no notification is stored, counted or shown as failed.
  const url = `${address}no_such_account_asked_by_the_doctor`;
  const answer = await reached(async (): Promise<Answered> => {
    const response = await ask(url, "POST");
    return { kind: "answered", status: response.status, body: (await response.text()).slice(0, MOST_CHARACTERS) };
  });
  return { address, answer };
}

export async function readGateway(account: GatewayAccount, now: () => Date): Promise<GatewayReading> {
  const seen = await reached(async () => {
    const response = await ask(account.baseUrl, "HEAD");
    return { kind: "answered" as const, date: response.headers.get("date") };
  });
  const at = now();
  const base = { account: account.key, baseUrl: account.baseUrl, reached: seen, at };
  if (seen.kind === "unreachable") return { ...base, query: null };
  const answer = await askOnce(account, createOrderNo(`acq_doctor_${String(at.getTime())}`));
  const query = answer.kind === "answered" ? { kind: answer.kind } : { kind: answer.kind, ...answer.reason };
  return { ...base, query };
}

const ask = (url: string, method: "POST" | "HEAD"): Promise<Response> =>
  fetch(url, {
    method,
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(method === "POST" && { headers: { "content-type": "text/plain" }, body: "" }),
  });

async function reached<T>(work: () => Promise<T>): Promise<T | Extract<Answered, { kind: "unreachable" }>> {
  try {
    return await work();
  } catch (error) {
    return { kind: "unreachable", reason: errorWords(error) };
  }
}
