/*
 * Strict reading of the gateway's XML: one root and nothing beside it but comments and processing instructions, no
 * DTD, entity or prefixed element, each scalar once, values kept as text ("10.00" stays "10.00"), attributes not read.
 * Comments, CDATA sections and attributes are taken out as a conforming parser would (`xml-markup.ts`). The parser
 * repairs too much by itself, so most is refused before it runs.
 */

import { createRequire } from "node:module";
import type * as Library from "fast-xml-parser";
import { CodecError } from "../model/errors";
import { onFirstUse } from "../model/on-first-use";
import { decodeUtf8, isObject } from "./json";
import { escaped, plainMarkup } from "./xml-markup";

const VERSION = /^\s*<\?xml\s+version\s*=\s*(?:"1\.[01]"|'1\.[01]')/;
const DECLARATION = new RegExp(
  `${VERSION.source}(?:\\s+encoding\\s*=\\s*(?:"([A-Za-z0-9._-]+)"|'([A-Za-z0-9._-]+)'))?(?:\\s+standalone\\s*=\\s*(?:"(?:yes|no)"|'(?:yes|no)'))?\\s*\\?>`,
);
const DEEPEST = 8;
const MOST_REFERENCES = 2_000;
const NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;
const FORBIDDEN = new Set(["__proto__", "constructor", "prototype"]);

const library = onFirstUse((): typeof Library => createRequire(__filename)("fast-xml-parser"));
const parser = onFirstUse(
  () =>
    new (library().XMLParser)({
      ignoreAttributes: true,
      parseTagValue: false,
      trimValues: true,
      processEntities: false,
      ignoreDeclaration: true,
      alwaysCreateTextNode: false,
      isArray: () => false,
    }),
);

/** The names are the interface's. */
export function writeXml(root: string, values: Readonly<Record<string, string>>): string {
  const elements = Object.entries(values).map(([name, value]) => `<${name}>${escaped(value)}</${name}>`);
  return `<?xml version="1.0" encoding="UTF-8"?><${root}>${elements.join("")}</${root}>`;
}

export type XmlNode = string | XmlTree | readonly XmlNode[];
export interface XmlTree {
  readonly [name: string]: XmlNode;
}

/** The children of the root element, which must have this name; null: any. */
export function readXml(body: Uint8Array, root: string | null): XmlTree {
  const text = decodeUtf8(body);
  const declaration = DECLARATION.exec(text);
  const encoding = (declaration?.[1] ?? declaration?.[2])?.toLowerCase();
  if (encoding !== undefined && encoding !== "utf-8") throw new CodecError("The XML is not UTF-8.");
  const written = declaration ? text.slice(declaration[0].length) : text;
  const content = plainMarkup(written);
  refuseMarkup(content);
  // The parser and its validator both overlook text after the root.
  if (!content.trimEnd().endsWith(">")) throw new CodecError("The XML contains text outside its root.");
  if (library().XMLValidator.validate(content) !== true) throw new CodecError("The XML is not well formed.");
  const parsed = parseContent(content);
  if (!isObject(parsed)) throw new CodecError("The XML has no root element.");
  const [name, ...others] = Object.keys(parsed);
  if (name === undefined || others.length > 0 || name !== (root ?? name))
    throw new CodecError(`The XML root is not ${root ?? "one element"}.`);
  const tree = clean(parsed[name], 0);
  if (typeof tree === "string") {
    if (tree === "") return {};
    throw new CodecError("The XML root contains text.");
  }
  if (isXmlList(tree)) throw new CodecError("The XML has two roots.");
  return tree;
}

/** The parser's own refusals are kept. */
function parseContent(content: string): unknown {
  try {
    return parser().parse(content);
  } catch {
    throw new CodecError("The XML is not acceptable.");
  }
}

function refuseMarkup(content: string): void {
  if (/<\/?[^\s<>/]*:/.test(content)) throw new CodecError("The XML uses a namespace prefix.");
  if ((content.match(/&/g)?.length ?? 0) > MOST_REFERENCES)
    throw new CodecError("The XML contains too many references.");
  if (/<[^<>]*(?:<|$)/.test(content)) throw new CodecError("The XML is not well formed.");
  let depth = 0;
  // Without "<" inside a tag every expression here is linear: a notification's bytes come from anyone.
  for (const [tag] of content.matchAll(/<[^<>]*>/g)) {
    if (tag.startsWith("</")) depth -= 1;
    else if (!tag.endsWith("/>")) depth += 1;
    if (depth > DEEPEST) throw new CodecError("The XML is nested too deeply.");
  }
}

export const isXmlList = (node: XmlNode): node is readonly XmlNode[] => Array.isArray(node);

function clean(node: unknown, depth: number): XmlNode {
  if (depth > DEEPEST) throw new CodecError("The XML is nested too deeply.");
  if (typeof node === "string") return unescape(node);
  if (Array.isArray(node)) return node.map((item) => clean(item, depth));
  if (!isObject(node)) throw new CodecError("The XML contains a value that is not text.");
  const tree: Record<string, XmlNode> = {};
  for (const [name, item] of Object.entries(node)) {
    if (!NAME.test(name) || FORBIDDEN.has(name))
      throw new CodecError("The XML has an element name that is not allowed.");
    tree[name] = clean(item, depth + 1);
  }
  return tree;
}

const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** The five named references and numeric ones to printable characters; any other is refused. */
function unescape(text: string): string {
  return text.replace(/&([^;&]{0,10});?/g, (whole: string, reference: string) => {
    if (!whole.endsWith(";")) throw new CodecError("The XML contains a broken reference.");
    if (Object.hasOwn(NAMED, reference)) return NAMED[reference] ?? "";
    const match = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(reference);
    if (!match) throw new CodecError("The XML contains an unknown reference.");
    const code = Number.parseInt(match[1] ?? match[2] ?? "0", match[1] ? 16 : 10);
    if (code < 0x20 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) {
      throw new CodecError("The XML contains a reference to a character that is not allowed.");
    }
    return String.fromCodePoint(code);
  });
}

/** An element's text, or undefined if it is missing. Throws if it occurs twice or contains elements. */
export function scalar(tree: XmlTree, name: string): string | undefined {
  if (!Object.hasOwn(tree, name)) return undefined;
  const node = tree[name];
  if (typeof node === "string") return node;
  throw new CodecError(`The XML element ${name} is missing, repeated or not text.`);
}
