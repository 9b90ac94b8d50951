import { Button, Container, Heading, Text } from "@medusajs/ui";
import type { FormEvent, RefObject } from "react";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router-dom";
import type { AdminPayout, BeneficiaryRow, PayoutSetup } from "../../../api-schema/admin";
import type { PayoutFormDraft } from "../../lib/payouts/payout-form";
import { TEXTS } from "../../lib/payouts/payout-form";
import { elsewhere } from "../../lib/problems";
import type { Translate } from "../../lib/texts";
import { useTexts } from "../../lib/texts";
import { Trouble } from "../actions/outcome";
import { BeneficiaryModal } from "../beneficiaries/beneficiary-modal";
import { ProblemList } from "../forms/problem-list";
import { BeneficiaryStep } from "./beneficiary-step";
import { MoneyStep } from "./money-step";
import { ReviewStep } from "./review-step";
import { Steps } from "./steps";
import type { Step } from "./steps";
import { SubmitBar } from "./submit-bar";
import { useWizard } from "./use-wizard";

interface Props {
  readonly setup: PayoutSetup;
  readonly draft: PayoutFormDraft;
  readonly chosen: BeneficiaryRow | null;
  readonly payout: AdminPayout | null;
  readonly step: Step;
  /** The draft is stored: the URL names it from now on. */
  readonly onStored: (payout: AdminPayout) => void;
}

export function Wizard({ setup, ...start }: Props) {
  const { t } = useTexts();
  const form = useRef<HTMLFormElement>(null);
  const [isAdding, setAdding] = useState(false);
  const wizard = useWizard({ setup, form, ...start });
  const { step, setStep, draft, chosen, payout, sending } = wizard;
  useStepFocus(form, step);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    wizard.next();
  };
  const { problems, refusals, trouble, isSending } = sending;
  const others = elsewhere(problems, TEXTS);
  const leave = payout === null ? "/acquiring/payouts" : `/acquiring/payouts/${payout.id}`;
  return (
    <Container className="flex flex-col gap-y-6 px-6 py-4" data-testid="acquiring-payout-wizard" data-step={step}>
      <div>
        <Link to="/acquiring/payouts" className="txt-compact-small text-ui-fg-base underline">
          {t("payout.back")}
        </Link>
        <Heading level="h1">{titleOf(t, start.payout === null, step)}</Heading>
        <Text size="small" className="text-ui-fg-subtle">
          {t("payoutForm.subtitle")}
        </Text>
      </div>
      <Steps current={step} />
      <form ref={form} noValidate onSubmit={submit} className="flex w-full max-w-3xl flex-col gap-y-6">
        <div tabIndex={-1} data-step-heading className="outline-none">
          <Heading level="h2">{t(`payoutForm.step.${step}`)}</Heading>
        </div>
        {step === "review" ? null : (
          <ProblemList number={Object.keys(problems).length - others.length} others={others} />
        )}
        {step === "beneficiary" ? (
          <BeneficiaryStep chosen={chosen} onChoose={wizard.choose} onAdd={() => setAdding(true)} />
        ) : null}
        {step === "money" ? <MoneyStep {...{ draft, setup, problems, refusals }} onChange={wizard.change} /> : null}
        {step === "review" && payout !== null ? <ReviewStep {...{ payout, setup }} /> : null}
        {trouble === null ? null : <Trouble text={trouble} />}
        {step === "review" && payout !== null ? (
          <SubmitBar payout={payout} onCorrect={() => setStep("money")} />
        ) : (
          <div className="flex flex-wrap justify-end gap-2">
            <Button type="button" size="small" variant="secondary" asChild>
              <Link to={leave}>{t("payoutForm.cancel")}</Link>
            </Button>
            {step === "money" ? (
              <Button type="button" size="small" variant="secondary" onClick={() => setStep("beneficiary")}>
                {t("payoutForm.back")}
              </Button>
            ) : null}
            <Button
              type="submit"
              size="small"
              disabled={chosen === null}
              isLoading={isSending}
              data-testid="acquiring-next"
            >
              {t("payoutForm.next")}
            </Button>
          </div>
        )}
      </form>
      {isAdding ? (
        <BeneficiaryModal
          beneficiary={null}
          customerId={draft.customer_id === "" ? null : draft.customer_id}
          coolDownHours={setup.cool_down_hours}
          onSaved={(row) => {
            wizard.choose(row);
            setAdding(false);
          }}
          onClose={() => setAdding(false)}
        />
      ) : null}
    </Container>
  );
}

/** Each step starts at its heading, also for screen readers. The review always does: a new draft changes the URL. */
function useStepFocus(form: RefObject<HTMLFormElement>, step: Step): void {
  const shown = useRef<Step | null>(step === "review" ? null : step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    form.current?.querySelector<HTMLElement>("[data-step-heading]")?.focus();
  }, [form, step]);
}

function titleOf(t: Translate, isNew: boolean, step: Step): string {
  if (step === "review") return t("payoutForm.check");
  return t(isNew ? "payoutForm.title" : "payoutForm.edit");
}
