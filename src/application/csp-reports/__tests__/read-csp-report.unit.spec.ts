import { readCspReport } from "../read-csp-report";

const ORIGINS = ["https://shop.example"];

const report = (changed: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify({
    "csp-report": {
      "document-uri": "https://shop.example/checkout?acquiring_return=token#step",
      "blocked-uri": "https://skimmer.example/collect?card=4111111111111111",
      "effective-directive": "connect-src",
      "violated-directive": "connect-src 'self'",
      "script-sample": "secret",
      ...changed,
    },
  });

test("a report becomes directive, blocked origin and page, without any query", () => {
  expect(readCspReport(report(), ORIGINS)).toEqual({
    directive: "connect-src",
    blocked: "https://skimmer.example",
    page: "https://shop.example/checkout",
  });
});

test.each([
  ["inline", "inline"],
  ["", "inline"],
  ["trusted-types-sink", "trusted-types-sink"],
  ["wss://skimmer.example:444/socket", "wss://skimmer.example:444"],
])("blocked %j is reported as %s", (uri, blocked) => {
  expect(readCspReport(report({ "blocked-uri": uri }), ORIGINS)?.blocked).toBe(blocked);
});

test("an older browser's directive contains its sources", () => {
  const older = report({
    "effective-directive": undefined,
    "violated-directive": "script-src 'self' https://a.example",
  });
  expect(readCspReport(older, ORIGINS)?.directive).toBe("script-src");
});

test("a card number in the page's path is not repeated", () => {
  const page = "https://shop.example/4111111111111111/checkout";
  expect(readCspReport(report({ "document-uri": page }), ORIGINS)?.page).toBe("https://shop.example/[redacted]");
});

test.each([
  ["another site's page", report({ "document-uri": "https://elsewhere.example/" })],
  ["a browser extension", report({ "blocked-uri": "chrome-extension://abc/content.js" })],
  ["a directive with a line break", report({ "effective-directive": "script-src\nacquiring.paid" })],
  ["a blocked word with a line break", report({ "blocked-uri": "inline\nacquiring.paid" })],
  ["no address", report({ "document-uri": "about" })],
  ["another kind of report", JSON.stringify([{ type: "deprecation" }])],
  ["no JSON", "{"],
])("%s is ignored", (_what, body) => {
  expect(readCspReport(body, ORIGINS)).toBeNull();
});
