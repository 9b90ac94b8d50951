export const STEPS: Readonly<Record<string, { readonly text: string; readonly does: string }>>;
