import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { newKey, RequestRefusal } from "./client";
import type { Translate } from "./texts";
import { useTexts } from "./texts";

/** The key is made when the dialog opens. Only an answer that proves nothing was sent gets a new one. */
export interface PaymentAction<Answer> {
  readonly isSending: boolean;
  readonly answer: Answer | null;
  readonly trouble: string | null;
  readonly go: () => void;
}

interface PaymentActionOptions<Answer> {
  readonly send: (key: string) => Promise<Answer>;
  /** This answer proves that nothing changed: the next try gets a new key. */
  readonly isUnsent: (answer: Answer) => boolean;
  readonly onAnswer: (answer: Answer) => void;
}

export const errorTextOf = (t: Translate, error: unknown): string => {
  if (!(error instanceof RequestRefusal)) return t("action.noAnswer");
  return error.status === 403 ? t("action.forbidden", { message: error.message }) : error.message;
};

export function usePaymentAction<Answer>({
  send,
  isUnsent,
  onAnswer,
}: PaymentActionOptions<Answer>): PaymentAction<Answer> {
  const { t } = useTexts();
  const refresh = useRefresh();
  const key = useRef<string | null>(null);
  const isBusy = useRef(false);
  const [isSending, setIsSending] = useState(false);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const run = async (): Promise<void> => {
    key.current ??= newKey();
    const fresh = await send(key.current);
    if (isUnsent(fresh)) key.current = null;
    setTrouble(null);
    setAnswer(fresh);
    onAnswer(fresh);
  };
  const go = (): void => {
    if (isBusy.current) return;
    isBusy.current = true;
    setIsSending(true);
    run()
      .catch((error: unknown) => setTrouble(errorTextOf(t, error)))
      .finally(() => {
        isBusy.current = false;
        setIsSending(false);
        refresh();
      });
  };
  return { isSending, answer, trouble, go };
}

export function useRefresh(): () => void {
  const client = useQueryClient();
  return () => {
    for (const queryKey of [["acquiring"], ["orders"]]) void client.invalidateQueries({ queryKey });
  };
}
