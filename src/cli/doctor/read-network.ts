import { gatewayDate, oneShotQuery } from "../../gateway/client/one-shot-query";
import { createOrderNo } from "../../gateway/model/ids";
import type { GatewayAccount } from "../../gateway/model/account";
import { errorText } from "../error-text";
import type { GatewayReading, Unreachable } from "./judge-network";

/** `orderNo`: of an existing payment, so that a row is read; null: there is none, and an invented one is queried. */
export async function readGateway(
  account: GatewayAccount,
  orderNo: string | null,
  now: () => Date,
): Promise<GatewayReading> {
  const seen = await reached(async () => ({ kind: "answered" as const, date: await gatewayDate(account) }));
  const at = now();
  const base = { account: account.key, baseUrl: account.baseUrl, reached: seen, at };
  if (seen.kind === "unreachable") return { ...base, query: null };
  const answer = await oneShotQuery(account, createOrderNo(orderNo ?? `acq_doctor_${String(at.getTime())}`));
  const query =
    answer.kind === "answered"
      ? { kind: answer.kind, orderNo, reading: answer.facts[0]?.reading ?? null }
      : { kind: answer.kind, ...answer.reason };
  return { ...base, query };
}

async function reached<T>(work: () => Promise<T>): Promise<T | Unreachable> {
  try {
    return await work();
  } catch (error) {
    return { kind: "unreachable", reason: errorText(error) };
  }
}
