import fc from "fast-check";
import { readForm, writeForm } from "../codec/form";
import { readJson } from "../codec/json";
import { readXml, scalar } from "../codec/xml";
import { CodecError } from "../model/errors";

/** Readers that take exactly what they should, and refuse the rest. */
const xml = (text: string) => readXml(Buffer.from(text), "respon");

test("a result document is parsed as text", () => {
  const tree = xml(
    '<?xml version="1.0" encoding="UTF-8"?>\n<respon><amount>10.00</amount><note>a &amp; b &#x41;</note><risk_reasons><name>x</name><status>ok</status></risk_reasons><empty/></respon>',
  );
  expect([scalar(tree, "amount"), scalar(tree, "note"), scalar(tree, "missing"), scalar(tree, "empty")]).toEqual([
    "10.00",
    "a & b A",
    undefined,
    "",
  ]);
  expect(tree.risk_reasons).toEqual({ name: "x", status: "ok" });
  expect(xml("<respon></respon>")).toEqual({});
});

test.each([
  ["a document type", '<!DOCTYPE x [<!ENTITY a "b">]><respon>&a;</respon>'],
  ["an external entity", '<!DOCTYPE x SYSTEM "file:///etc/passwd"><respon/>'],
  ["a document type after a comment", '<!-- a --><!DOCTYPE x [<!ENTITY a "b">]><respon>&a;</respon>'],
  ["a comment that does not end", "<respon><a>1</a></respon><!-- "],
  ["two hyphens inside a comment", "<respon><!-- a -- b --><a>1</a></respon>"],
  ["a comment that begins with its end", "<respon><!--><a>1</a><!----></respon>"],
  ["a CDATA section that does not end", "<respon><a><![CDATA[x</a></respon>"],
  ["CDATA beside the root", "<respon/><![CDATA[x]]>"],
  ["a section of another kind", "<respon><![INCLUDE[x]]></respon>"],
  ["a processing instruction without a name", "<respon><? 1 ?></respon>"],
  ["a declaration inside", '<respon><?xml version="1.0"?></respon>'],
  ["a comment inside a tag", "<respon><a<!-- x --></a></respon>"],
  ["an attribute twice", '<respon a="1" a="2"/>'],
  ["an attribute without a value", "<respon a/>"],
  ["an attribute without quotes", "<respon a=1/>"],
  ["an unknown reference in an attribute", '<respon a="&x;"/>'],
  ["a bracket in an attribute", '<respon a="<b>"/>'],
  ["an attribute on a closing tag", '<respon></respon a="1">'],
  ["a namespace prefix", "<respon><x:a>1</x:a></respon>"],
  ["mismatched tags", "<respon><a>1</b></respon>"],
  ["an unclosed tag", "<respon><a>1</respon>"],
  ["a truncated document", "<respon><a>1</a>"],
  ["trailing content", "<respon/><x/>"],
  ["trailing text", "<respon/>ok"],
  ["leading text", "ok<respon/>"],
  ["a prefixed root", '<x:respon xmlns:x="urn:x"><a>1</a></x:respon>'],
  ["two declarations", '<?xml version="1.0"?><?xml version="1.0"?><respon/>'],
  ["an entity declaration alone", '<!ENTITY a "b"><respon/>'],
  ["text beside elements in the root", "<respon>x<a>1</a></respon>"],
  ["two roots", "<respon><a/></respon><respon><a/></respon>"],
  ["another root", "<html><body/></html>"],
  ["text in the root", "<respon>OK</respon>"],
  ["an unknown reference", "<respon><a>&nbsp;</a></respon>"],
  ["a control character by reference", "<respon><a>&#x0;</a></respon>"],
  ["a surrogate by reference", "<respon><a>&#xD800;</a></respon>"],
  ["a broken reference", "<respon><a>&amp</a></respon>"],
  ["a prototype as an element", "<respon><__proto__><a>1</a></__proto__></respon>"],
  ["a constructor as an element", "<respon><constructor>1</constructor></respon>"],
  ["text beside elements", "<respon><a>x<b>1</b></a></respon>"],
  ["another encoding", '<?xml version="1.0" encoding="ISO-8859-1"?><respon/>'],
  ["nothing", ""],
  ["20,000 levels", `<respon>${"<a>".repeat(20_000)}${"</a>".repeat(20_000)}</respon>`],
  ["500,000 references", `<respon><a>${"&#65;".repeat(500_000)}</a></respon>`],
])("XML with %s is refused", (_name, text) => {
  expect(() => xml(text)).toThrow(CodecError);
});

