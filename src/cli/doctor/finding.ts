/** One line of the doctor's table. `remedy` is present for each problem; a hint may be ignored. */
export interface Finding {
  readonly check: string;
  readonly verdict: "ok" | "hint" | "skip" | "warn" | "fail";
  readonly says: string;
  readonly remedy: string | null;
}

export const ok = (check: string, says: string): Finding => ({ check, verdict: "ok", says, remedy: null });
export const warn = (check: string, says: string, remedy: string): Finding => ({
  check,
  verdict: "warn",
  says,
  remedy,
});
export const fail = (check: string, says: string, remedy: string): Finding => ({
  check,
  verdict: "fail",
  says,
  remedy,
});
export const hint = (check: string, says: string, remedy: string): Finding => ({
  check,
  verdict: "hint",
  says,
  remedy,
});
/** Not checked; `says` why. */
export const skip = (check: string, says: string): Finding => ({ check, verdict: "skip", says, remedy: null });
