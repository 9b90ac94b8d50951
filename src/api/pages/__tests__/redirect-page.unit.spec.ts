import type { MedusaResponse } from "@medusajs/framework/http";
import type { ReturnWay } from "../../../application/checkout/payment-return";
import { escapeHtml } from "../../../application/escape-html";
import { pageTexts } from "../page-texts";
import { sendWay } from "../redirect-page";

/** The pages on the way to the gateway and back: nothing in them can run, load or be framed that is not theirs. */
const SHOP = "https://shop.example";
const ATTACK = `"'><script>alert(1)</script>&\``;

interface Sent {
  status: number;
  html: string;
  location: string | null;
  readonly headers: Record<string, string>;
}

function sentFor(way: ReturnWay | null, { language = "en", origins = [SHOP] } = {}): Sent {
  const sent: Sent = { status: 0, html: "", location: null, headers: {} };
  const res = {
    setHeader: (name: string, value: string) => void (sent.headers[name] = value),
    status: (status: number) => ((sent.status = status), res),
    type: (type: string) => ((sent.headers["Content-Type"] = type), res),
    end: (html: string) => void (sent.html = html),
    redirect: (status: number, location: string) => void Object.assign(sent, { status, location }),
  };
  sendWay(res as unknown as MedusaResponse, way, { texts: pageTexts(language), origins });
  return sent;
}

const lead = (form: object = {}, presentation: "redirect" | "iframe" = "redirect"): ReturnWay =>
  ({
    kind: "lead",
    presentation,
    redirectForm: { method: "post", url: "https://gateway.example/pay", fields: [["token", "t1"]], ...form },
  }) as ReturnWay;

const back = (address: string, framed: boolean, token = "rt_1"): ReturnWay => ({
  kind: "back",
  address,
  token,
  framed,
});

const policyOf = ({ headers }: Sent): Record<string, string> =>
  Object.fromEntries(
    (headers["Content-Security-Policy"] ?? "").split("; ").map((part) => {
      const [name = "", ...rest] = part.split(" ");
      return [name, rest.join(" ")];
    }),
  );

test.each([
  ["&", "&#38;"],
  ["<", "&#60;"],
  [">", "&#62;"],
  ['"', "&#34;"],
  ["'", "&#39;"],
  ["`", "&#96;"],
  ["&lt;", "&#38;lt;"],
  ["ключ/鍵=1", "ключ/鍵=1"],
])("%j is written as %j", (text, html) => {
  expect(escapeHtml(text)).toBe(html);
});

test("a form's names, values and address are escaped", () => {
  const { html } = sentFor(lead({ url: `https://gateway.example/?q=${ATTACK}`, fields: [[ATTACK, ATTACK]] }));
  const escaped = escapeHtml(ATTACK);
  expect(html).toContain(`<input type="hidden" name="${escaped}" value="${escaped}">`);
  expect(html).toContain(`action="https://gateway.example/?q=${escaped}"`);
  expect(html).not.toContain("<script>");
});

test("the page runs one script by a nonce that no other page has, and loads nothing", () => {
  const [one, other] = [sentFor(lead()), sentFor(lead())];
  const policy = policyOf(one);
  const [, nonce = ""] = /<script nonce="([^"]+)">/.exec(one.html) ?? [];
  expect(Buffer.from(nonce, "base64")).toHaveLength(16);
  expect(one.html.match(/<script/g)).toHaveLength(1);
  expect(other.html).not.toContain(nonce);
  expect(policy).toEqual({
    "default-src": "'none'",
    "style-src": `'nonce-${nonce}'`,
    "script-src": `'nonce-${nonce}'`,
    "form-action": "https:",
    "frame-ancestors": "'none'",
    "img-src": "data:",
    "base-uri": "'none'",
  });
});

test("no cache keeps a page, no search engine lists it, and it tells no other site its address", () => {
  expect(sentFor(lead()).headers).toMatchObject({
    "Cache-Control": "no-store",
    "Content-Type": "text/html; charset=utf-8",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Robots-Tag": "noindex",
  });
});

