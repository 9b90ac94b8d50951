import fc from "fast-check";
import { orUnknown, classifyAuthorise } from "../../reading/classify-response";
import { readFormPage } from "../../codec/form-page";
import { readForm } from "../../codec/form";
import { readJson } from "../../codec/json";
import { readXml } from "../../codec/xml";
import { CodecError } from "../../model/errors";
import { parseNotification } from "../../notifications/notification";
import { readAuthoriseAnswer } from "../../operations/authorise";
import { accountWith } from "../fixtures";
import { request, result } from "../scripted-gateway";

/**
 * What is written to harm a parser, on both ways in: the answer to a payment, and a
 * notification, whose bytes come from anyone. Nothing is repaired, nothing is
 * fetched or expanded, no prototype is reached, and it is known at once.
 */
const account = accountWith();
const answered = (body: Buffer) => orUnknown(() => classifyAuthorise(account, request, readAuthoriseAnswer(body)));
const notified = (body: Buffer, contentType: string | null) => parseNotification({ account, contentType, body });

/** More than any of them takes, on a machine that does much else; what is not linear takes minutes. */
const MOST_CPU_MS = 2_000;

function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

const insert = (piece: string): string => result().replace("</respon>", `${piece}</respon>`);
const amount = (text: string): string => result({ amount: text });
const LAUGHS = Array.from({ length: 20 }, (_, at) => `<!ENTITY l${String(at + 1)} "${`&l${String(at)};`.repeat(10)}">`);

const XML: readonly (readonly [string, string])[] = [
  ["a document type", `<!DOCTYPE respon>${result()}`],
  ["a document type in small letters", `<!doctype respon>${result()}`],
  ["an external document type", `<!DOCTYPE respon SYSTEM "http://127.0.0.1:1/x.dtd">${result()}`],
  ["an external entity", `<!DOCTYPE r [<!ENTITY a SYSTEM "file:///etc/passwd">]>${amount("&a;")}`],
  ["a parameter entity", `<!DOCTYPE r [<!ENTITY % a SYSTEM "http://127.0.0.1:1/"> %a;]>${result()}`],
  [
    "a bomb of entities in entities",
    `<!DOCTYPE r [<!ENTITY l0 "ha">${LAUGHS.join("")}]>${insert("<note>&l20;</note>")}`,
  ],
  [
    "a bomb of one long entity",
    `<!DOCTYPE r [<!ENTITY a "${"x".repeat(50_000)}">]>${insert(`<note>${"&a;".repeat(1_900)}</note>`)}`,
  ],
  ["an entity that names itself", `<!DOCTYPE r [<!ENTITY a "&a;">]>${amount("&a;")}`],
  ["500,000 character references", insert(`<note>${"&#65;".repeat(500_000)}</note>`)],
  ["&#x0;", insert("<note>&#x0;</note>")],
  ["&#0;", insert("<note>&#0;</note>")],
  ["&#xFFFFFFFF;", insert("<note>&#xFFFFFFFF;</note>")],
  ["half a surrogate by reference", insert("<note>&#xD83D;</note>")],
  ["a reference without an end", insert("<note>&amp</note>")],
  ["__proto__ as a tag", insert("<__proto__><order_status>1</order_status></__proto__>")],
  ["constructor as a tag", insert("<constructor><prototype>1</prototype></constructor>")],
  ["20,000 levels", insert("<a>".repeat(20_000) + "</a>".repeat(20_000))],
  ["20,000 open tags", insert("<a>".repeat(20_000))],
  ["a comment that is not closed", insert("<!-- ")],
  ["CDATA around the whole", `<![CDATA[${result()}]]>`],
  ["a namespace prefix", insert("<x:amount>1.00</x:amount>")],
  [
    "an included document",
    insert('<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file:///etc/passwd"/>'),
  ],
  ["mismatched tags", insert("<note>a</noto>")],
  ["crossed tags", insert("<note><custom>a</note></custom>")],
  ["an unclosed tag", insert("<note>a")],
  ["an unclosed root", result().replace("</respon>", "")],
  ["text after the root", `${result()}ok`],
  ["an element after the root", `${result()}<amount>1.00</amount>`],
  ["text before the root", `ok${result()}`],
  ["two roots", result() + result()],
  ["another root", result().replaceAll("respon>", "response>")],
  ["the root in capitals", result().replaceAll("respon>", "RESPON>")],
  ["two declarations", `<?xml version="1.0"?><?xml version="1.0"?>${result()}`],
  ["a declaration of ISO-8859-1", `<?xml version="1.0" encoding="ISO-8859-1"?>${result()}`],
  ["a declaration of UTF-7", `<?xml version="1.0" encoding="UTF-7"?>${result()}`],
  ["a name of 100 characters", insert(`<${"a".repeat(100)}>1</${"a".repeat(100)}>`)],
  ["a megabyte of names", insert(`<a ${"b='1' ".repeat(170_000)}`)],
  ["an unclosed attribute", result().replace("<amount>", "<amount x='>")],
];

