import { redactCard } from "../redact-card";

/** What is stored of a notification that contains a card number. */
const KEYS = { signingKeys: ["golden-key-0123456789"] };
const message = (text: string): { account: string; body: Buffer } => ({ account: "main", body: Buffer.from(text) });

test("a message without card data is stored unchanged", () => {
  expect(redactCard(message("order_no=acq_1&amount=10.00"), KEYS)).toEqual({});
});

test("20 of a message with a card number the digits between the first six and the last four are not stored", () => {
  const { body, digest } = redactCard(message("order_no=acq_1&note=4111111111111111"), KEYS);
  expect(body?.toString()).toBe("order_no=acq_1&note=411111******1111");
  expect(digest).toMatch(/^masked:[0-9a-f]{64}$/);
});

test("20 the digest of a masked message cannot be found again without the key", () => {
  const other = redactCard(message("note=4111111111111111"), { signingKeys: ["another-key-0123456789"] });
  expect(other.digest).not.toBe(redactCard(message("note=4111111111111111"), KEYS).digest);
});
