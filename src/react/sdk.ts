/**
 * All that the components take from the SDK passes through here, so that a shop's
 * bundle has the SDK once, whichever entry it comes from.
 */
import type { DeviceInput, PaymentMethod, PersonInput, SavedCard, ThreeDsInput } from "../contract/store";
import type { AcquiringErrorCode, AcquiringError, CardDraft, Payment } from "../sdk";

export {
  AcquiringError,
  cardBrand,
  cardErrorsOf,
  formatCardNumber,
  formatExpiry,
  validateCard,
} from "../sdk";
export type { AcquiringErrorCode, CardBrand, CardDraft, CardErrors, CardField, Payment } from "../sdk";
export type { PaymentMethod, PersonInput, SavedCard } from "../contract/store";

export interface PaymentSessionLike {
  readonly id: string;
  readonly data?: Record<string, unknown> | null;
}
export type PaymentMethodInput =
  | { readonly type: "card"; readonly card: CardDraft; readonly save?: boolean; readonly threeDs?: ThreeDsInput }
  | { readonly type: "saved_card"; readonly id: string; readonly securityCode?: string }
  | { readonly type: "checkout"; readonly presentation: "page" | "iframe" }
  | { readonly type: "apm"; readonly method: string; readonly bankCode?: string; readonly person?: PersonInput };
export interface PayInput {
  readonly session: PaymentSessionLike;
  readonly method: PaymentMethodInput;
  readonly device?: DeviceInput;
  readonly returnTo?: string;
  readonly captcha?: string;
}
export interface Returned {
  readonly payment: Payment;
  readonly session: PaymentSessionLike;
  readonly cartId: string | null;
  readonly cancelled: boolean;
}
export interface WaitOptions {
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  readonly onChange?: (payment: Payment) => void;
}
export interface Acquiring {
  readonly backendOrigin: string;
  readonly language: string;
  readonly direction: "ltr" | "rtl";
  readonly texts: { readonly errors: Readonly<Record<AcquiringErrorCode, string>> };
  listMethods(input: {
    cartId: string;
  }): Promise<{ readonly methods: readonly PaymentMethod[]; readonly canSaveCards: boolean }>;
  start(input: { cartId: string; providerId: string }): Promise<PaymentSessionLike>;
  pay(input: PayInput): Promise<Payment>;
  followAction(payment: Payment, navigate?: (url: string) => void): boolean;
  handleReturn(address?: string): Promise<Returned | null>;
  onFrameReturn(callback: (returned: Returned) => void, onError?: (error: AcquiringError) => void): () => void;
  status(session: PaymentSessionLike): Promise<Payment>;
  waitForResult(session: PaymentSessionLike, options?: WaitOptions): Promise<Payment>;
  readonly savedCards: { list(): Promise<readonly SavedCard[]>; remove(id: string): Promise<void> };
}