test.each([
  ["a CDATA section", "<a><![CDATA[x < y & z]]></a>", { a: "x < y & z" }],
  ["a text split by CDATA", "<a>1<![CDATA[0]]>.00</a>", { a: "10.00" }],
  ["a reference in CDATA", "<a><![CDATA[&amp;&#65;]]></a>", { a: "&amp;&#65;" }],
  ["markup in CDATA", "<a><![CDATA[<b>1</b><!-- x -->]]></a>", { a: "<b>1</b><!-- x -->" }],
  ["a document type in CDATA", "<a><![CDATA[<!DOCTYPE x>]]></a>", { a: "<!DOCTYPE x>" }],
  ["a comment", "<!-- <a>2</a> --><a>1</a>", { a: "1" }],
  ["a comment inside a text", "<a>1<!-- 5 -->0<!---->.00</a>", { a: "10.00" }],
  ["a processing instruction", "<?php 1 > 0 ?><a>1</a>", { a: "1" }],
  ["attributes", `<a b="1 > 0" c='&quot;"' >3</a>`, { a: "3" }],
  ["declared namespaces", '<a xmlns="urn:x" xmlns:xsi="urn:y" xsi:nil="true"/>', { a: "" }],
  ["a repeated element", "<a>1</a><a>2</a>", { a: ["1", "2"] }],
])("XML with %s is parsed as by a conforming parser", (_name, content, expected) => {
  for (const declaration of [
    "",
    "<?xml version='1.0' encoding='utf-8'?>",
    '<?xml version = "1.0" standalone="no" ?>\n',
  ]) {
    expect(xml(`${declaration}<!-- before --><respon>${content}</respon><!-- after --><?x?>\n`)).toEqual(expected);
  }
});

test("an empty element with attributes may have its value in them: it is not an empty text", () => {
  for (const element of ['<a value="REVIEW"/>', '<a value="REVIEW"></a>', '<a value="REVIEW"> <!-- x --> </a>']) {
    expect(() => scalar(xml(`<respon>${element}</respon>`), "a")).toThrow("is missing, repeated or not text");
  }
});

test("attributes are ignored, and a text may contain xmlns=", () => {
  expect(xml('<respon a="1"><a b="2">3</a><c>x xmlns=y</c></respon>')).toEqual({ a: "3", c: "x xmlns=y" });
});

test.each(["<", ">", "</", "<a ", "< xmlns", "<a>", "&", "<a>&#65;</a>", "<a b='"])(
  "a megabyte of %j is rejected as XML without delay",
  (piece) => {
    const before = process.cpuUsage();
    const text = piece.repeat(Math.floor(1_000_000 / piece.length));
    for (const body of [text, `<respon>${text}</respon>`]) expect(() => xml(body)).toThrow(CodecError);
    expect(process.cpuUsage(before).user).toBeLessThan(3_000_000);
  },
);

test("a repeated scalar is rejected, and so are bytes that are not UTF-8", () => {
  const tree = xml("<respon><a>1</a><a>2</a><b><c>1</c></b></respon>");
  expect(() => scalar(tree, "a")).toThrow("is missing, repeated or not text");
  expect(() => scalar(tree, "b")).toThrow("is missing, repeated or not text");
  expect(() => readXml(Buffer.from([0x3c, 0xff, 0xfe]), "respon")).toThrow("UTF-8");
  expect(() => xml("<respon>\0</respon>")).toThrow("NUL");
});

test("JSON is an object of bounded depth without keys that reach a prototype", () => {
  expect(readJson(Buffer.from('{"a":[true,null,{"b":"c"}]}'))).toEqual({ a: [true, null, { b: "c" }] });
  for (const text of [
    "[]",
    "1",
    "null",
    "{",
    "",
    '{"__proto__":{}}',
    '{"a":{"constructor":1}}',
    "[".repeat(100) + "]".repeat(100),
    `{"a":${"[".repeat(60)}${"]".repeat(60)}}`,
    `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`,
    '{"order_status":"0","order_status":"1"}',
    '{"a":{"b":1,"c":[{"d":1}],"b":2}}',
    '{"a":1,"\\u0061":2}',
    '{"\\x":1}',
  ]) {
    expect(() => readJson(Buffer.from(text))).toThrow(CodecError);
  }
});

