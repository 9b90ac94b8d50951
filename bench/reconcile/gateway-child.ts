import { createServer } from "node:http";
import type { IncomingMessage } from "node:http";
import { BENCH_KEY } from "../harness/store";
import { answerParent } from "../harness/serve";
import { decimal } from "../../src/simulator/payments/amount";
import { signFields } from "../../src/simulator/notifications/signature";
import { minorOf, orderNoOf, REFUNDED, refundOf, standingOf, transactionOf } from "./fill";

/**
 * A gateway process that only answers queries about the payments of `fill.ts`, each after LATENCY_MS. It stores
 * nothing, so that a million payments cost nothing, and counts its requests.
 */
const LATENCY_MS = 5;
const ACCOUNT = { merchant_id: "100001", account_id: "100001001" };
const DATE = "20260101120000";

let requests = 0;
let open = 0;
let mostOpen = 0;

/** The payment's number; null for an unknown one. */
function indexOf(orderNo: string): number | null {
  return /^acq_\d{26}$/.test(orderNo) ? Number.parseInt(orderNo.slice(4), 10) : null;
}

const STATUS: Record<ReturnType<typeof standingOf>, string> = {
  captured: "3000",
  refunded: "4100",
  authorised: "2000",
  voided: "1000",
  declined: "1000",
};

function paymentRow(index: number): object {
  const standing = standingOf(index);
  const isDeclined = standing === "declined";
  return {
    amount: decimal(BigInt(minorOf(index))),
    currency: "EUR",
    order_no: orderNoOf(index),
    transaction_id: transactionOf(index),
    reference_no: transactionOf(index),
    transaction_date: DATE,
    payment_status: STATUS[standing],
    query_result: isDeclined || standing === "voided" ? "0" : "1",
    result_info: isDeclined ? "R0001:Declined" : "0000:Success",
    is3ds: "0",
    antifraud_provider: "sandbox",
    fraud_check_result: [{ check_items: "velocity", status: "ACCEPT" }],
  };
}

function refundRow(index: number): object {
  return {
    transaction_id: transactionOf(index),
    order_no: orderNoOf(index),
    amount: decimal(BigInt(minorOf(index))),
    currency: "EUR",
    payment_status: "4100",
    refund_status: "1",
    refund_amount: decimal(BigInt(REFUNDED)),
    refund_reason: refundOf(index),
    refund_reference: `7${String(index)}`,
    refund_reference_id: `7${String(index)}`,
    refund_date: DATE,
    refund_processing_date: DATE,
  };
}

function answerTo(path: string, body: string): string {
  const isRefunds = path.endsWith("/retrievalRefund");
  const fields = new URLSearchParams(body);
  const asked = (fields.get(isRefunds ? "refund_orders" : "orders") ?? "").split(",");
  const known = asked.flatMap((orderNo) => indexOf(orderNo.trim()) ?? []);
  const rows = isRefunds
    ? known.filter((index) => standingOf(index) === "refunded").map(refundRow)
    : known.map(paymentRow);
  return JSON.stringify({
    ...ACCOUNT,
    return_status: "1",
    return_message: "OK",
    ...(isRefunds && { encryption_data: signFields("account", ACCOUNT, BENCH_KEY) }),
    [isRefunds ? "refund_orders" : "orders_list"]: rows,
  });
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const server = createServer((request, response) => {
  const due = performance.now() + LATENCY_MS;
  requests += 1;
  open += 1;
  mostOpen = Math.max(mostOpen, open);
  void textOf(request).then((body) => {
    const answer = answerTo(request.url ?? "", body);
    setTimeout(
      () => {
        open -= 1;
        response.writeHead(200, { "content-type": "application/json" }).end(answer);
      },
      Math.max(0, due - performance.now()),
    );
  });
});

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  answerParent({ port }, { counted: () => ({ requests, mostOpen, latencyMs: LATENCY_MS }) });
});
