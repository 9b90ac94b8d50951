/* The interface's "Optimise payment methods" (format: our default). It only orders a list, so nothing throws. */

import { z } from "@medusajs/framework/zod";
import { writeForm } from "../codec/form";
import { readJson } from "../codec/json";
import type { Money } from "../model/money";
import { toWireAmount } from "../operations/wire-money";
import type { GatewayAccount } from "../model/account";
import { sign } from "../signing/signing";
import type { Transport } from "../transport/transport";

const MOST_METHODS = 200;
const Name = z.string().min(1).max(50);

export interface OptimiseRequest {
  readonly money: Money;
  readonly email: string;
  readonly requestId: string;
}

export async function optimiseMethods(
  account: GatewayAccount,
  transport: Transport,
  ask: OptimiseRequest,
): Promise<readonly string[] | null> {
  const { enabled, path, timeoutMs } = account.profile.optimise;
  if (!enabled) return null;
  try {
    const body = writeForm(rankForm(account, ask));
    const contentType = "application/x-www-form-urlencoded";
    const result = await transport.post({ path, contentType, body, timeoutMs });
    return result.kind === "answered" && result.status === 200 ? readRanking(account, result.body) : null;
  } catch {
    // On any error the static order is used.
    return null;
  }
}

function rankForm(account: GatewayAccount, { money, email, requestId }: OptimiseRequest): Record<string, string> {
  const { merchantId, accountId, signingKeys, profile } = account;
  const values = {
    merchant_id: merchantId,
    account_id: accountId,
    request_id: requestId,
    currency: money.currency,
    amount: toWireAmount(money, profile.money),
    shopper_email: email,
  };
  return { ...values, encryption_data: sign(profile.signing, "optimise", values, signingKeys[0] ?? "") };
}

function readRanking({ profile }: GatewayAccount, body: Buffer): readonly string[] {
  const { listField, nameField } = profile.optimise;
  const Entry = z.union([Name, z.object({ [nameField]: Name }).transform((entry) => entry[nameField])]);
  const names = z.array(Entry).max(MOST_METHODS).parse(readJson(body)[listField]);
  return [...new Set(names)].filter((name) => name !== undefined);
}
