import { contentSecurityPolicy } from "../content-security-policy";

/** The header by directive. */
const directives = (header: string): Record<string, string> =>
  Object.fromEntries(
    header.split("; ").map((line) => [line.slice(0, line.indexOf(" ")), line.slice(line.indexOf(" ") + 1)]),
  );

const backendUrl = "https://api.shop.example/";

test("without an iFrame only the shop and Medusa are allowed, and no frame", () => {
  expect(directives(contentSecurityPolicy({ backendUrl }))).toEqual({
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": "'self' https://api.shop.example",
    "frame-src": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
    "base-uri": "'none'",
  });
});

test("nothing makes it allow inline code or eval", () => {
  const header = contentSecurityPolicy({
    backendUrl,
    frames: ["https:"],
    nonce: "bm9uY2U=",
    reportUri: "https://api.shop.example/acquiring/csp-reports",
  });
  expect(header).not.toContain("unsafe");
  expect(directives(header)).toMatchObject({
    "script-src": "'self' 'nonce-bm9uY2U='",
    "style-src": "'self' 'nonce-bm9uY2U='",
    "frame-src": "https://api.shop.example https:",
    "report-uri": "https://api.shop.example/acquiring/csp-reports",
  });
});

test("the iFrame shows our page, whose address may differ from Medusa's, and the named ones", () => {
  const policy = { backendUrl, publicBaseUrl: "https://pay.shop.example", frames: ["https://gateway.example"] };
  expect(directives(contentSecurityPolicy(policy))["frame-src"]).toBe(
    "https://pay.shop.example https://gateway.example",
  );
});

test("what the shop needs besides is added to its directive, and replaces 'none'", () => {
  const also = {
    "img-src": ["https://images.shop.example", "data:"],
    "frame-ancestors": ["'self'"],
    "worker-src": ["'self'"],
  };
  expect(directives(contentSecurityPolicy({ backendUrl, also }))).toMatchObject({
    "img-src": "'self' data: https://images.shop.example",
    "frame-ancestors": "'self'",
    "worker-src": "'self'",
  });
});

test("with Trusted Types no policy may turn texts into code, except those that the shop names", () => {
  const policy = { backendUrl, trustedTypes: true };
  const named = { ...policy, also: { "trusted-types": ["nextjs"] } };
  expect(directives(contentSecurityPolicy(policy))).toMatchObject({
    "require-trusted-types-for": "'script'",
    "trusted-types": "'none'",
  });
  expect(directives(contentSecurityPolicy(named))["trusted-types"]).toBe("nextjs");
});

test.each([
  ["a second directive", { frames: ["https://a.example; script-src *"] }],
  ["a second source", { nonce: "abc' *" }],
  ["a second policy", { reportUri: "/reports,default-src *" }],
  ["a directive's name", { also: { "script-src *; img-src": [] } }],
])("a value that would become %s is refused", (_what, policy) => {
  expect(() => contentSecurityPolicy({ backendUrl, ...policy })).toThrow(TypeError);
});
