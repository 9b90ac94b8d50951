import { signFields } from "../notifications/signature";
import type { Merchant, Row } from "./harness";
import { ACCOUNT, KEY, MERCHANT } from "./harness";

/** Acts as a customer's browser: reads pages, submits their forms and follows redirects. For tests only. */
/** Presses a button of a challenge or issuer page. */
export const pressAt = (pageUrl: string, decision: string): Promise<Response> =>
  submit(`${pageUrl.split("?")[0] ?? ""}/decide`, { decision });

export const submit = (url: string, fields: Row): Promise<Response> =>
  fetch(url, {
    method: "POST",
    headers: { connection: "close" },
    body: new URLSearchParams(fields),
    redirect: "manual",
  });

/** A store's signed checkout form. */
export function checkoutForm(fields: Row = {}): Row {
  const form: Row = {
    merchant_id: MERCHANT,
    account_id: ACCOUNT,
    order_no: "order-1",
    currency: "EUR",
    amount: "100.00",
    shopper_email: "ada@example.test",
    return_url: "http://127.0.0.1:9/return/abc",
    cancel_url: "http://127.0.0.1:9/cancel/abc",
    ...fields,
  };
  return { ...form, encryption_data: fields.encryption_data ?? signFields("checkout", form, KEY) };
}

/** Action and fields of the page's only form. */
export function formOf(html: string): { readonly action: string; readonly fields: Row } {
  const forms = [...html.matchAll(/<form[^>]* action="([^"]*)"/g)];
  expect(forms).toHaveLength(1);
  const inputs = html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g);
  const fields = Object.fromEntries([...inputs].map(([, name = "", value = ""]) => [plain(name), plain(value)]));
  return { action: plain(forms[0]?.[1] ?? ""), fields };
}

const plain = (text: string): string =>
  text
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

/** Submits the store's form; returns the URL of the hosted page. */
export async function openHosted(merchant: Merchant, fields: Row = {}): Promise<string> {
  const loading = await submit(`${merchant.url}/v1/checkout`, checkoutForm(fields));
  const form = formOf(await loading.text());
  const answer = await submit(form.action, form.fields);
  expect(answer.status).toBe(303);
  return new URL(answer.headers.get("location") ?? "", merchant.url).href;
}

/** Pays on the hosted page. */
export function payOn(pageUrl: string, fields: Row = {}): Promise<Response> {
  const { searchParams, origin, pathname } = new URL(pageUrl);
  const card = { card: "4111 1111 1111 1111", expiry: "12/39", security_code: "123", name: "Ada Lovelace" };
  const checkout = searchParams.get("checkout") ?? "";
  return submit(origin + pathname, { checkout, action: "pay", ...card, ...fields });
}