test.each([
  ["a page of its own", lead(), "'none'", "DENY"],
  ["a page for the shop's frame", lead({}, "iframe"), SHOP, undefined],
  ["the end of a frame", back(`${SHOP}/return`, true), SHOP, undefined],
  ["an invalid link", null, SHOP, undefined],
])("%s may be framed by %j only", (_what, way, ancestors, option) => {
  const sent = sentFor(way, { origins: [SHOP] });
  expect(policyOf(sent)["frame-ancestors"]).toBe(ancestors);
  expect(sent.headers["X-Frame-Options"]).toBe(option);
});

test("without origins of the shop, no site may frame even a page for a frame", () => {
  const sent = sentFor(lead({}, "iframe"), { origins: [] });
  expect(policyOf(sent)["frame-ancestors"]).toBe("'none'");
  expect(sent.headers["X-Frame-Options"]).toBe("DENY");
});

test("a local gateway's form may go to that gateway and back, to no other plain http", () => {
  const { "form-action": targets } = policyOf(sentFor(lead({ url: "http://127.0.0.1:9090/pay" })));
  expect(targets).toBe(`https: 'self' http://127.0.0.1:9090 ${SHOP}`);
});

test.each([
  ["a gateway's address without fields", lead({ method: "get", fields: [] }), "https://gateway.example/pay"],
  ["the way back outside a frame", back(`${SHOP}/return?t=1`, false), `${SHOP}/return?t=1`],
])("%s is a redirect that a browser follows with GET, without the page's address", (_what, way, location) => {
  const sent = sentFor(way);
  expect(sent).toMatchObject({ status: 303, location, html: "" });
  expect(sent.headers).toEqual({ "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" });
});

test("a POST without fields, and a GET with fields, are sent as a form", () => {
  expect(sentFor(lead({ fields: [] })).html).toContain('method="post"');
  expect(sentFor(lead({ method: "get" })).html).toContain('method="get"');
});

test("the end of a frame tells only the shop's origin, and nothing in the address or token ends the script", () => {
  const end = "</script><!--\u2028\u2029&";
  const { html } = sentFor(back(`${SHOP}/return?x=${end}`, true, end));
  const [, script = ""] = /<script nonce="[^"]+">([^]*?)<\/script>/.exec(html) ?? [];
  expect(script).not.toMatch(/[<>&\u2028\u2029]/);
  expect(html.match(/<\/script>/g)).toHaveLength(1);
  expect(html).toContain(`href="${SHOP}/return?x=${escapeHtml(end)}" target="_top"`);

  const posted: unknown[] = [];
  const window = { top: {}, parent: { postMessage: (...sent: unknown[]) => posted.push(sent) } };
  new Function("window", "location", script)(window, {});
  expect(posted).toEqual([[{ type: "acquiring:return", return_token: end }, SHOP]]);
});

test("a frame's end that has left the frame returns like a page", () => {
  const address = `${SHOP}/return?acquiring_return=1&x='"`;
  const { html } = sentFor(back(address, true));
  const [, script = ""] = /<script nonce="[^"]+">([^]*?)<\/script>/.exec(html) ?? [];
  const visited: string[] = [];
  const window: Record<string, unknown> = {};
  window.top = window;
  new Function("window", "location", script)(window, { replace: (to: string) => visited.push(to) });
  expect(visited).toEqual([address]);
});

test("an invalid link is a page with 404, without a script, a form or a link", () => {
  const sent = sentFor(null);
  expect(sent.status).toBe(404);
  expect(sent.html).not.toMatch(/<script|<form|<a /);
  expect(policyOf(sent)).not.toHaveProperty("script-src");
  expect(policyOf(sent)["form-action"]).toBe("'none'");
});

test.each([
  [undefined, "en", "ltr"],
  ["", "en", "ltr"],
  ["de-AT,de;q=0.9,en;q=0.8", "de", "ltr"],
  ["xx, FR;q=0.5", "fr", "ltr"],
  ["ar-EG", "ar", "rtl"],
  ["he", "he", "rtl"],
  ['"><script>', "en", "ltr"],
  [`${"x,".repeat(150)}de`, "en", "ltr"],
])("a browser that asks for %j gets %s (%s)", (header, language, direction) => {
  expect(pageTexts(header)).toMatchObject({ language, direction });
});
