import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { OperationKind, OperationStatus } from "../../api-schema/admin";
import type { Translation } from "../i18n";
import { formatAmount } from "./amounts";
import { formatMoment } from "./view";

/** `payment.title`: the path of one text. */
type KeyOf<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${KeyOf<T[K]>}` }[keyof T & string];
export type TextKey = KeyOf<Translation>;
export type Translate = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string;

/** Texts, amounts and dates in the user's language. A missing language falls back to English. */
export interface DashboardTexts {
  readonly t: Translate;
  /** For `Intl`, such as `pt-BR`. */
  readonly locale: string;
  readonly money: (amount: string, currency: string) => string;
  readonly moment: (at: string) => string;
}

/** The dashboard writes `ptBR` where `Intl` expects `pt-BR`. */
export const localeOf = (language: string): string => language.replace(/([a-z])([A-Z])/g, "$1-$2");

/** In one pass: a value that looks like a placeholder stays unchanged. i18next would replace it. */
export const fill = (text: string, values: Parameters<Translate>[1] = {}): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ""));

export function useTexts(): DashboardTexts {
  const { t: translate, i18n } = useTranslation("acquiring");
  return useMemo(() => {
    const locale = localeOf(i18n.language);
    return {
      t: (key, values) => fill(translate(key, { skipInterpolation: true }), values),
      locale,
      money: (amount, currency) => formatAmount(amount, currency, locale),
      moment: (at) => formatMoment(at, locale),
    };
  }, [translate, i18n.language]);
}

/** `A capture of €30.00 is being checked with the gateway. It won't be sent again.` */
export const openOperation = (t: Translate, kind: OperationKind, status: OperationStatus, amount: string): string =>
  t(`payment.open.${status}`, { what: t(`payment.operation.${kind}`), amount });
