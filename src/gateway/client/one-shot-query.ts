import { randomUUID } from "node:crypto";
import type { PaymentFact } from "../model/facts";
import type { QueryAnswer } from "../model/client-api";
import type { OrderNo } from "../model/ids";
import type { GatewayAccount } from "../model/account";
import { createQueries } from "./queries";
import { createTransport } from "../transport/transport";

/** One query with its own connections, for commands that do not open a store. It writes nothing. */
export async function oneShotQuery(account: GatewayAccount, orderNo: OrderNo): Promise<QueryAnswer<PaymentFact>> {
  const transport = createTransport(account.baseUrl, account.profile.timeouts);
  try {
    return await createQueries({ account, transport, newRequestId: randomUUID }).payments([orderNo]);
  } finally {
    await transport.close();
  }
}
