import { gatewayFindings } from "../../application/dashboard/gateway-signals";
import { judgeDatabase } from "../doctor/judge-database";
import { judgeGateway } from "../doctor/judge-network";

/** The doctor's findings about a gateway that responds: readable responses, and the queried payment. */
const SEEN = {
  account: "main",
  baseUrl: "https://gateway.example",
  reached: { kind: "answered" as const, date: "Sun, 22 Nov 2026 10:00:02 GMT" },
  at: new Date("2026-11-22T10:00:00Z"),
};

it.each([
  ["http_400", "The gateway answered HTTP 400.", /signingKeys.*profile\.signing/],
  ["unreadable_rows", "orders_list is a text.", /signature FILE lists the fields/],
  ["I0013", "The signature is wrong (I0013).", /signingKeys/],
])("a query that fails with %s names the option", (code, message, remedy) => {
  const query = { kind: "failed" as const, code, message };
  expect(judgeGateway({ ...SEEN, query }).at(-1)).toMatchObject({
    status: "fail",
    remedy: expect.stringMatching(remedy),
  });
});

it.each([
  [{ orderNo: "acq_7", reading: "captured" }, "ok", 'the newest payment (acq_7) is "captured"'],
  [{ orderNo: null, reading: "not_found" }, "ok", "The ledger has no payment of this account"],
  [{ orderNo: "acq_7", reading: "not_found" }, "warn", "the newest payment (acq_7) was not found"],
  [{ orderNo: "acq_7", reading: "unmapped" }, "warn", "a status that profile.status does not list"],
] as const)("a query for the newest payment, or for none: %j", (query, status, message) => {
  expect(judgeGateway({ ...SEEN, query: { kind: "answered", ...query } }).at(-1)).toMatchObject({
    status,
    message: expect.stringContaining(message),
  });
});

it("unreadable responses and unknown results are reported from the store's database", () => {
  const findings = gatewayFindings({
    unreadable: [{ operation: "query", unreadable: 3, requests: 3 }],
    unknown: { open: 1, overdue: 1, recent: 0, sent: 9 },
  });
  const gateways = [
    { account: "main", newestOrderNo: null, findings },
    { account: "other", newestOrderNo: null, findings: [] },
  ];
  const rows = {
    skewMs: 0,
    open: [],
    recovering: [],
    migrations: [],
    regions: [],
    manual: [],
    regionCount: 1,
    gateways,
  };
  const expected = {
    migrations: [],
    accounts: ["main"],
    allowDirectCard: false,
    hasMethods: false,
    identities: new Map(),
  };
  const found = judgeDatabase({ rows, problem: null }, expected).filter(({ check }) => check.startsWith("responses"));
  expect(found).toMatchObject([
    {
      check: "responses of main",
      status: "fail",
      message: expect.stringContaining('3 of the last hour\'s 3 responses to "query"'),
    },
    {
      check: "responses of main",
      status: "warn",
      message: expect.stringContaining("1 operation has an unknown result"),
    },
    { check: "responses of other", status: "ok" },
  ]);
});
