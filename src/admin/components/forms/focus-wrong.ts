/** Leads to the first field that is wrong, once the fields are drawn with what is wrong. */
export function focusWrong(form: HTMLElement | null): void {
  setTimeout(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
