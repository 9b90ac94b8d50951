import type { KeyObject } from "node:crypto";
import { createHmac, createSecretKey, hkdfSync, timingSafeEqual } from "node:crypto";
import { MedusaError } from "@medusajs/framework/utils";
import type { EncryptionKey } from "../../../options/payout-options";

/**
 * The options' keys, with one derived key per purpose. The first encrypts and signs; all of them decrypt and verify.
 */
export type Purpose = "seal" | "fingerprint" | "payload" | "approval";

const KEY_BYTES = 32;

export class KeyRing {
  readonly #keys: ReadonlyMap<string, Readonly<Record<Purpose, KeyObject>>>;
  readonly current: string;

  constructor(keys: readonly EncryptionKey[]) {
    const [first] = keys;
    if (!first) throw new MedusaError(MedusaError.Types.NOT_ALLOWED, 'Set the option "payout.encryptionKeys".');
    this.current = first.id;
    this.#keys = new Map(
      keys.map(({ id, key }) => [
        id,
        {
          seal: derived(key, "seal"),
          fingerprint: derived(key, "fingerprint"),
          payload: derived(key, "payload"),
          approval: derived(key, "approval"),
        },
      ]),
    );
  }

  get ids(): readonly string[] {
    return [...this.#keys.keys()];
  }

  /** Throws if the key was removed from the options while data is still encrypted with it. */
  key(id: string, purpose: Purpose): KeyObject {
    const found = this.#keys.get(id);
    if (found) return found[purpose];
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      `Data is encrypted with the key "${id}", which is not in the option "payout.encryptionKeys". Add it again after the others.`,
    );
  }

  has(id: string): boolean {
    return this.#keys.has(id);
  }

  /** Finds the same text without revealing it. */
  fingerprint(text: string, id = this.current): string {
    return createHmac("sha256", this.key(id, "fingerprint")).update(text).digest("base64url");
  }

  /** With every key: earlier data is found during a rotation. */
  fingerprints(text: string): string[] {
    return this.ids.map((id) => this.fingerprint(text, id));
  }

  /** `<keyId>:<hash>`. */
  hash(text: string, id = this.current): string {
    return this.mac("payload", text, id);
  }

  isHashOf(hash: string, text: string): boolean {
    return this.isMac("payload", hash, text);
  }

  /** Of an approval, which counts only with it. `<keyId>:<mac>`. */
  sign(text: string): string {
    return this.mac("approval", text, this.current);
  }

  isSigned(signature: string, text: string): boolean {
    return this.isMac("approval", signature, text);
  }

  /** Was it made with one of these keys? */
  knows(mac: string): boolean {
    return this.has(mac.slice(0, mac.indexOf(":")));
  }

  private mac(purpose: Purpose, text: string, id: string): string {
    return `${id}:${createHmac("sha256", this.key(id, purpose)).update(text).digest("base64url")}`;
  }

  private isMac(purpose: Purpose, mac: string, text: string): boolean {
    const id = mac.slice(0, mac.indexOf(":"));
    return this.knows(mac) && sameText(this.mac(purpose, text, id), mac);
  }
}

/** In constant time. */
function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

const derived = (key: KeyObject, purpose: Purpose): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync("sha256", key, "", `acquiring_payout/v1/${purpose}`, KEY_BYTES)));
