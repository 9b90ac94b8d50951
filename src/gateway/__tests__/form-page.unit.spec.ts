import { readFormPage } from "../codec/form-page";

/** The hosted page, kind and hostile: exactly one form that a browser would send as it reads here. */
const PAGE = "https://gateway.example/api/v1/checkout";
const read = (html: string, page = PAGE) => readFormPage(Buffer.from(html), page);
const form = (inner: string, attributes = 'action="https://pay.example/go" method="post"') =>
  `<!DOCTYPE html><html><head><title>Loading</title></head><body><form ${attributes}>${inner}</form></body></html>`;
const hidden = (name: string, value: string) => `<input type="hidden" name="${name}" value="${value}">`;

test("hidden and text inputs are read in order, with entities decoded and duplicate names kept", () => {
  const inputs = [
    hidden("a", "1 &amp; 2"),
    '<INPUT NAME=b TYPE="TEXT" VALUE=x />',
    "<input name=c>",
    hidden("a", "again"),
    '<input type="submit" name="go" value="Go">',
    hidden("", "no name"),
    '<input type="hidden" name="off" value="x" disabled>',
    "<button>Continue</button>",
  ];
  expect(read(form(inputs.join("")))).toEqual({
    method: "post",
    url: "https://pay.example/go",
    fields: [
      ["a", "1 & 2"],
      ["b", "x"],
      ["c", ""],
      ["a", "again"],
    ],
  });
});

test("a form without a method is a GET", () => {
  expect(read(form("", 'action="https://pay.example/go"')).method).toBe("get");
});

test("scripts, refreshes, styles and inputs outside the form are ignored", () => {
  const html =
    `<meta http-equiv="refresh" content="0;url=https://evil.example/">` +
    `<script>document.write('<form action="https://evil.example/"><input name="x"></form>')</script>` +
    `<style>form { color: red }</style><input type="hidden" name="outside" value="1">` +
    form(hidden("a", "1") + "<script>document.forms[0].submit()</script>", 'method="POST" action="/go"');
  expect(read(html)).toEqual({ method: "post", url: "https://gateway.example/go", fields: [["a", "1"]] });
});

test.each([
  ["/pay?x=1", "https://gateway.example/pay?x=1"],
  ["pay", "https://gateway.example/api/v1/pay"],
  ["?x=1", "https://gateway.example/api/v1/checkout?x=1"],
  [" https://pay.example/go ", "https://pay.example/go"],
])("the action %s leads to %s", (action, url) => {
  expect(read(form("", `method="post" action="${action}"`)).url).toBe(url);
});

test.each([
  "javascript:alert(1)",
  "JavaScript:alert(1)",
  "java&#10;script:alert(1)",
  "&#106;avascript:alert(1)",
  "//evil.example/",
  "/\\evil.example/",
  "\\\\evil.example/",
  "https:evil.example",
  "https:/evil.example",
  "http://pay.example/",
  "http://127.0.0.1:9/",
  "https://user:secret@pay.example/",
  "https://pay.example/&#9;x",
  "https://[",
  "data:text/html,x",
  "blob:https://pay.example/1",
  "ftp://pay.example/",
  "",
  "  ",
])("the action %s is refused", (action) => {
  expect(() => read(form("", `method="post" action="${action}"`))).toThrow("action");
});

test("http is accepted for the page's own loopback origin only", () => {
  const page = "http://127.0.0.1:9000/v1/checkout";
  const at = (action: string) => () => read(form("", `method="post" action="${action}"`), page);
  expect(at("/pay")().url).toBe("http://127.0.0.1:9000/pay");
  expect(at("http://127.0.0.1:9000/pay")().url).toBe("http://127.0.0.1:9000/pay");
  expect(at("http://127.0.0.1:9001/pay")).toThrow("action");
  expect(at("http://localhost:9000/pay")).toThrow("action");
});

const action = 'method="post" action="https://pay.example/go"';
test.each([
  ["no form", "<p>Back soon</p>", "no form"],
  ["nothing", "", "no form"],
  ["two forms", form("") + form(""), "two forms"],
  ["a form in a form", form(`<form ${action}></form>`), "two forms"],
  ["a base element", `<base href="https://evil.example/">${form("")}`, "base"],
  ["a base element after the form", `${form("")}<base href="https://evil.example/">`, "base"],
  ["5,000 inputs", form(hidden("a", "1").repeat(5_000)), "too many inputs"],
  ["501 inputs", form(hidden("a", "1").repeat(501)), "too many inputs"],
  ["more than 256 KB", form("") + " ".repeat(256 * 1024), "too large"],
  ["20,000 levels", "<b>".repeat(20_000) + form(""), "nested too deeply"],
  ["a very long value", form(hidden("a", "x".repeat(16 * 1024 + 1))), "too long"],
  ["a very long name", form(hidden("a".repeat(101), "1")), "too long"],
  ["a password input", form('<input type="password" name="pin">'), "requires input from the customer"],
  ["a file input", form('<input type="file" name="f">'), "requires input from the customer"],
  ["a check box", form('<input type="checkbox" name="c" checked>'), "requires input from the customer"],
  ["a select", form("<select name=s><option>1</select>"), "requires input from the customer"],
  ["a text area", form("<textarea name=t></textarea>"), "requires input from the customer"],
  ["an input of another form", form("") + '<input name="a" form="f">', "elsewhere"],
  ["a multipart form", form("", `${action} enctype="multipart/form-data"`), "URL-encoded"],
  ["another charset", form("", `${action} accept-charset="utf-7"`), "URL-encoded"],
  ["a dialog", form("", 'method="dialog" action="/x"'), "sends nothing"],
  ["a form cut off", `<form ${action}>${hidden("a", "1")}`, "does not end"],
  ["a form in a template", `<template><form ${action}></form></template>`, "a browser does not see it"],
  ["a form in noscript", `<noscript><form ${action}></form></noscript>`, "a browser does not see it"],
  ["a form in svg", `<svg><form ${action}></form></svg>`, "a browser does not see it"],
])("a page with %s is refused", (_name, html, message) => {
  expect(() => read(html)).toThrow(message);
});

test("many elements side by side do not count as depth", () => {
  expect(read("<p><br>x</p><p>".repeat(1_000) + form(hidden("a", "1"))).fields).toHaveLength(1);
});

test("500 inputs are read, and a page that is not UTF-8 is rejected", () => {
  expect(read(form(hidden("a", "1").repeat(500))).fields).toHaveLength(500);
  expect(() => readFormPage(Buffer.from([0x3c, 0xff]), PAGE)).toThrow("UTF-8");
});
