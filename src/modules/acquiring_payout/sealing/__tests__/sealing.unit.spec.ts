import { createSecretKey, randomBytes } from "node:crypto";
import fc from "fast-check";
import { KeyRing } from "../key-ring";
import { keyOf, open, seal } from "../seal";

/** Encrypted data. */
const newKey = (id: string): { id: string; key: ReturnType<typeof createSecretKey> } => ({
  id,
  key: createSecretKey(randomBytes(32)),
});
const [old, young] = [newKey("old"), newKey("young")];
const ring = new KeyRing([young, old]);
const place = { table: "acquiring_payout", id: "acqpay_1", column: "sealed" };

test("encrypted data decrypts where it was written, and never looks the same twice", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      const [one, two] = [seal(ring, place, text), seal(ring, place, text)];
      expect(one).not.toBe(two);
      expect([open(ring, place, one), open(ring, place, two)]).toEqual([text, text]);
    }),
  );
});

test("it does not decrypt in another table, row or column", () => {
  const sealed = seal(ring, place, "GB33BUKB20201555555555");
  for (const other of [{ table: "acquiring_beneficiary_version" }, { id: "acqpay_2" }, { column: "payer" }])
    expect(() => open(ring, { ...place, ...other }, sealed)).toThrow(/cannot be decrypted/);
});

test("no byte of it can be changed", () => {
  const sealed = seal(ring, place, "12345678");
  fc.assert(
    fc.property(fc.nat(sealed.length - 1), fc.constantFrom(..."AbC3_-."), (at, letter) => {
      fc.pre(sealed[at] !== letter);
      const changed = sealed.slice(0, at) + letter + sealed.slice(at + 1);
      const opened = (): string => open(ring, place, changed);
      // The last letter of base64 may contain unused bits.
      if (Buffer.from(changed.split(".").at(-1) ?? "", "base64url").equals(lastBytes(sealed)) && at > sealed.length - 2)
        expect(opened()).toBe("12345678");
      else expect(opened).toThrow();
    }),
  );
});
const lastBytes = (sealed: string): Buffer => Buffer.from(sealed.split(".").at(-1) ?? "", "base64url");

test("the first key encrypts, all of them decrypt, and a key that was removed too early is named", () => {
  const before = seal(new KeyRing([old]), place, "text");
  expect(open(ring, place, before)).toBe("text");
  expect([keyOf(before, place), keyOf(seal(ring, place, "text"), place)]).toEqual(["old", "young"]);
  expect(() => open(new KeyRing([young]), place, before)).toThrow(/the key "old", which is not in the option/);
});

test("another key under the same id decrypts nothing, and the error does not contain the data", () => {
  const sealed = seal(ring, place, "secret-account-77");
  expect(() => open(new KeyRing([newKey("young")]), place, sealed)).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining("secret-account-77") }),
  );
});

test("a hash is of one text and one key; a fingerprint is found with every key and is not a hash", () => {
  const hash = ring.hash("payload");
  expect(hash).toMatch(/^young:[\w-]{43}$/);
  expect([ring.isHashOf(hash, "payload"), ring.isHashOf(hash, "payloaD"), ring.isHashOf("x:y", "payload")]).toEqual([
    true,
    false,
    false,
  ]);
  expect(ring.isHashOf(new KeyRing([old]).hash("payload"), "payload")).toBe(true);
  expect(ring.fingerprints("payload")).toContain(new KeyRing([old]).fingerprint("payload"));
  expect(hash).not.toContain(ring.fingerprint("payload"));
});
