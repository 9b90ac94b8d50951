import { Checkbox, Hint, Label } from "@medusajs/ui";
import { useId } from "react";
import type { AdminPaymentLink, LinkLanguage, OrderPaymentLinks, PaymentLinkTerms } from "../../../api-schema/admin";
import { languageName } from "../../lib/language-name";
import { linkMethodName } from "../../lib/payment-links/link-methods";
import { useTexts } from "../../lib/texts";
import { SelectField, TextField } from "../forms/fields";

/** What staff chooses for a link. The amount is not entered: it is what the order owes. */
export interface LinkDraft {
  readonly days: string;
  readonly description: string;
  readonly methods: readonly string[];
  readonly language: string;
}

export const LINK_LANGUAGES: readonly LinkLanguage[] = [
  "ar",
  "de",
  "en",
  "es",
  "fr",
  "he",
  "it",
  "ja",
  "nl",
  "pl",
  "pt",
  "sv",
  "tr",
];
const USUAL_DAYS = "14";
const MOST_DAYS = 90;

export const draftOf = (link: AdminPaymentLink | undefined): LinkDraft => ({
  days: USUAL_DAYS,
  description: link?.description ?? "",
  methods: link?.methods ?? [],
  language: link?.language ?? "",
});

/** Null if it is no number of days that a link may last. */
export function daysIn({ days }: Pick<LinkDraft, "days">): number | null {
  const number = /^\d{1,3}$/.test(days.trim()) ? Number(days) : 0;
  return number >= 1 && number <= MOST_DAYS ? number : null;
}

export const linkTermsOf = (draft: LinkDraft): PaymentLinkTerms => ({
  expires_in_days: daysIn(draft) ?? Number(USUAL_DAYS),
  description: draft.description.trim() === "" ? null : draft.description.trim(),
  methods: draft.methods.length === 0 ? null : [...draft.methods],
  language: LINK_LANGUAGES.find((language) => language === draft.language) ?? null,
});

interface Props {
  readonly draft: LinkDraft;
  readonly methods: OrderPaymentLinks["methods"];
  readonly onChange: (change: Partial<LinkDraft>) => void;
}

export function LinkFields({ draft, methods, onChange }: Props) {
  const { t } = useTexts();
  return (
    <>
      <TextField
        name={t("link.description")}
        path="description"
        value={draft.description}
        most={300}
        hint={t("link.descriptionHint")}
        onType={(description) => onChange({ description })}
      />
      <DaysField value={draft.days} onType={(days) => onChange({ days })} />
      <MethodBoxes chosen={draft.methods} methods={methods} onChange={(chosen) => onChange({ methods: chosen })} />
      <LanguageField value={draft.language} onType={(language) => onChange({ language })} />
    </>
  );
}

interface FieldProps {
  readonly value: string;
  readonly onType: (value: string) => void;
}

export function DaysField({ value, onType }: FieldProps) {
  const { t } = useTexts();
  return (
    <TextField
      name={t("link.days")}
      path="expires_in_days"
      inputMode="numeric"
      isRequired
      problem={daysIn({ days: value }) === null ? t("link.daysInvalid", { number: MOST_DAYS }) : null}
      {...{ value, onType }}
    />
  );
}

export function LanguageField({ value, onType }: FieldProps) {
  const { t, locale } = useTexts();
  const choices = LINK_LANGUAGES.map((language) => ({ value: language, label: languageName(language, locale) }));
  return (
    <SelectField
      name={t("link.language")}
      path="language"
      empty={t("link.languageOfBrowser")}
      choices={choices.sort((a, b) => a.label.localeCompare(b.label, locale))}
      {...{ value, onType }}
    />
  );
}

interface BoxesProps {
  readonly chosen: readonly string[];
  readonly methods: OrderPaymentLinks["methods"];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Nothing while there is no choice, as before a region is selected. */
export function MethodBoxes({ chosen, methods, onChange }: BoxesProps) {
  const { t } = useTexts();
  const id = useId();
  if (methods.length === 0) return null;
  return (
    <fieldset className="flex flex-col gap-y-2" aria-describedby={`${id}-hint`}>
      <legend className="txt-compact-small-plus mb-2">{t("link.methods")}</legend>
      {methods.map((method) => (
        <div key={method.id} className="flex items-center gap-x-2">
          <Checkbox
            id={`${id}-${method.id}`}
            checked={chosen.includes(method.id)}
            onCheckedChange={(checked) =>
              onChange(checked === true ? [...chosen, method.id] : chosen.filter((one) => one !== method.id))
            }
            data-testid={`acquiring-link-method-${method.id}`}
          />
          <Label htmlFor={`${id}-${method.id}`} size="small">
            <bdi>{linkMethodName(t, method)}</bdi>
          </Label>
        </div>
      ))}
      <Hint id={`${id}-hint`}>{t("link.methodsHint")}</Hint>
    </fieldset>
  );
}
