/*
 * Rewrites XML as elements and escaped text alone, the way a conforming parser understands it: a comment and a
 * processing instruction are nothing, a CDATA section is its text, attributes fall away. Whatever declares a document
 * type, or is not well formed inside a tag, is refused. One pass, linear: a notification's bytes come from anyone. It
 * knows no fields, and does not look at whether the tags fit each other.
 */

import { CodecError } from "../model/errors";

/** A child with attributes and no text: its value may be in one, which is not read. So it is unreadable, not empty. */
export const IN_ATTRIBUTES = "value-in-attributes";

const CLOSED: readonly (readonly [open: string, close: string])[] = [
  ["<!--", "-->"],
  ["<![CDATA[", "]]>"],
  ["<?", "?>"],
];
const TAG_NAME = /[^\s<>/"'=]+/y;
const ATTRIBUTE = /\s+([^\s<>/"'=]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
const TAG_END = /\s*(\/?)>/y;
/** About the document or the kind of a value, never the value itself. */
const META = /^(?:xmlns(?::|$)|xml:|xsi:|(?:type|class|nil|null|format|length|encoding)$)/;

export function plainMarkup(text: string): string {
  return new Rewriter(text).run();
}

class Rewriter {
  private readonly out: string[] = [];
  private at = 0;
  /** The element just opened has attributes and, so far, neither text nor elements. */
  private isBare = false;

  constructor(private readonly text: string) {}

  run(): string {
    while (this.at < this.text.length) {
      const next = this.text.indexOf("<", this.at);
      this.write(this.text.slice(this.at, next < 0 ? undefined : next));
      if (next < 0) break;
      this.at = next;
      this.markup();
    }
    return this.out.join("");
  }

  private write(piece: string): void {
    if (piece.trim() !== "") this.isBare = false;
    this.out.push(piece);
  }

  private markup(): void {
    for (const [open, close] of CLOSED) {
      if (this.text.startsWith(open, this.at)) return this.section(open, close);
    }
    if (this.text.startsWith("<!", this.at)) throw new CodecError("The XML declares a document type.");
    if (this.text.startsWith("</", this.at)) return this.closeTag();
    this.openTag();
  }

  private section(open: string, close: string): void {
    const from = this.at + open.length;
    const end = this.text.indexOf(close, from);
    if (end < 0) throw new CodecError("The XML contains an unclosed section.");
    const content = this.text.slice(from, end);
    this.at = end + close.length;
    if (open === "<![CDATA[") this.write(escaped(content));
    if (open === "<!--" && (content.includes("--") || content.endsWith("-") || /^-?>/.test(content)))
      throw new CodecError("The XML contains a malformed comment.");
    if (open === "<?" && !/^(?!xml(?:\s|$))[A-Za-z_][\w.-]*(?:\s|$)/i.test(content))
      throw new CodecError("The XML contains a processing instruction that is not allowed.");
  }

  private closeTag(): void {
    this.at += 2;
    const name = this.match(TAG_NAME)[0];
    const isSelfClosed = this.match(TAG_END)[1] === "/";
    if (isSelfClosed) throw notWellFormed();
    this.out.push(`${this.isBare ? `<${IN_ATTRIBUTES}/>` : ""}</${name}>`);
    this.isBare = false;
  }

  private openTag(): void {
    this.at += 1;
    const name = this.match(TAG_NAME)[0];
    const names = new Set<string>();
    for (let attribute = this.tryMatch(ATTRIBUTE); attribute; attribute = this.tryMatch(ATTRIBUTE)) {
      const [, label = "", double, single = ""] = attribute;
      if (names.has(label) || /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9a-fA-F]{1,6});)/.test(double ?? single))
        throw notWellFormed();
      names.add(label);
    }
    const isEmpty = this.match(TAG_END)[1] === "/";
    const isBare = [...names].some((label) => !META.test(label));
    const closed = isBare ? `><${IN_ATTRIBUTES}/></${name}>` : "/>";
    this.out.push(`<${name}${isEmpty ? closed : ">"}`);
    this.isBare = isBare && !isEmpty;
  }

  private tryMatch(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.at;
    const found = expression.exec(this.text);
    if (found) this.at = expression.lastIndex;
    return found;
  }

  private match(expression: RegExp): RegExpExecArray {
    const found = this.tryMatch(expression);
    if (found) return found;
    throw notWellFormed();
  }
}

const notWellFormed = (): CodecError => new CodecError("The XML is not well formed.");

export const escaped = (text: string): string =>
  text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
