import type { GatewayProfile } from "../model/profile";
import { writeForm } from "./form";
import { writeJson } from "./json";
import { writeXml } from "./xml";

type Encoding = GatewayProfile["encoding"]["cancelSubscription"];

export interface EncodedBody {
  readonly contentType: string;
  readonly body: string;
}

const FORM = "application/x-www-form-urlencoded";

/** `xml` is flat, below the element `root`. `json-as-form` is JSON under the form content type, as the samples of the gateway's interface send it; `form` carries nested parts as JSON texts. */
export function encodeBody(encoding: Encoding, body: Readonly<Record<string, unknown>>, root = ""): EncodedBody {
  switch (encoding) {
    case "json":
      return { contentType: "application/json", body: writeJson(body) };
    case "json-as-form":
      return { contentType: FORM, body: writeJson(body) };
    case "form":
      return { contentType: FORM, body: writeForm(flat(body)) };
    case "xml":
      return { contentType: "application/xml", body: writeXml(root, flat(body)) };
  }
}

const flat = (body: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, typeof value === "string" ? value : writeJson(value)]),
  );
