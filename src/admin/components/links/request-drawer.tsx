import { Button } from "@medusajs/ui";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router-dom";
import type { PaymentLinkResult } from "../../../api-schema/admin";
import { exampleIn, readAmountIn } from "../../lib/amount-entry";
import { fetchRegions, requestPayment } from "../../lib/payment-links/link-calls";
import { useLinkMethods } from "../../lib/payment-links/use-link-methods";
import { usePaymentAction } from "../../lib/use-payment-action";
import { useTexts } from "../../lib/texts";
import { ActionDrawer } from "../actions/action-drawer";
import { SelectField, TextField } from "../forms/fields";
import { CopyLink } from "./copy-link";
import { DaysField, daysIn, LanguageField, linkTermsOf, MethodBoxes } from "./link-fields";

interface Draft {
  readonly amount: string;
  readonly region: string;
  readonly email: string;
  readonly description: string;
  readonly days: string;
  readonly methods: readonly string[];
  readonly language: string;
}

const EMPTY: Draft = { amount: "", region: "", email: "", description: "", days: "14", methods: [], language: "" };

/** A payment request without an order: afterwards the link can be copied. */
export function RequestDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTexts();
  const [draft, setDraft] = useState(EMPTY);
  const { data } = useQuery({
    queryKey: ["acquiring", "regions"],
    queryFn: ({ signal }) => fetchRegions(signal),
  });
  const regions = data?.regions ?? [];
  const currency = currencyOf(regions, draft);
  const amount = readAmountIn(draft.amount, currency);
  const action = usePaymentAction<PaymentLinkResult>({
    send: (key) => {
      const { expires_in_days, language, methods, description } = linkTermsOf(draft);
      return requestPayment({
        ...{ key, region_id: draft.region, amount: amount ?? "", email: draft.email.trim() },
        ...{ description: description ?? "", expires_in_days, methods, language },
      });
    },
    isUnsent: () => false,
    onAnswer: () => undefined,
  });
  const { answer } = action;
  const refused = refusedField(action.trouble);
  const isFilled = [draft.region, draft.email, draft.description].every((text) => text.trim() !== "");
  return (
    <ActionDrawer
      title={t("link.request")}
      text={t(answer === null ? "link.requestText" : "link.requested")}
      confirm={t("link.requestConfirm")}
      isReady={isFilled && amount !== null && daysIn(draft) !== null}
      isOver={answer !== null}
      action={refused === null ? action : { ...action, trouble: null }}
      {...{ onClose }}
    >
      {answer === null ? (
        <RequestFields
          regions={regions}
          draft={draft}
          refused={refused}
          onChange={(change) => setDraft((now) => ({ ...now, ...change }))}
        />
      ) : (
        <Requested answer={answer} />
      )}
    </ActionDrawer>
  );
}

interface Refused {
  readonly path: string;
  readonly message: string;
}

const SHOWN = ["region_id", "amount", "description", "email"];

/** The server names the wrong field before its message: `amount: must be more than zero.` Null for any other text. */
export function refusedField(trouble: string | null): Refused | null {
  const [, path = "", message = ""] = /^(\w+): (.+)$/s.exec(trouble ?? "") ?? [];
  return SHOWN.includes(path) ? { path, message } : null;
}

/** The new link to copy, and its draft order. */
export function Requested({ answer: { payment_link: link } }: { answer: PaymentLinkResult }) {
  const { t } = useTexts();
  return (
    <div className="flex flex-col items-stretch gap-y-4" data-testid="acquiring-requested">
      <CopyLink link={link} />
      <Button size="small" variant="secondary" asChild className="self-start">
        <Link to={`/draft-orders/${link.order_id}`}>{t("link.openDraft")}</Link>
      </Button>
    </div>
  );
}

type Regions = Awaited<ReturnType<typeof fetchRegions>>["regions"];

const currencyOf = (regions: Regions, draft: Draft): string =>
  regions.find(({ id }) => id === draft.region)?.currency_code.toUpperCase() ?? "EUR";

interface FieldsProps {
  readonly regions: Regions;
  readonly draft: Draft;
  readonly refused: Refused | null;
  readonly onChange: (change: Partial<Draft>) => void;
}

function RequestFields({ regions, draft, refused, onChange }: FieldsProps) {
  const { t } = useTexts();
  const problemOf = (path: string): string | null => (refused?.path === path ? refused.message : null);
  const region = regions.find(({ id }) => id === draft.region);
  const currency = currencyOf(regions, draft);
  const example = exampleIn(currency);
  const isWrong = draft.amount.trim() !== "" && readAmountIn(draft.amount, currency) === null;
  const methods = useLinkMethods(region?.currency_code);
  return (
    <>
      <SelectField
        name={t("link.region")}
        path="region_id"
        problem={problemOf("region_id")}
        isRequired
        empty={t("link.chooseRegion")}
        choices={regions.map(({ id, name, currency_code: code }) => ({
          value: id,
          label: `${name} (${code.toUpperCase()})`,
        }))}
        value={draft.region}
        // Another region may have other methods.
        onType={(region) => onChange({ region, methods: [] })}
      />
      <TextField
        name={`${t("action.field.amount")} (${currency})`}
        path="amount"
        problem={isWrong ? t("link.amountInvalid", { example }) : problemOf("amount")}
        inputMode="decimal"
        isRequired
        hint={t("link.amountHint", { example })}
        value={draft.amount}
        onType={(amount) => onChange({ amount })}
      />
      <TextField
        name={t("link.description")}
        path="description"
        problem={problemOf("description")}
        isRequired
        most={300}
        hint={t("link.titleHint")}
        value={draft.description}
        onType={(description) => onChange({ description })}
      />
      <TextField
        name={t("link.email")}
        path="email"
        problem={problemOf("email")}
        type="email"
        isRequired
        most={254}
        value={draft.email}
        onType={(email) => onChange({ email })}
      />
      <DaysField value={draft.days} onType={(days) => onChange({ days })} />
      <MethodBoxes chosen={draft.methods} methods={methods} onChange={(chosen) => onChange({ methods: chosen })} />
      <LanguageField value={draft.language} onType={(language) => onChange({ language })} />
    </>
  );
}
