import { XMLParser, XMLValidator } from "fast-xml-parser";
import { CodecError } from "../errors";
import { decodeUtf8, isObject } from "./json";

/**
 * Strict reading of the gateway's XML: one root and nothing beside it, no DTD,
 * entity, comment, processing instruction or namespace, each scalar once, values
 * kept as text ("10.00" stays "10.00"), attributes not read. The parser repairs
 * too much by itself, so most is refused before it runs.
 */
const DECLARATION =
  /^\s*<\?xml\s+version="1\.[01]"(?:\s+encoding="([A-Za-z0-9._-]+)")?(?:\s+standalone="(?:yes|no)")?\s*\?>/;
const DEEPEST = 8;
const MOST_REFERENCES = 2_000;
const NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;
const FORBIDDEN = new Set(["__proto__", "constructor", "prototype"]);

const parser = new XMLParser({
  ignoreAttributes: true,
  parseTagValue: false,
  trimValues: true,
  processEntities: false,
  ignoreDeclaration: true,
  alwaysCreateTextNode: false,
  isArray: () => false,
});

export type XmlNode = string | XmlTree | readonly XmlNode[];
export interface XmlTree {
  readonly [name: string]: XmlNode;
}

/** The children of the root element, which must have this name. */
export function readXml(body: Uint8Array, root: string): XmlTree {
  const text = decodeUtf8(body);
  const declaration = DECLARATION.exec(text);
  const encoding = declaration?.[1]?.toLowerCase();
  if (encoding !== undefined && encoding !== "utf-8") throw new CodecError("The XML is not UTF-8.");
  const content = declaration ? text.slice(declaration[0].length) : text;
  refuseMarkup(content);
  // The parser and its validator both overlook text after the root.
  if (!content.trimEnd().endsWith(">")) throw new CodecError("The XML holds text beside its root.");
  if (XMLValidator.validate(content) !== true) throw new CodecError("The XML is not well formed.");
  const parsed = parseContent(content);
  if (!isObject(parsed)) throw new CodecError("The XML has no root element.");
  const names = Object.keys(parsed);
  if (names.length !== 1 || names[0] !== root) throw new CodecError(`The XML root is not ${root}.`);
  const tree = clean(parsed[root], 0);
  if (typeof tree === "string") {
    if (tree === "") return {};
    throw new CodecError("The XML root holds text.");
  }
  if (isList(tree)) throw new CodecError("The XML has two roots.");
  return tree;
}

/** The parser has refusals of its own; they are ours too. */
function parseContent(content: string): unknown {
  try {
    return parser.parse(content);
  } catch {
    throw new CodecError("The XML is not acceptable.");
  }
}

function refuseMarkup(content: string): void {
  if (/<!DOCTYPE|<!ENTITY|<!ELEMENT|<!ATTLIST/i.test(content))
    throw new CodecError("The XML declares a document type.");
  if (content.includes("<!--")) throw new CodecError("The XML holds a comment.");
  if (content.includes("<?")) throw new CodecError("The XML holds a processing instruction.");
  if (content.includes("<![CDATA[")) throw new CodecError("The XML holds a CDATA section.");
  if (/<\/?[^\s<>/]*:/.test(content) || /<[^<>]*\sxmlns[\s:=]/.test(content))
    throw new CodecError("The XML uses a namespace.");
  if ((content.match(/&/g)?.length ?? 0) > MOST_REFERENCES) throw new CodecError("The XML holds too many references.");
  if (/<[^<>]*(?:<|$)/.test(content)) throw new CodecError("The XML is not well formed.");
  let depth = 0;
  // Without "<" inside a tag every expression here is linear: a notification's bytes come from anyone.
  for (const [tag] of content.matchAll(/<[^<>]*>/g)) {
    if (tag.startsWith("</")) depth -= 1;
    else if (!tag.endsWith("/>")) depth += 1;
    if (depth > DEEPEST) throw new CodecError("The XML is nested too deeply.");
  }
}

const isList = (node: XmlNode): node is readonly XmlNode[] => Array.isArray(node);

function clean(node: unknown, depth: number): XmlNode {
  if (depth > DEEPEST) throw new CodecError("The XML is nested too deeply.");
  if (typeof node === "string") return unescape(node);
  if (Array.isArray(node)) return node.map((item) => clean(item, depth));
  if (!isObject(node)) throw new CodecError("The XML holds a value that is not text.");
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
    if (!whole.endsWith(";")) throw new CodecError("The XML holds a broken reference.");
    if (Object.hasOwn(NAMED, reference)) return NAMED[reference] ?? "";
    const match = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(reference);
    if (!match) throw new CodecError("The XML holds an unknown reference.");
    const code = Number.parseInt(match[1] ?? match[2] ?? "0", match[1] ? 16 : 10);
    if (code < 0x20 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) {
      throw new CodecError("The XML refers to a character that is not allowed.");
    }
    return String.fromCodePoint(code);
  });
}

/** An element's text, or undefined when it is missing. Throws when it stands there twice or holds elements. */
export function scalar(tree: XmlTree, name: string): string | undefined {
  if (!Object.hasOwn(tree, name)) return undefined;
  const node = tree[name];
  if (typeof node === "string") return node;
  throw new CodecError(`The XML element ${name} is not there exactly once as text.`);
}

/** An element that may repeat, each with children. */
export function children(tree: XmlTree, name: string): readonly XmlTree[] {
  const node = Object.hasOwn(tree, name) ? tree[name] : undefined;
  if (node === undefined || node === "") return [];
  const list = typeof node === "object" && isList(node) ? node : [node];
  return list.map((item) => {
    if (typeof item === "string" || isList(item)) throw new CodecError(`The XML element ${name} holds no elements.`);
    return item;
  });
}
