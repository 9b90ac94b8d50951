import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * A gateway with scripted batch answers: a function gets the truthful rows and returns those to send. Null: the
 * connection ends without an answer.
 */
export type Row = Readonly<Record<string, string>>;
export type Script = (rows: readonly Row[]) => readonly Row[] | null;

export interface BatchGateway {
  readonly url: string;
  /** Sizes of the batches received since the last script. */
  readonly received: number[];
  answer(script: Script): void;
  close(): Promise<void>;
}

export async function batchGateway(): Promise<BatchGateway> {
  const received: number[] = [];
  let script: Script = (rows) => rows;
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on("data", (chunk: Buffer) => chunks.push(chunk));
    req.on("end", () => {
      const name = (req.url ?? "").replace("/v1/", "");
      const body: Record<string, unknown> = JSON.parse(Buffer.concat(chunks).toString());
      const items = body[`${name}_orders`];
      const rows: Row[] = Array.isArray(items) ? items.map((item: Row) => truth(name, item)) : [];
      received.push(rows.length);
      const answer = script(rows);
      if (!answer) return void req.socket.destroy();
      const { merchant_id, account_id } = body;
      res.writeHead(200, { "content-type": "application/json" });
      res.end(
        JSON.stringify({
          merchant_id,
          account_id,
          return_status: "1",
          return_message: "OK",
          [`${name}_orders`]: answer,
        }),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}`,
    received,
    answer: (next) => {
      script = next;
      received.length = 0;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const truth = (name: string, item: Row): Row => ({
  ...item,
  [`${name}_status`]: "1",
  error_message: "",
  ...(name === "refund" ? { refund_reference: `r_${item.order_no ?? ""}` } : {}),
});
