export function focusInvalidField(form: HTMLElement | null): void {
  setTimeout(() => {
    const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
    field?.focus();
    // The message below the field may be out of view when the field is not.
    const hint = field?.getAttribute("aria-describedby") ?? "";
    document.getElementById(hint)?.scrollIntoView({ block: "nearest" });
  });
}
