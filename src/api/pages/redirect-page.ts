import type { MedusaResponse } from "@medusajs/framework/http";
import type { RedirectForm, ReturnWay } from "../../application/checkout/payment-return";
import { escapeHtml } from "../../application/escape-html";
import type { PageTexts } from "./page-texts";
import { progress, sendPage } from "./customer-page";

/** Redirect pages on the customer's way to the gateway and back. */
export interface WayContext {
  readonly texts: PageTexts;
  /** The shop's own origins, the only ones that may show our pages in a frame. */
  readonly origins: readonly string[];
}

export function sendWay(res: MedusaResponse, way: ReturnWay | null, { texts, origins }: WayContext): void {
  if (way === null) return sendGone(res, { texts, origins });
  if (way.kind === "lead") {
    return sendLead(res, way.redirectForm, { texts, framedBy: way.presentation === "iframe" ? origins : [], origins });
  }
  if (way.framed) return sendFrameEnd(res, way, { texts, origins });
  redirect(res, way.address);
}

/** 303: the browser continues with a GET even after a POST, so a reload repeats nothing. */
export function redirect(res: MedusaResponse, address: string): void {
  res.setHeader("Cache-Control", "no-store");
  res.setHeader("Referrer-Policy", "no-referrer");
  res.redirect(303, address);
}

function sendLead(
  res: MedusaResponse,
  { method, url, fields }: RedirectForm,
  { texts, framedBy, origins }: WayContext & { readonly framedBy: readonly string[] },
): void {
  if (method === "get" && fields.length === 0) return redirect(res, url);
  const inputs = fields.map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  sendPage(res, {
    status: 200,
    texts,
    framedBy,
    title: texts.leading,
    body: `${progress}<h1>${escapeHtml(texts.leading)}</h1>
<form id="way" method="${method}" action="${escapeHtml(url)}" accept-charset="utf-8">${inputs.join("")}<button class="go" type="submit">${escapeHtml(texts.proceed)}</button></form>`,
    // A form field named `submit` would shadow form.submit.
    script: 'HTMLFormElement.prototype.submit.call(document.getElementById("way"));',
    formTargets: formTargets(url, origins),
  });
}

/** Allowed form targets including redirects: any https URL. Local plain http needs the exact origins. */
function formTargets(url: string, origins: readonly string[]): string[] {
  const target = new URL(url);
  return target.protocol === "https:" ? ["https:"] : ["https:", "'self'", target.origin, ...origins];
}

function sendFrameEnd(
  res: MedusaResponse,
  way: Extract<ReturnWay, { kind: "back" }>,
  { texts, origins }: WayContext,
): void {
  const origin = new URL(way.address).origin;
  const message = { type: "acquiring:return", return_token: way.token };
  sendPage(res, {
    status: 200,
    texts,
    framedBy: origins,
    title: texts.returning,
    body: `${progress}<h1>${escapeHtml(texts.returning)}</h1>
<a class="go" href="${escapeHtml(way.address)}" target="_top">${escapeHtml(texts.proceed)}</a>`,
    // If a bank's page has left the frame, return like a normal page.
    script: `if(window.top===window){location.replace(${inScript(way.address)})}else{window.parent.postMessage(${inScript(message)},${inScript(origin)})}`,
    formTargets: [],
  });
}

/** JSON for a script element, without characters that could end the element. */
const inScript = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

function sendGone(res: MedusaResponse, { texts, origins }: WayContext): void {
  sendPage(res, {
    status: 404,
    texts,
    // May be shown inside the shop's iframe; it contains nothing to click.
    framedBy: origins,
    title: texts.gone,
    body: `<h1>${escapeHtml(texts.gone)}</h1><p>${escapeHtml(texts.goneAdvice)}</p>`,
    script: null,
    formTargets: [],
  });
}
