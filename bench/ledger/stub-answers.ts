/** The stub's answers: it accepts all operations and reports one status, "captured" by default, for all queries. */
export interface StubAnswer {
  readonly text: string;
  /** The orders whose money the request moved. */
  readonly orders: readonly string[];
}

type Texts = Readonly<Record<string, string>>;

export function stubAnswer(url: string, body: string, paymentStatus = "3000"): StubAnswer {
  const name = url.slice(url.lastIndexOf("/") + 1);
  if (url.startsWith("/v1/payment_intents/")) return { text: intent(url), orders: [] };
  if (name === "retrievalTrans") return { text: payments(body, paymentStatus), orders: [] };
  return moves(name, body);
}

function moves(name: string, body: string): StubAnswer {
  const request: Record<string, unknown> = JSON.parse(body);
  const items = request[`${name}_orders`];
  const rows: Texts[] = Array.isArray(items) ? items : [];
  const { merchant_id, account_id } = request;
  const said = rows.map((row) => ({ ...row, [`${name}_status`]: "1", error_message: "" }));
  const answer = { merchant_id, account_id, return_status: "1", return_message: "OK", [`${name}_orders`]: said };
  return { text: JSON.stringify(answer), orders: rows.map((row) => row.order_no ?? "") };
}

/** All payments are alike (see `ledger-stage.ts`), so the order number determines everything. */
export const gatewayIdOf = (orderNo: string): string => `1${orderNo.slice(-19)}`;
export const WIRE_AMOUNT = "40.00";

function payments(body: string, paymentStatus: string): string {
  const form = new URLSearchParams(body);
  const asked = [...form].find(([name]) => name.startsWith("order"))?.[1] ?? "";
  const rows = asked
    .split(",")
    .filter((orderNo) => orderNo !== "")
    .map((orderNo) => ({
      order_no: orderNo,
      transaction_id: gatewayIdOf(orderNo),
      amount: WIRE_AMOUNT,
      currency: "EUR",
      order_status: "1",
      payment_status: paymentStatus,
      result_info: "0000:Success",
    }));
  return JSON.stringify({
    merchant_id: form.get("merchant_id"),
    account_id: form.get("account_id"),
    return_status: "1",
    return_message: "OK",
    orders_list: rows,
  });
}

/** The peer's amounts are minor units in its own format. */
const INTENT =
  '"object":"payment_intent","amount":4000,"amount_received":4000,"capture_method":"manual","currency":"eur","status":"succeeded","metadata":{}';

const intent = (url: string): string => `{"id":"${url.split("/")[3] ?? ""}",${INTENT}}`;
