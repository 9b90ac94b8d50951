import { randomUUID } from "node:crypto";
import type { PaymentFact } from "../model/facts";
import type { QueryAnswer } from "../model/client-api";
import type { OrderNo } from "../model/ids";
import type { GatewayAccount } from "../model/account";
import { createQueries } from "./queries";
import { createTransport, openPool } from "../transport/transport";

/** One query with its own connections, for commands that do not open a store. It writes nothing. */
export async function oneShotQuery(account: GatewayAccount, orderNo: OrderNo): Promise<QueryAnswer<PaymentFact>> {
  const transport = createTransport(account.baseUrl, account.profile.timeouts);
  try {
    return await createQueries({ account, transport, newRequestId: randomUUID }).payments([orderNo]);
  } finally {
    await transport.close();
  }
}

const TIMEOUT_MS = 10_000;

/** The gateway's `Date` header, over a connection like those of payments: directly, without a proxy. */
export async function gatewayDate({ baseUrl, profile }: GatewayAccount): Promise<string | null> {
  const { origin, pathname } = new URL(baseUrl);
  const pool = openPool(origin, profile.timeouts.connectMs);
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const { headers } = await pool.request({ method: "HEAD", path: pathname, signal });
    return typeof headers.date === "string" ? headers.date : null;
  } finally {
    await pool.destroy();
  }
}
