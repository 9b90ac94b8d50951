import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { newKey, RequestRefusal } from "./client";
import type { Translate } from "./texts";
import { useTexts } from "./texts";

/**
 * One thing that a person wants, from the dialog's opening to its outcome. The key is made when the dialog opens: two
 * clicks, or a second try after a lost answer, are the same intention. Only what is proven not to have been sent gets
 * a new key.
 */
export interface PaymentAction<Answer> {
  readonly isSending: boolean;
  readonly answer: Answer | null;
  /** Why there is no answer; null when nothing went wrong. */
  readonly trouble: string | null;
  readonly go: () => void;
}

interface Wish<Answer> {
  readonly send: (key: string) => Promise<Answer>;
  /** It is proven that this answer changed nothing: the next try is a new intention. */
  readonly isUnsent: (answer: Answer) => boolean;
  readonly onAnswer: (answer: Answer) => void;
}

export const errorTextOf = (t: Translate, error: unknown): string => {
  if (!(error instanceof RequestRefusal)) return t("action.noAnswer");
  return error.status === 403 ? t("action.forbidden", { message: error.message }) : error.message;
};

export function usePaymentAction<Answer>({ send, isUnsent, onAnswer }: Wish<Answer>): PaymentAction<Answer> {
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

/** Everything of ours that is on the screen is asked again, and Medusa's order with it. */
export function useRefresh(): () => void {
  const client = useQueryClient();
  return () => {
    for (const queryKey of [["acquiring"], ["orders"]]) void client.invalidateQueries({ queryKey });
  };
}
