import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { SimulatorOptions } from "..";
import { startSimulator } from "..";
import { readBody } from "../http/read-body";
import { signBatch, signFields } from "../notifications/signature";

/**
 * A simulator on a free port, a merchant that signs requests, and a store that receives notifications. For tests only.
 */
export const KEY = "simulator-key-0123456789";
export const MERCHANT = "100001";
export const ACCOUNT = "100001001";
const account = { merchant_id: MERCHANT, account_id: ACCOUNT };

export type Row = Record<string, string>;

export interface Shown {
  readonly transaction_id: string;
  readonly order_no: string;
  readonly state: string;
  readonly amount: string;
  readonly authorised: string;
  readonly captured: string;
  readonly refunded: string;
  readonly voided: boolean;
  readonly card_mask: string;
  readonly result_info: string;
  readonly risk_action: string;
  readonly captures: { amount: string }[];
  readonly refunds: { amount: string; reference: string; processedAt: string | null; failed: boolean }[];
  readonly notifications: { at: string; kind: string; status: number }[];
  readonly mode: string;
  readonly ordered: string;
  readonly token_id: string;
  readonly threeds_result: string;
  readonly voucher: string | null;
  readonly page_url: string | null;
}

export interface State {
  readonly effects: Record<string, number>;
  readonly effects_by_order: Record<string, Record<string, number>>;
  readonly open_orders: { order_no: string; page_url: string }[];
  readonly transactions: Shown[];
}

export interface Envelope {
  readonly return_status: string;
  readonly return_message: string;
  readonly encryption_data?: string;
  readonly rows: Row[];
}

const closers: (() => Promise<void>)[] = [];

/** Stops everything that a test has started. */
export async function closeAll(): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close();
}

export async function start(options: Partial<SimulatorOptions> = {}): Promise<Merchant> {
  const simulator = await startSimulator({
    merchantId: MERCHANT,
    accountId: ACCOUNT,
    signingKeys: [KEY],
    notifyRetry: { firstMs: 5, longestMs: 20 },
    ...options,
  });
  closers.push(() => simulator.close());
  return new Merchant(simulator.url, () => simulator.close());
}

/** A JSON body with the type that the caller expects; the tests' assertions check it. */
export const jsonOf = async <T>(answer: Response): Promise<T> => JSON.parse(await answer.text());

export class Merchant {
  constructor(
    readonly url: string,
    readonly stop: () => Promise<void>,
  ) {}

  /** POSTs an authorise; `fields` override those of an approved payment of 100.00. Signed by default. */
  async authorise(fields: Readonly<Record<string, string>> = {}, contentType = "application/json"): Promise<Response> {
    return this.send({ ...payment, ...fields }, contentType);
  }

  /** POSTs an authorise with these fields alone. */
  async send(body: Readonly<Record<string, unknown>>, contentType = "application/json"): Promise<Response> {
    const signed = { ...body, encryption_data: body.encryption_data ?? signFields("authorise", body, KEY) };
    return this.post("authorise", JSON.stringify(signed), contentType);
  }

  /** Texts of the answer's elements by name. `more`: fields that are not texts. */
  async pay(fields: Readonly<Record<string, string>> = {}, more: object = {}): Promise<Row> {
    return this.result({ ...payment, ...fields, ...more });
  }

  /** The same for a request with these fields alone. */
  async result(body: Readonly<Record<string, unknown>>): Promise<Row> {
    const answer = await this.send(body);
    expect(answer.status).toBe(200);
    return elements(await answer.text());
  }

  async batch(name: "capture" | "cancel" | "refund" | "review", items: readonly Row[], key = KEY): Promise<Envelope> {
    const ids = items.map(({ transaction_id: id }) => id);
    const body = { ...account, encryption_data: signBatch(account, ids, key), [`${name}_orders`]: items };
    const answer = await this.post(name, JSON.stringify(body));
    expect(answer.status).toBe(200);
    return envelope(await jsonOf(answer), `${name}_orders`);
  }

  async query(name: "retrievalTrans" | "retrievalRefund", selectors: Row, key = KEY): Promise<Envelope> {
    const form = { ...account, ...selectors, encryption_data: signFields("account", account, key) };
    const answer = await this.post(name, new URLSearchParams(form).toString(), "application/x-www-form-urlencoded");
    expect(answer.status).toBe(200);
    return envelope(await jsonOf(answer), name === "retrievalTrans" ? "orders_list" : "refund_orders");
  }

  post(operation: string, body: string, contentType = "application/json"): Promise<Response> {
    const url = `${this.url}/v1/${operation}`;
    return fetch(url, { method: "POST", headers: { "content-type": contentType, connection: "close" }, body });
  }

  async control<T = unknown>(call: string, body: object = {}): Promise<T> {
    const answer = await fetch(`${this.url}/_control/${call}`, { method: "POST", body: JSON.stringify(body) });
    expect(answer.status).toBe(200);
    return jsonOf(answer);
  }

  async read<T>(place: string): Promise<T> {
    return jsonOf(await fetch(`${this.url}/_control/${place}`));
  }

  state(): Promise<State> {
    return this.read("state");
  }

  async transaction(orderNo = payment.order_no): Promise<Shown> {
    const found = (await this.state()).transactions.find(({ order_no }) => order_no === orderNo);
    if (!found) throw new Error(`no transaction ${orderNo}`);
    return found;
  }

  /** A payment as a batch item. */
  async item(fields: Row = {}, orderNo?: string): Promise<Row> {
    const { transaction_id, order_no, amount } = await this.transaction(orderNo);
    return { transaction_id, order_no, currency: "EUR", amount, ...fields };
  }

  /** Resolves when no notification is waiting or being sent. */
  async idle(): Promise<void> {
    await this.read("idle");
  }
}

export const payment = {
  ...account,
  order_no: "order-1",
  currency: "EUR",
  amount: "100.00",
  first_name: "Ada",
  last_name: "Lovelace",
  shopper_email: "ada@example.test",
  card: "4111111111111111",
  expiration_month: "12",
  expiration_year: "2039",
  security_code: "123",
};

function elements(xml: string): Row {
  expect(xml).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<respon>.*<\/respon>$/s);
  const found = xml.matchAll(/<([a-z_0-9]+)>([^<]*)<\/\1>/g);
  return Object.fromEntries([...found].map(([, name = "", text = ""]) => [name, text]));
}

function envelope(body: Readonly<Record<string, unknown>>, list: string): Envelope {
  const { [list]: rows, ...rest } = body;
  expect(rest).toMatchObject(account);
  return JSON.parse(JSON.stringify({ ...rest, rows }));
}

export interface Inbox {
  readonly url: string;
  readonly received: Row[];
}

/** A store that answers with these statuses in order and repeats the last one. */
export async function startInbox(statuses: readonly [number, ...number[]] = [200]): Promise<Inbox> {
  const received: Row[] = [];
  const server = createServer((req, res) => {
    void readBody(req).then((text) => {
      const status = statuses[Math.min(received.length, statuses.length - 1)] ?? 200;
      received.push(Object.fromEntries(new URLSearchParams(text ?? "")));
      res.writeHead(status, { "content-type": "text/plain", connection: "close" });
      res.end("success");
    });
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve(portOf(server.address())));
  });
  closers.push(async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return { url: `http://127.0.0.1:${String(port)}/notify`, received };
}

const portOf = (address: AddressInfo | string | null): number =>
  typeof address === "object" && address !== null ? address.port : 0;
