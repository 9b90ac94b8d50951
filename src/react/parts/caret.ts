import { digitsOf } from "./sdk";

/** Caret position in digits that are grouped while typing. Pure. */
export const digitsBefore = (text: string, caret: number): number => digitsOf(text.slice(0, caret)).length;

export function caretAfter(text: string, digits: number): number {
  if (digits === 0) return 0;
  let seen = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (digitsOf(text.charAt(index)) !== "") seen += 1;
    if (seen === digits) return index + 1;
  }
  return text.length;
}
