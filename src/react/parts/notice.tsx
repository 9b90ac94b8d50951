import type { ReactElement, Ref } from "react";
import type { Notice as PaymentNotice } from "../payment/payment-state";
import { useTexts, useKitTexts } from "./surface";

/** Result of the last attempt, above a usable form. */
export interface NoticeProps {
  readonly notice: PaymentNotice;
  readonly noticeRef?: Ref<HTMLParagraphElement>;
}

export function NoticeBox({ notice, noticeRef }: NoticeProps): ReactElement {
  const texts = useTexts();
  const kitTexts = useKitTexts();
  const isError = notice.kind === "declined" || notice.kind === "refused";
  return (
    <p
      ref={noticeRef}
      className={isError ? "acq-notice acq-notice-error" : "acq-notice"}
      role="alert"
      tabIndex={-1}
      data-acq-focus=""
    >
      {isError ? texts.errors[notice.code] : kitTexts.cancelled}
    </p>
  );
}
