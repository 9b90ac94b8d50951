import { parseUrl } from "../parse-url";
import { z } from "@medusajs/framework/zod";
import { withoutCard } from "../card-field";

/** What a shop's page was kept from doing, as a browser reports it. Anybody can send one, so it proves nothing. */
export interface CspViolation {
  readonly directive: string;
  /** An origin, or a word such as `inline` or `eval`. Never a whole URL: it may contain what a customer typed. */
  readonly blocked: string;
  readonly page: string;
}

const Report = z.object({
  "csp-report": z.object({
    "document-uri": z.string(),
    "blocked-uri": z.string().default(""),
    "effective-directive": z.string().optional(),
    /** Older browsers have only this one, with the sources behind the name. */
    "violated-directive": z.string().default(""),
  }),
});

/** The violation in a `report-uri` request; null if it is none, or not of one of the shop's pages. */
export function readCspReport(body: string, origins: readonly string[]): CspViolation | null {
  const report = Report.safeParse(jsonOf(body)).data?.["csp-report"];
  if (!report) return null;
  const directive = (report["effective-directive"] ?? report["violated-directive"]).split(" ")[0] ?? "";
  const blocked = blockedBy(report["blocked-uri"]);
  const page = pageOf(report["document-uri"], origins);
  if (!/^[a-z-]{1,40}$/.test(directive) || blocked === null || page === null) return null;
  return { directive, blocked, page };
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

/** Browser extensions break the policy of every page they touch, so what they load is not reported. */
function blockedBy(uri: string): string | null {
  if (uri === "") return "inline";
  if (/^[a-z-]{1,40}$/.test(uri)) return uri;
  const url = parseUrl(uri);
  return url !== null && /^(?:http|ws)s?:$/.test(url.protocol) ? url.origin.slice(0, 200) : null;
}

/** The page without its query, which may hold a token. */
function pageOf(uri: string, origins: readonly string[]): string | null {
  const url = parseUrl(uri);
  if (url === null || !origins.includes(url.origin)) return null;
  return url.origin + (withoutCard(url.pathname) ?? "/[redacted]").slice(0, 100);
}
