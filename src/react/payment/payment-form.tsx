import type { FormEvent, ReactElement, ReactNode, RefObject } from "react";
import { assertNever } from "../parts/assert-never";
import { ApmFields } from "../fields/apm-fields";
import { CardFields } from "../fields/card-fields";
import { InstalmentChoice } from "../fields/instalment-choice";
import type { InstalmentChoiceProps } from "../fields/instalment-choice";
import { ChoiceList } from "../parts/choice-list";
import type { Owed } from "./part-amount";
import { isSplittable } from "./part-amount";
import { PartField } from "./part-field";
import type { PaymentOption } from "./payment-options";
import { NoticeBox } from "../parts/notice";
import type { Notice as PaymentNotice } from "./payment-state";
import { fill } from "../parts/sdk";
import { useKitTexts } from "../parts/surface";
import { TextField } from "../parts/text-field";
import { moneyText } from "../subscriptions/plan-text";
import type { PartDraft } from "./use-part";
import type { PaymentDrafts } from "./use-payment-drafts";

/** The form: payment methods, fields of the chosen one, and the button. It sends nothing itself. */
export interface PaymentFormProps {
  readonly formRef: RefObject<HTMLFormElement>;
  readonly choices: readonly PaymentOption[];
  readonly chosen: PaymentOption;
  readonly onChoose: (key: string) => void;
  readonly names: Readonly<Record<string, string>>;
  readonly canSaveCards: boolean;
  readonly drafts: PaymentDrafts;
  /** Instalments for the chosen method. */
  readonly instalments: InstalmentChoiceProps;
  readonly notice: PaymentNotice | null;
  readonly isBusy: boolean;
  readonly amount: string | undefined;
  readonly language: string;
  readonly owed: Owed | undefined;
  /** Null: the whole amount is paid. */
  readonly part: PartDraft | null;
  readonly submitLabel: string | undefined;
  readonly terms: ReactNode;
  readonly onSubmit: () => void;
}

export function PaymentForm(props: PaymentFormProps): ReactElement {
  const { formRef, choices, chosen, onChoose, names, drafts, instalments, notice, isBusy, onSubmit } = props;
  const { language, owed, part, submitLabel } = props;
  const amount = part === null ? props.amount : partText(language, part, owed);
  const kitTexts = useKitTexts();
  const payText = submitLabel ?? (amount === undefined ? kitTexts.pay : fill(kitTexts.payAmount, { amount }));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form ref={formRef} className="acq-form" onSubmit={submit} noValidate>
      {notice !== null && <NoticeBox notice={notice} />}
      <fieldset className="acq-plain" disabled={isBusy}>
        {part !== null && isSplittable(owed) && <PartField {...{ language, owed }} draft={part} />}
        <ChoiceList choices={choices} chosen={chosen} onChoose={onChoose} names={names}>
          <ChosenFields chosen={chosen} drafts={drafts} canSaveCards={props.canSaveCards} />
          {instalments.plans.length > 0 && <InstalmentChoice {...instalments} />}
        </ChoiceList>
      </fieldset>
      <button type="submit" className="acq-button acq-button-pay" disabled={isBusy} aria-busy={isBusy}>
        {isBusy && <span className="acq-spinner acq-spinner-small" aria-hidden="true" />}
        <span>{isBusy ? kitTexts.working : payText}</span>
      </button>
      {props.terms !== undefined && <div className="acq-hint acq-terms">{props.terms}</div>}
      <span className="acq-sr" role="status">
        {isBusy ? kitTexts.working : ""}
      </span>
    </form>
  );
}

/** For the button; undefined while the text is no part that can be paid. */
const partText = (language: string, { part }: PartDraft, owed: Owed | undefined): string | undefined =>
  part === null || owed === undefined ? undefined : moneyText(language, part.amount, owed.currency);

type ChosenFieldsProps = Pick<PaymentFormProps, "chosen" | "drafts" | "canSaveCards">;

function ChosenFields({ chosen, drafts, canSaveCards }: ChosenFieldsProps): ReactElement | null {
  const kitTexts = useKitTexts();
  if (chosen.kind === "saved_card") {
    if (!chosen.card.needs_security_code) return null;
    return (
      <div className="acq-fields acq-fields-short">
        <TextField
          label={kitTexts.securityCode}
          value={drafts.saved.code}
          error={drafts.saved.error}
          onValue={drafts.saved.change}
          autoComplete="cc-csc"
          inputMode="numeric"
          maxLength={4}
          isDigits
        />
      </div>
    );
  }
  const { method } = chosen;
  switch (method.mode) {
    case "card":
      return <CardFields card={drafts.card} canSave={canSaveCards} isSaved={drafts.isSaved} onSave={drafts.setSaved} />;
    case "checkout":
      return <p className="acq-hint">{kitTexts.redirectNotice}</p>;
    case "apm":
      return <ApmFields method={method} apm={drafts.apm} />;
    default:
      return assertNever(method.mode);
  }
}
