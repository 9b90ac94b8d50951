/** Focuses the first invalid field once the errors are rendered. */
export function focusWrong(form: HTMLElement | null): void {
  setTimeout(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
