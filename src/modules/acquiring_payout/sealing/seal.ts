import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { MedusaError } from "@medusajs/framework/utils";
import type { KeyRing } from "./key-ring";

/** AES-256-GCM bound to table, row and column. `v1.<keyId>.<nonce>.<ciphertext and tag>`, in base64url. */
export interface SealContext {
  readonly table: string;
  readonly id: string;
  readonly column: string;
}

const CIPHER = "aes-256-gcm";
/** As defined for the mode. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = "v1";

export function seal(ring: KeyRing, place: SealContext, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, ring.key(ring.current, "seal"), nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(placeBytes(place));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return [VERSION, ring.current, nonce.toString("base64url"), sealed.toString("base64url")].join(".");
}

/** Throws, without the content, if it was changed or moved, or its key is missing. */
export function open(ring: KeyRing, place: SealContext, sealed: string): string {
  const { keyId, nonce, bytes } = partsOf(sealed, place);
  const key = ring.key(keyId, "seal");
  try {
    const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(placeBytes(place));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]).toString("utf8");
  } catch {
    throw notOpened(place);
  }
}

export const keyOf = (sealed: string, place: SealContext): string => partsOf(sealed, place).keyId;

function partsOf(sealed: string, place: SealContext): { keyId: string; nonce: Buffer; bytes: Buffer } {
  const [version, keyId, nonceText, text, ...more] = sealed.split(".");
  if (version !== VERSION || keyId === undefined || nonceText === undefined || text === undefined || more.length > 0)
    throw notOpened(place);
  const nonce = Buffer.from(nonceText, "base64url");
  const bytes = Buffer.from(text, "base64url");
  if (nonce.length !== NONCE_BYTES || bytes.length < TAG_BYTES) throw notOpened(place);
  return { keyId, nonce, bytes };
}

const placeBytes = ({ table, id, column }: SealContext): Buffer =>
  Buffer.from(JSON.stringify([VERSION, table, id, column]));

const notOpened = ({ table, id, column }: SealContext): MedusaError =>
  new MedusaError(
    MedusaError.Types.UNEXPECTED_STATE,
    `${column} of ${id} in ${table} cannot be decrypted: it was changed, copied from elsewhere, or another key has the same id.`,
  );
