import { optionsWith } from "../../../../gateway/__tests__/fixtures";
import { parseOptions } from "../../../../options/options";
import type { Ledger } from "../../ledger/ledger";
import type { AttemptRow } from "../../ledger/rows/attempt-row";
import { SignedTokens } from "../signed-tokens";

const OLD = "old-key-0123456789";
const NEW = "new-key-0123456789";
const LINK = { id: "acqlnk_1", serial: "1" };
const attempt = { account: "main", order_no: "acq_7" } as AttemptRow;
const ledger = { attemptByOrderNo: async () => attempt } as unknown as Ledger;
const last = (url: string): string => url.split("/").at(-1) ?? "";

const tokensOf = (main: object): SignedTokens => new SignedTokens(ledger, parseOptions(optionsWith(main)));
const former = { baseUrl: "https://old.example", merchantId: "1", accountId: "1", signingKeys: [OLD] };

const before = tokensOf({ signingKeys: [OLD] });
const moved = tokensOf({ signingKeys: [NEW], former: [former] });
const forgotten = tokensOf({ signingKeys: [NEW] });

test("sessions, pages and links from before a change of account open while the account is listed as a former one", async () => {
  for (const [tokens, opens] of [
    [moved, true],
    [forgotten, false],
  ] as const) {
    expect(tokens.isSessionToken("main", "payses_1", before.sessionToken("main", "payses_1"))).toBe(opens);
    expect(await tokens.attemptOf("go", last(before.goUrl(attempt)))).toBe(opens ? attempt : undefined);
    const { returnUrl, cancelUrl } = before.addresses("main", attempt.order_no);
    for (const url of [returnUrl, cancelUrl])
      expect(await tokens.attemptOf("return", last(url))).toBe(opens ? attempt : undefined);
    expect(tokens.linkOf(before.linkToken(LINK))).toEqual(opens ? LINK : null);
  }
});

test("new tokens are signed with the present account's first key only", () => {
  expect(moved.activeKey("main")).toBe(NEW);
  expect(moved.sessionToken("main", "payses_1")).toBe(forgotten.sessionToken("main", "payses_1"));
  expect(moved.linkToken(LINK)).toBe(forgotten.linkToken(LINK));
});
