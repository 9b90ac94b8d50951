import type { StoreConfig } from "./store/store-config";
import { withLedger } from "./store/store-database";

export interface LoadedNotification {
  readonly id: string;
  readonly account: string;
  readonly contentType: string | null;
  readonly body: Buffer;
  readonly orderNo: string | null;
}

interface Row {
  readonly account: string;
  readonly source: string;
  readonly content_type: string | null;
  readonly body: string | null;
  readonly order_no: string | null;
}

export async function readStored(
  config: StoreConfig,
  id: string,
): Promise<LoadedNotification | { readonly problem: string }> {
  const row = await withLedger(config, (pg) =>
    pg<Row>("acquiring_inbox_event").where({ id }).first("account", "source", "content_type", "body", "order_no"),
  );
  if (!row) return { problem: `The inbox has no row ${id.slice(0, 60)}.` };
  if (row.source !== "notify" || row.body === null) {
    return { problem: "That row is not a notification: it is the response to a request of the store." };
  }
  const body = Buffer.from(row.body, "base64");
  return { id, account: row.account, contentType: row.content_type, body, orderNo: row.order_no };
}
