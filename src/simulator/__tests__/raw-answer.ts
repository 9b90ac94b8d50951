import { request } from "node:http";
import type { Merchant, Row } from "./harness";
import { ACCOUNT, KEY, MERCHANT, payment } from "./harness";
import { signBatch, signFields } from "../notifications/signature";

/** The bytes received from the network, however the connection ended. For tests only. */
export interface Raw {
  /** Null: not even a status line. */
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
  /** Whether the answer was complete, with the promised length. */
  readonly isWhole: boolean;
}

const account = { merchant_id: MERCHANT, account_id: ACCOUNT };

/** `enough` stops waiting for answers that never end. */
export function ask(url: string, body: object, enough: (bytes: number) => boolean = () => false): Promise<Raw> {
  return new Promise((resolve) => {
    const sent = request(url, { method: "POST", headers: { connection: "close" } }, (answer) => {
      const chunks: Buffer[] = [];
      const end = (isWhole: boolean): void => {
        resolve({ status: answer.statusCode ?? null, headers: answer.headers, bytes: Buffer.concat(chunks), isWhole });
        sent.destroy();
      };
      answer.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        if (enough(Buffer.concat(chunks).byteLength)) end(false);
      });
      answer.on("end", () => end(answer.complete));
      answer.on("error", () => end(false));
    });
    sent.on("error", () => resolve({ status: null, headers: {}, bytes: Buffer.alloc(0), isWhole: false }));
    sent.end(JSON.stringify(body));
  });
}

export const askAuthorise = (
  { url }: Merchant,
  enough?: (bytes: number) => boolean,
  fields: Row = {},
): Promise<Raw> => {
  const body = { ...payment, ...fields };
  return ask(`${url}/v1/authorise`, { ...body, encryption_data: signFields("authorise", body, KEY) }, enough);
};

export const askCapture = ({ url }: Merchant, items: readonly Row[]): Promise<Raw> => {
  const ids = items.map(({ transaction_id: id }) => id);
  const signed = { ...account, encryption_data: signBatch(account, ids, KEY) };
  return ask(`${url}/v1/capture`, { ...signed, capture_orders: items });
};
