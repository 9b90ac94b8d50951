import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { OperationKind, OperationStatus } from "../../api-schema/admin";
import type { Translation } from "../i18n/en/words";
import { formatAmount } from "./amounts";
import { formatMoment } from "./view";

/** Our words in the reader's language, and money and moments as that language writes them. Falls back to English. */
type Leaf<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${Leaf<T[K]>}` }[keyof T & string];
export type Word = Leaf<Translation>;
export type Say = (word: Word, values?: Readonly<Record<string, string | number>>) => string;

export interface DashboardTexts {
  readonly say: Say;
  /** For `Intl`, such as `pt-BR`. */
  readonly locale: string;
  readonly money: (amount: string, currency: string) => string;
  readonly moment: (at: string) => string;
}

/** The dashboard writes `ptBR` where `Intl` wants `pt-BR`. */
export const localeOf = (language: string): string => language.replace(/([a-z])([A-Z])/g, "$1-$2");

/** In one pass: a value that looks like a placeholder stays what it is. i18next would fill it from the next value. */
export const fill = (text: string, values: Parameters<Say>[1] = {}): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ""));

export function useTexts(): DashboardTexts {
  const { t, i18n } = useTranslation("acquiring");
  return useMemo(() => {
    const locale = localeOf(i18n.language);
    return {
      say: (word, values) => fill(t(word, { skipInterpolation: true }), values),
      locale,
      money: (amount, currency) => formatAmount(amount, currency, locale),
      moment: (at) => formatMoment(at, locale),
    };
  }, [t, i18n.language]);
}

/** `A capture of €30.00 is being checked with the gateway. It won't be sent again.` */
export const openOperation = (say: Say, kind: OperationKind, status: OperationStatus, amount: string): string =>
  say(`payment.open.${status}`, { what: say(`payment.operation.${kind}`), amount });