test.each(XML)("XML with %s is neither a response nor a notification, without delay", (_name, text) => {
  const body = Buffer.from(text);
  const ms = cpuMs(() => {
    expect(answered(body)).toMatchObject({ kind: "unknown", reason: { code: "unreadable" } });
    expect(notified(body, "application/xml").kind).toBe("unreadable");
    expect(notified(Buffer.from(`xml=${encodeURIComponent(text)}`), FORM).kind).toBe("unreadable");
  });
  expect(ms).toBeLessThan(MOST_CPU_MS);
});

test.each([
  ["a comment inside an amount", amount("1<!-- 0 -->0.00")],
  ["an amount split by CDATA", amount("<![CDATA[10]]>.00")],
  ["a processing instruction", insert("<?php system('id') ?>")],
  ["a style sheet", `<?xml-stylesheet href="http://127.0.0.1:1/x"?>${result()}`],
  ["a default namespace", result().replace("<respon>", '<respon xmlns="urn:x">')],
])("XML with %s is parsed as by a conforming parser, and nothing is fetched or executed", (_name, text) => {
  const body = Buffer.from(text);
  expect(answered(body)).toMatchObject({ kind: "settled", fact: { money: { minor: 1_000n } } });
  expect(notified(body, "application/xml")).toMatchObject({ kind: "payment", money: { minor: 1_000n } });
});

const FORM = "application/x-www-form-urlencoded";
const order = '"order_no":"acq_1","order_status":"1","amount":"10.00","currency":"EUR"';

const JSON_BODIES: readonly (readonly [string, string])[] = [
  ["__proto__ as a key", `{${order},"__proto__":{"order_status":"1"}}`],
  ["__proto__ with escapes", `{${order},"\\u005f_proto__":{}}`],
  ["constructor as a key", `{${order},"constructor":{"prototype":{}}}`],
  ["constructor deeper down", `{${order},"a":[{"constructor":1}]}`],
  ["a key twice", `{${order},"order_status":"0"}`],
  ["a key twice, once with escapes", `{${order},"order\\u005fstatus":"0"}`],
  ["20,000 levels of objects", `{${order},"a":${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}}`],
  ["20,000 levels of lists", `{${order},"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}`],
  ["an amount that is no decimal number", `{"order_no":"acq_1","amount":1e1,"currency":"EUR"}`],
  ["an amount that is a truth value", `{"order_no":"acq_1","amount":true,"currency":"EUR"}`],
  ["an order number that is a list", `{"order_no":["acq_1"],"amount":"10.00"}`],
  ["an end that is missing", `{${order}`],
  ["something after the end", `{${order}}{${order}}`],
  ["a comment", `{${order}/* 0 */}`],
  ["a trailing comma", `{${order},}`],
  ["a NUL", `{${order},"a":"\u0000"}`],
  ["a line break in a text", `{${order},"a":"\n"}`],
  ["NaN", `{${order},"a":NaN}`],
  ["a list at the top", `[{${order}}]`],
];

test.each(JSON_BODIES)("JSON with %s is not a notification, without delay", (_name, text) => {
  const ms = cpuMs(() => expect(notified(Buffer.from(text), "application/json").kind).toBe("unreadable"));
  expect(ms).toBeLessThan(MOST_CPU_MS);
});

const form = "order_no=acq_1&order_status=1&amount=10.00&currency=EUR";

