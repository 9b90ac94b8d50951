/** The types of guide.cjs for its test. */
export interface PaymentInstructions {
  readonly name: string;
  readonly className: string;
  readonly isInGuide: boolean;
}
export function commandsWith(mark: string): string;
export function namesOfEnvironment(): string[];
export function paymentInstructions(): PaymentInstructions | null;