test("a number is kept as text with its own digits", () => {
  const source = '{"a":10.10,"b":98765432109876543210,"c":-1,"d":[0,1.0,1e1,-0.0],"e":"1, 2","f" : 1E+2 ,"7":{"8":9}}';
  expect(readJson(Buffer.from(source))).toEqual({
    ...{ a: "10.10", b: "98765432109876543210", c: "-1", d: ["0", "1.0", "1e1", "-0.0"], e: "1, 2", f: "1E+2" },
    "7": { "8": "9" },
  });
  for (const wrong of ['{"a":01}', '{"a":1.}', '{"a":+1}', '{"a":1_0}', '{"a":NaN}', '{"a":0x1}', '{1:"a"}', "1"])
    expect(() => readJson(Buffer.from(wrong))).toThrow(CodecError);
});

test.each(['"', '\\"', "{", "[", '{"a":', "\\", '"a":', " "])(
  "a megabyte of %j is rejected as JSON without delay",
  (piece) => {
    const before = process.cpuUsage();
    const text = piece.repeat(Math.floor(1_000_000 / piece.length));
    for (const body of [text, `"${text}`, `{"a":"${text}`, `{"a":${text}`]) {
      expect(() => readJson(Buffer.from(body))).toThrow(CodecError);
    }
    expect(process.cpuUsage(before).user).toBeLessThan(3_000_000);
  },
);

test("the same key in different objects, and quotes inside strings, are not duplicate keys", () => {
  const text = '{"a":[{"b":"{\\"a\\":1}"},{"b":"a\\\\"}],"c":{"a":"\\"a\\":"}}';
  expect(readJson(Buffer.from(text))).toEqual(JSON.parse(text));
});

/** A JSON text by hand, with a key twice in one of its objects or in none. */
interface Written {
  readonly text: string;
  readonly isRepeated: boolean;
}
const written = fc.letrec<{ value: Written; object: Written }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc
      .oneof(fc.string({ unit: "binary" }), fc.boolean(), fc.constant(null), fc.double({ noNaN: true }))
      .filter((value) => typeof value !== "string" || !value.includes("\0"))
      .map((value) => ({ text: JSON.stringify(value), isRepeated: false })),
    fc.constantFrom("98765432109876543210", "10.10", "-0.0", "1E+2").map((text) => ({ text, isRepeated: false })),
    fc.array(tie("value"), { maxLength: 3 }).map((items) => ({
      text: `[${items.map(({ text }) => text).join(" , ")}]`,
      isRepeated: items.some(({ isRepeated }) => isRepeated),
    })),
    tie("object"),
  ),
  object: fc
    .array(fc.tuple(fc.constantFrom("a", "b", "c", "1", ":", '"', "\\", '":"', "é", ""), tie("value")), {
      maxLength: 4,
    })
    .map((pairs) => ({
      text: `{${pairs.map(([key, { text }]) => `\n${JSON.stringify(key)}: ${text}`).join(",")}}`,
      isRepeated:
        new Set(pairs.map(([key]) => key)).size < pairs.length || pairs.some(([, { isRepeated }]) => isRepeated),
    })),
}));

test("any JSON is read as JSON.parse reads it, with numbers as written; with a key twice it is refused", () => {
  fc.assert(
    fc.property(written.object, ({ text, isRepeated }) => {
      const read = (): unknown => readJson(Buffer.from(text));
      if (isRepeated) expect(read).toThrow("a key twice");
      else expect(read()).toEqual(JSON.parse(numbersQuoted(text)));
    }),
    { numRuns: 2_000 },
  );
});

const numbersQuoted = (text: string): string =>
  text.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/gs, (token) => (token.startsWith('"') ? token : `"${token}"`));

test("a form is flat, and each name occurs once", () => {
  expect(readForm(Buffer.from("a=1&b=%C3%A9+x&c&"))).toEqual({ a: "1", b: "é x", c: "" });
  expect(writeForm({ a: "1 & 2" })).toBe("a=1+%26+2");
  for (const text of [
    "a=1&a=2",
    "a[b]=1",
    "__proto__=1",
    "constructor=1",
    "a=%00",
    "a=%zz",
    "=1",
    "a%00=1",
    Array.from({ length: 300 }, (_, index) => `f${String(index)}=1`).join("&"),
  ]) {
    expect(() => readForm(Buffer.from(text))).toThrow(CodecError);
  }
});
