import { randomBytes } from "node:crypto";

/** An id in Medusa's format: a ULID with a prefix (48 bits of time, 80 random bits). */
const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

const digit = (value: number): string => DIGITS.charAt(value & 31);

function timePart(at: Date): string {
  let left = at.getTime();
  let text = "";
  for (let place = 0; place < 10; place += 1) {
    text = digit(left % 32) + text;
    left = Math.floor(left / 32);
  }
  return text;
}

/** Eight characters for each five bytes. */
function chancePart(bytes: Buffer): string {
  let text = "";
  for (let start = 0; start < bytes.length; start += 5) {
    let left = bytes.readUIntBE(start, 5);
    let part = "";
    for (let place = 0; place < 8; place += 1) {
      part = digit(left % 32) + part;
      left = Math.floor(left / 32);
    }
    text += part;
  }
  return text;
}

/** Drawn for many ids at once: each call costs as much as a hundred ids. */
const DRAWN = 10 * 512;
let drawn = Buffer.alloc(0);
let used = 0;

function chance(): Buffer {
  if (used >= drawn.length) {
    drawn = randomBytes(DRAWN);
    used = 0;
  }
  used += 10;
  return drawn.subarray(used - 10, used);
}

export const createRowId = (prefix: string, at: Date): string => `${prefix}_${timePart(at)}${chancePart(chance())}`;

/** Sorts before every ID of Medusa's format that was made at that time or later. */
export const firstRowId = (prefix: string, at: Date): string => `${prefix}_${timePart(at)}`;
