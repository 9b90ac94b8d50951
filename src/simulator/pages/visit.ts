import type { IncomingMessage } from "node:http";
import type { Fields, Gateway } from "../context";
import { textOf, webAddress } from "../context";
import { parseFields, readBody } from "../http/read-body";
import type { Page } from "./shell";
import type { Transaction } from "../payments/transaction";

export interface Visit {
  readonly isPost: boolean;
  /** From the query string and the body; the body takes precedence. */
  readonly fields: Fields;
}

export type Reply =
  | { readonly kind: "page"; readonly page: Page; readonly status?: number }
  /** 303: the browser continues with a GET. */
  | { readonly kind: "go"; readonly to: string }
  | { readonly kind: "drop" | "error" };

/** Null: neither GET nor POST, or an unreadable body. */
export async function visitOf(req: IncomingMessage): Promise<Visit | null> {
  const isPost = req.method === "POST";
  if (!isPost && req.method !== "GET" && req.method !== "HEAD") return null;
  const body = isPost ? parseFields(await readBody(req)) : {};
  if (!body) return null;
  const query = Object.fromEntries(new URL(req.url ?? "/", "http://localhost").searchParams);
  return { isPost, fields: { ...query, ...body } };
}

export function takeAddresses(gateway: Gateway, transaction: Transaction, fields: Fields): void {
  const returnUrl = webAddress(textOf(fields, "return_url"));
  const notifyUrl = webAddress(textOf(fields, "notify_url"));
  if (returnUrl === null && notifyUrl === null) return;
  transaction.return_url = returnUrl ?? transaction.return_url;
  transaction.notify_url = notifyUrl ?? transaction.notify_url;
  gateway.book.save();
}
