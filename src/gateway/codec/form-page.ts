/* The single form of an HTML page; all else is ignored. What browsers might send differently is refused. */

import { createRequire } from "node:module";
import type * as Library from "htmlparser2";
import { CodecError } from "../model/errors";
import { onFirstUse } from "../model/on-first-use";
import { readSafeFormAction } from "../model/safe-url";
import { decodeUtf8 } from "./json";

/** Only stores that let the server follow the gateway's page need it. */
const library = onFirstUse((): typeof Library => createRequire(__filename)("htmlparser2"));

const MOST_BYTES = 256 * 1024;
const MOST_INPUTS = 500;
const DEEPEST = 200;
const LONGEST_NAME = 100;
const LONGEST_VALUE = 16 * 1024;
const FORM_ENCODING = "application/x-www-form-urlencoded";

/** Inputs whose value is sent as it is in the page; an input without a type is a text. */
const SENT = new Set(["hidden", "text"]);
/** Inputs that send nothing unless they are pressed. */
const PRESSED = new Set(["submit", "button", "reset", "image"]);
/** Their content is text, or inert, to a browser, and not to every parser. */
const INERT = new Set(["template", "noscript", "svg", "math", "xmp", "iframe", "noembed", "noframes", "object"]);

export interface PageForm {
  readonly method: "post" | "get";
  readonly url: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
}

type Attributes = Readonly<Record<string, string>>;

/** `page` is the page's address. Throws `CodecError` unless there is exactly one valid form. */
export function readFormPage(body: Uint8Array, page: string): PageForm {
  if (body.byteLength > MOST_BYTES) throw new CodecError("The page is too large.");
  const reader = new FormReader(page);
  const parser = new (library().Parser)({
    onopentag: (name, attributes) => reader.open(name, attributes),
    onclosetag: (name, isImplied) => reader.close(name, isImplied),
  });
  parser.end(decodeUtf8(body));
  return reader.form();
}

class FormReader {
  private found: Pick<PageForm, "method" | "url"> | null = null;
  private isOpen = false;
  private depth = 0;
  private inert = 0;
  private inputs = 0;
  private readonly fields: [string, string][] = [];

  constructor(private readonly page: string) {}

  open(name: string, attributes: Attributes): void {
    this.depth += 1;
    if (this.depth > DEEPEST) throw new CodecError("The page is nested too deeply.");
    if (INERT.has(name)) this.inert += 1;
    if (name === "base") throw new CodecError("The page has a base element.");
    if (name === "form") this.openForm(attributes);
    if (name === "input") this.input(attributes);
    if ((name === "select" || name === "textarea") && (this.isOpen || attributes.form !== undefined)) {
      throw new CodecError("The form requires input from the customer.");
    }
  }

  close(name: string, isImplied: boolean): void {
    this.depth -= 1;
    if (INERT.has(name)) this.inert -= 1;
    if (name !== "form") return;
    // A truncated page may have lost its last fields.
    if (isImplied) throw new CodecError("The form does not end.");
    this.isOpen = false;
  }

  form(): PageForm {
    if (this.found === null) throw new CodecError("The page has no form.");
    return { ...this.found, fields: this.fields };
  }

  private openForm(attributes: Attributes): void {
    if (this.found !== null) throw new CodecError("The page has two forms.");
    if (this.inert > 0) throw new CodecError("The form is in a place where a browser does not see it.");
    const url = readSafeFormAction(attributes.action ?? "", this.page);
    if (url === null) throw new CodecError("The form's action is not a valid address.");
    const encoding = attributes.enctype?.trim().toLowerCase() ?? FORM_ENCODING;
    const charset = attributes["accept-charset"]?.trim().toLowerCase() ?? "utf-8";
    if (encoding !== FORM_ENCODING || charset !== "utf-8")
      throw new CodecError("The form is not sent as URL-encoded UTF-8.");
    this.found = { method: methodOf(attributes.method), url: url.href };
    this.isOpen = true;
  }

  private input(attributes: Attributes): void {
    if (attributes.form !== undefined) throw new CodecError("An input belongs to a form elsewhere on the page.");
    if (!this.isOpen) return;
    this.inputs += 1;
    if (this.inputs > MOST_INPUTS) throw new CodecError("The form has too many inputs.");
    const type = attributes.type?.trim().toLowerCase() || "text";
    if (!SENT.has(type) && !PRESSED.has(type)) throw new CodecError("The form requires input from the customer.");
    const { name = "", value = "" } = attributes;
    if (PRESSED.has(type) || name === "" || attributes.disabled !== undefined) return;
    if (name.length > LONGEST_NAME || value.length > LONGEST_VALUE)
      throw new CodecError("A field of the form is too long.");
    this.fields.push([name, value]);
  }
}

function methodOf(method: string | undefined): PageForm["method"] {
  const name = method?.trim().toLowerCase() || "get";
  if (name === "post" || name === "get") return name;
  throw new CodecError("The form has a method that sends nothing.");
}
