/**
 * The `Content-Security-Policy` header of the shop's pages: the strictest with which the SDK, the components and every
 * redirect work. Call it on the server that sends the pages; browsers never need it, so bundlers drop it.
 */
export interface PagePolicy {
  /** Medusa's URL, as for `createAcquiring`. */
  readonly backendUrl: string;
  /** The plugin's option of this name, if it is not `backendUrl`'s origin. */
  readonly publicBaseUrl?: string;
  /**
   * For the hosted card page in an iFrame: the gateway's origin and those of the banks' 3-D Secure pages, or `https:`
   * for any bank. Default: none, and the pages may show no frame at all.
   */
  readonly frames?: readonly string[];
  /** New and random for each response; for inline scripts and styles of the shop's framework that carry it. */
  readonly nonce?: string;
  /**
   * Browsers with Trusted Types then refuse every text as HTML or as a script's address. Our code needs none; React and
   * the shop's other libraries must not either, or `also` names their policies: `{ "trusted-types": ["nextjs"] }`.
   */
  readonly trustedTypes?: boolean;
  /** Where browsers report what the policy blocked. */
  readonly reportUri?: string;
  /** What the shop needs besides, by directive: `{ "img-src": ["https://images.shop.example"] }`. */
  readonly also?: Readonly<Record<string, readonly string[]>>;
}

/** None of the directives needs `unsafe-inline` or `unsafe-eval`. */
export function contentSecurityPolicy(policy: PagePolicy): string {
  const {
    backendUrl,
    publicBaseUrl = backendUrl,
    frames = [],
    nonce,
    trustedTypes = false,
    reportUri,
    also = {},
  } = policy;
  const inline = nonce === undefined ? [] : [`'nonce-${nonce}'`];
  const directives: Record<string, readonly string[]> = {
    "default-src": [],
    "script-src": ["'self'", ...inline],
    "style-src": ["'self'", ...inline],
    "img-src": ["'self'", "data:"],
    "font-src": ["'self'"],
    "connect-src": ["'self'", originOf(backendUrl)],
    "frame-src": frames.length > 0 ? [originOf(publicBaseUrl), ...frames] : [],
    "form-action": ["'self'"],
    "frame-ancestors": [],
    "base-uri": [],
    ...(trustedTypes ? { "require-trusted-types-for": ["'script'"], "trusted-types": [] } : {}),
    ...(reportUri === undefined ? {} : { "report-uri": [reportUri] }),
  };
  for (const [name, sources] of Object.entries(also)) directives[name] = [...(directives[name] ?? []), ...sources];
  return Object.entries(directives).map(line).join("; ");
}

const originOf = (url: string): string => new URL(url).origin;

const IS_NAME = /^[a-z-]+$/;
/** A space, comma or semicolon inside a source would be another source or directive. */
const IS_SOURCE = /^[^\s,;]+$/;

function line([name, sources]: [string, readonly string[]]): string {
  const wrong = IS_NAME.test(name) ? sources.find((source) => !IS_SOURCE.test(source)) : name;
  if (wrong !== undefined) throw new TypeError(`contentSecurityPolicy: "${wrong}" is not valid in a policy.`);
  return `${name} ${sources.length > 0 ? [...new Set(sources)].join(" ") : "'none'"}`;
}