const FORM_BODIES: readonly (readonly [string, string])[] = [
  ["__proto__ as a field", `${form}&__proto__=1`],
  ["__proto__ in an escaped name", `${form}&%5f_proto__=1`],
  ["constructor as a field", `${form}&constructor=1`],
  ["a nested field", `${form}&a[b]=1`],
  ["a nested prototype", `${form}&a[__proto__][b]=1`],
  ["a list of a field", `${form}&amount[]=1.00`],
  ["a doubled field", `${form}&amount=1.00`],
  ["a doubled field, once escaped", `${form}&%61mount=1.00`],
  ["a doubled field with the same value", `${form}&amount=10.00`],
  ["a NUL in a name", `${form}&a%00=1`],
  ["a NUL in a value", `${form}&a=%00`],
  ["a raw NUL", `${form}&a=\0`],
  ["a field without a name", `${form}&=1`],
  ["a broken escape", `${form}&a=%zz`],
  ["half a letter", `${form}&a=%c3`],
  ["201 fields", `${form}${Array.from({ length: 201 }, (_, at) => `&f${String(at)}=1`).join("")}`],
  ["a name of 100 characters", `${form}&${"a".repeat(100)}=1`],
  ["two names of one field that disagree", `${form}&orderNo=acq_2`],
];

test.each(FORM_BODIES)("a form with %s is not a notification, without delay", (_name, text) => {
  const ms = cpuMs(() => expect(notified(Buffer.from(text), FORM).kind).toBe("unreadable"));
  expect(ms).toBeLessThan(MOST_CPU_MS);
});

test("without the harmful part each of the three is parsed", () => {
  expect(answered(Buffer.from(result())).kind).toBe("settled");
  for (const [body, type] of [
    [result(), "application/xml"],
    [`{${order}}`, "application/json"],
    [form, FORM],
  ] as const) {
    expect(notified(Buffer.from(body), type)).toMatchObject({ kind: "payment", orderNo: "acq_1" });
  }
});

test("none of them reached a prototype", () => {
  for (const name of ["order_status", "b", "prototype"]) expect(Object.hasOwn(Object.prototype, name)).toBe(false);
  expect(Reflect.get({}, "order_status")).toBeUndefined();
});

describe("for any bytes", () => {
  const PIECES = [
    "<respon>",
    "</respon>",
    "<amount>",
    "</amount>",
    "<order_no>",
    "<",
    ">",
    "/>",
    "&",
    "&#x41;",
    ";",
    "<!--",
    "<![CDATA[",
    "<!DOCTYPE a [",
    "<?xml version='1.0'?>",
    "{",
    "}",
    "[",
    "]",
    '"',
    "\\u0000",
    ":",
    ",",
    "order_no",
    "acq_1",
    "=",
    "&amp;",
    "%00",
    "%",
    "+",
    "__proto__",
    "constructor",
    "<form method=post action=/a>",
    "</form>",
    "<input name=a value=b>",
    "<base>",
    "1e999",
    "10.00",
    "EUR",
    "\0",
    "\ufeff",
    "é",
    " ",
  ];
  const soup = fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 6 })), { maxLength: 40 });
  const bytes = fc.oneof(
    soup.map((pieces) => Buffer.from(pieces.join(""))),
    fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array)),
    fc.tuple(fc.nat(result().length), soup).map(([at, pieces]) => {
      const text = result();
      return Buffer.from(text.slice(0, at) + pieces.join("") + text.slice(at));
    }),
  );
  const readers: Readonly<Record<string, (body: Buffer) => unknown>> = {
    xml: (body) => readXml(body, "respon"),
    json: readJson,
    form: readForm,
    page: (body) => readFormPage(body, "https://gateway.example/v1/checkout"),
  };

  test.each(Object.keys(readers))("the parser of %s accepts or rejects, and never fails otherwise", (name) => {
    fc.assert(
      fc.property(bytes, (body) => {
        try {
          readers[name]?.(body);
        } catch (error) {
          expect(error).toBeInstanceOf(CodecError);
        }
      }),
      { numRuns: 1_500 },
    );
  });

  test("a response or notification made of them is a value, and a success is about our order and amount", () => {
    fc.assert(
      fc.property(bytes, fc.constantFrom(null, FORM, "application/json", "text/xml"), (body, type) => {
        expect(["payment", "unreadable"]).toContain(notified(body, type).kind);
        const outcome = answered(body);
        if (outcome.kind !== "settled") return;
        expect(outcome.fact).toMatchObject({ orderNo: "acq_1", money: { minor: 1_000n, currency: "EUR" } });
      }),
      { numRuns: 2_000 },
    );
  });
});
