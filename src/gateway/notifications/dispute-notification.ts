/* Dispute field names are options (docs/configuration.md#the-profile), and unsigned: the fields change nothing. */

import type { DisputeFact } from "../model/facts";
import type { OrderNo } from "../model/ids";
import { rawOf, readGatewayId, readMoney, splitInfo } from "../reading/normalize";
import type { GatewayAccount } from "../model/account";
import { safeText } from "../redaction/redact";

interface DisputeFields {
  readonly orderNo: OrderNo;
  readonly signed: Readonly<Record<string, string>>;
  readonly dispute: Readonly<Record<"status" | "amount" | "reason" | "reference", string | undefined>>;
}

/** Throws `MoneyError` for an amount that is not plain decimal; the currency is the order's. */
export function disputeFact({ profile }: GatewayAccount, { orderNo, signed, dispute }: DisputeFields): DisputeFact {
  const { status = "", amount, reason, reference } = dispute;
  const { disputes } = profile.notify;
  return {
    kind: "dispute",
    orderNo,
    gatewayPaymentId: readGatewayId(signed.transaction_id),
    reading: Object.hasOwn(disputes, status) ? (disputes[status] ?? "unmapped") : "unmapped",
    money: readMoney(amount, signed.currency),
    reason: reason ? safeText(reason, 200) : null,
    reference: reference ? safeText(reference, 100) : null,
    ...splitInfo(signed.result_info),
    raw: rawOf({ dispute_status: status }),
  };
}
