/** One line of the doctor's table. `remedy` is present for each problem; a hint may be ignored. */
export interface Finding {
  readonly check: string;
  readonly status: "ok" | "hint" | "skip" | "warn" | "fail";
  readonly message: string;
  readonly remedy: string | null;
}

export const ok = (check: string, message: string): Finding => ({ check, status: "ok", message, remedy: null });
export const warn = (check: string, message: string, remedy: string): Finding => ({
  check,
  status: "warn",
  message,
  remedy,
});
export const fail = (check: string, message: string, remedy: string): Finding => ({
  check,
  status: "fail",
  message,
  remedy,
});
export const hint = (check: string, message: string, remedy: string): Finding => ({
  check,
  status: "hint",
  message,
  remedy,
});
export const skip = (check: string, message: string): Finding => ({ check, status: "skip", message, remedy: null });
