/* Dispute field names are options (docs/configuration.md#the-profile), and unsigned: the fields change nothing. */

import { z } from "@medusajs/framework/zod";
import type { DisputeFact } from "../model/facts";
import type { OrderNo } from "../model/ids";
import { listedWord, rawOf, readGatewayId, readMoney, splitInfo } from "../reading/normalize";
import type { GatewayAccount } from "../model/account";
import { safeText } from "../redaction/redact";

interface DisputeFields {
  readonly orderNo: OrderNo;
  readonly signed: Readonly<Record<string, string>>;
  readonly dispute: Readonly<Record<"status" | "amount" | "reason" | "reference" | "dueDate", string | undefined>>;
}

/** Throws `MoneyError` for an amount that is not plain decimal; the currency is the message's. */
export function disputeFact({ profile }: GatewayAccount, { orderNo, signed, dispute }: DisputeFields): DisputeFact {
  const { status = "", amount, reason, reference, dueDate } = dispute;
  return {
    kind: "dispute",
    orderNo,
    gatewayPaymentId: readGatewayId(signed.transaction_id),
    reading: listedWord(profile.notify.disputes, status) ?? "unmapped",
    money: readMoney(amount, signed.currency),
    reason: reason ? safeText(reason, 200) : null,
    reference: reference ? safeText(reference, 100) : null,
    dueAt: dueDate === undefined ? null : dueAtOf(dueDate.trim()),
    ...splitInfo(signed.result_info),
    raw: rawOf({ dispute_status: status }),
  };
}

const isDay = (text: string): boolean => z.iso.date().safeParse(text).success;
const isMoment = (text: string): boolean => z.iso.datetime({ offset: true }).safeParse(text).success;

/** A day ends with its last second, UTC: no field names a time zone. Other spellings are not guessed at. */
function dueAtOf(text: string): string | null {
  if (isDay(text)) return `${text}T23:59:59.000Z`;
  return isMoment(text) ? new Date(text).toISOString() : null;
}
