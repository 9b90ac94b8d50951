import { ipBucket } from "../ip-bucket";
import { cardDigest } from "../velocity";

/** The parts of the velocity limits that need no database. */
const NUMBER = "4111111111111111";

test("a card's digest is the same for every spelling of its number, and different under another key", () => {
  const digest = cardDigest("key-one-123", NUMBER);
  expect(digest).toMatch(/^[0-9a-f]{32}$/);
  expect(cardDigest("key-one-123", "4111 1111-1111 1111")).toBe(digest);
  expect(cardDigest("key-two-123", NUMBER)).not.toBe(digest);
  expect(cardDigest("key-one-123", "4111111111111112")).not.toBe(digest);
});

test("a card's digest does not change between releases, so earlier counts stay valid", () => {
  expect(cardDigest("golden-key-0123456789", NUMBER)).toBe("06bf640509c11388aee70bb4fdaf74aa");
});

test.each([
  ["192.0.2.7", "192.0.2.7"],
  [" 192.0.2.7:51234 ", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["::FFFF:c000:0207", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002::9", "2001:db8:1:2::/64"],
  ["[2001:db8:1:2::9]:443", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["2001:db8:1:2:3:4:192.0.2.7", "2001:db8:1:2::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["::", "0:0:0:0::/64"],
  ["1::", "1:0:0:0::/64"],
])("the address %s counts as %s", (address, counted) => {
  expect(ipBucket(address)).toBe(counted);
});

test.each([["", "unknown", "300.1.1.1", "a, b", "[", "2001:db8::1::2", "x".repeat(1_000)]])(
  "invalid addresses count as one",
  (...addresses) => {
    expect(new Set(addresses.map(ipBucket))).toEqual(new Set(["unreadable"]));
  },
);

test("addresses of neighbouring /64 prefixes count separately", () => {
  expect(ipBucket("2001:db8:1:2::1")).not.toBe(ipBucket("2001:db8:1:3::1"));
});
