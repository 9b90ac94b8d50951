import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Server as TcpServer } from "node:net";
import { createGatewayClient } from "../client/client";
import type { GatewayClient } from "../model/client-api";
import { createGatewayPaymentId, createOrderNo } from "../model/ids";
import { createCurrency, createMoney } from "../model/money";
import type { AuthoriseRequest } from "../model/payment-request";
import { accountWith, SUCCESS } from "./fixtures";

/** A real server on a loopback port that answers what each test scripts, and the client in front of it. */
const EUR = createCurrency("EUR");
export const money = (minor: bigint) => createMoney(minor, EUR);

export const portOf = (listening: TcpServer): number => {
  const address = listening.address();
  if (typeof address !== "object" || address === null) throw new Error("The server does not listen.");
  return address.port;
};

export type Reply = (req: IncomingMessage, res: ServerResponse, body: string) => void;
/** What the server answers next, and what it has received in this test. */
interface Script {
  reply: Reply;
  received: { path: string; body: string; type: string }[];
  /** Operations whose response was reported as unreadable. */
  unreadable: string[];
}
export const gateway: Script = { reply: (_req, res) => res.end(), received: [], unreadable: [] };
let server: Server;
let url = "";

beforeAll(async () => {
  server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on("data", (chunk: Buffer) => chunks.push(chunk));
    req.on("end", () => {
      const body = Buffer.concat(chunks).toString();
      gateway.received.push({ path: req.url ?? "", body, type: req.headers["content-type"] ?? "" });
      gateway.reply(req, res, body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${String(portOf(server))}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  gateway.received = [];
  gateway.unreadable = [];
});

/** For tests that wait for a timeout, by real time. All others have a gateway that answers, also on a busy machine. */
export const HURRIED = { timeouts: { connectMs: 500, authoriseMs: 300, otherMs: 300 } };
const timeouts = { connectMs: 10_000, authoriseMs: 10_000, otherMs: 10_000 };
export async function withClient<T>(
  work: (client: GatewayClient) => Promise<T>,
  profile: object = {},
  baseUrl = url,
  rest: object = {},
): Promise<T> {
  const account = accountWith({ baseUrl, profile: { timeouts, ...profile } }, rest);
  const client = createGatewayClient({ account, noteUnreadable: (operation) => gateway.unreadable.push(operation) });
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

export const text =
  (body: string, status = 200, type = "application/xml"): Reply =>
  (_req, res) => {
    res.writeHead(status, { "content-type": type });
    res.end(body);
  };
export const json = (value: unknown): Reply => text(JSON.stringify(value), 200, "application/json");

export const address = {
  firstName: "Ada",
  lastName: "Lovelace",
  country: "DE",
  state: null,
  city: "Berlin",
  address: "Hauptstr. 1",
  postalCode: "10115",
};
export const breakdown = {
  items: money(900n),
  shipping: money(200n),
  handling: money(0n),
  tax: money(0n),
  insurance: money(0n),
  shippingDiscount: money(0n),
  discount: money(100n),
};
export const card = {
  number: "4111111111111111",
  expiryMonth: "12",
  expiryYear: "2039",
  securityCode: "123",
  firstName: "Ada",
  lastName: "Lovelace",
};
export const request: AuthoriseRequest = {
  orderNo: createOrderNo("acq_1"),
  money: money(1_000n),
  breakdown,
  items: [
    { name: "Mug #,# blue", productId: "p#;#1", unitPrice: money(900n), quantity: 1, type: "physical", category: "" },
  ],
  site: "shop.example",
  note: " ",
  custom: "x".repeat(3_000),
  customer: { id: "cus_1", email: "ada@example.test", ip: "203.0.113.7", phone: null },
  accountOwner: {
    firstName: "Ada",
    lastName: "Lovelace",
    email: "ada@example.test",
    id: "cus_1",
    createdAt: 1_700_000_000,
    pastOrdersCount: 2,
    pastOrdersSum: money(12_345n),
    lastLoginIp: null,
  },
  discounts: [{ code: "SPRING", type: "standard" }],
  billing: address,
  delivery: address,
  device: {
    os: "Linux",
    browser: null,
    language: "de",
    timeZone: "1",
    resolution: null,
    colorDepth: null,
    accept: null,
    userAgent: "x",
    type: "PC",
    fingerprint: null,
    sessionId: null,
    challengeWindowSize: null,
  },
  instrument: { kind: "card", card, save: false, authentication: null },
  notifyUrl: "https://api.shop.example/acquiring/notify/main",
  returnUrl: "https://api.shop.example/acquiring/return/ticket",
  cancelUrl: "https://api.shop.example/acquiring/cancel/ticket",
};

export function result(fields: Record<string, string> = {}): string {
  const values: Record<string, string> = { ...SUCCESS, ...fields };
  return `<respon>${Object.entries(values)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join("")}</respon>`;
}

export const item = (index: number) => ({
  orderNo: createOrderNo(`acq_${String(index)}`),
  gatewayPaymentId: createGatewayPaymentId(`t${String(index)}`),
  money: money(BigInt(index + 1) * 100n),
});
export const row = (index: number, more: object = {}) => ({
  transaction_id: `t${String(index)}`,
  order_no: `acq_${String(index)}`,
  currency: "EUR",
  amount: `${String(index + 1)}.00`,
  error_message: "",
  ...more,
});

export const orders = (count: number, length = 10) =>
  Array.from({ length: count }, (_, index) => createOrderNo(`acq_${String(index).padStart(length - 4, "0")}`));
