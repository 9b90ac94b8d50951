import type { RefObject } from "react";
import { useState } from "react";
import type { AdminPayout, BeneficiaryRow, PayoutSetup } from "../../../api-schema/admin";
import { exampleIn } from "../../lib/amount-entry";
import { changePayout, createPayout } from "../../lib/payouts/payout-calls";
import { dayOf } from "../../lib/days";
import type { PayoutFormDraft, PayoutField, PayoutFieldError } from "../../lib/payouts/payout-form";
import { limitText, payoutInputOf, errorsIn } from "../../lib/payouts/payout-form";
import type { Problems } from "../../lib/problems";
import { useSending } from "../../lib/use-sending";
import { useIdempotencyKey } from "../../lib/use-idempotency-key";
import type { DashboardTexts } from "../../lib/texts";
import { useTexts } from "../../lib/texts";
import { focusInvalidField } from "../forms/focus-invalid-field";
import type { Step } from "./steps";

/** Beneficiary, amount, then a draft on the server. Going back edits that draft instead of making a second one. */
interface Start {
  readonly setup: PayoutSetup;
  readonly draft: PayoutFormDraft;
  readonly chosen: BeneficiaryRow | null;
  /** The payout being edited; null for a new one. */
  readonly payout: AdminPayout | null;
  readonly step: Step;
  readonly form: RefObject<HTMLFormElement>;
  readonly onStored: (payout: AdminPayout) => void;
}

export function useWizard(start: Start) {
  const words = useTexts();
  const [step, setStep] = useState<Step>(start.step);
  const [draft, setDraft] = useState(start.draft);
  const [chosen, setChosen] = useState(start.chosen);
  const [payout, setPayout] = useState(start.payout);
  const keyOf = useIdempotencyKey();
  const sending = useSending({
    send: (beneficiaryId: string) => {
      const input = payoutInputOf(draft, beneficiaryId);
      return payout === null
        ? createPayout({ ...input, key: keyOf(input) })
        : changePayout(payout.id, { ...input, version: payout.version });
    },
    onDone: (answer) => {
      setPayout(answer.payout);
      setStep("review");
      start.onStored(answer.payout);
    },
    onRefused: () => focusInvalidField(start.form.current),
  });
  const next = (): void => {
    if (chosen === null) return;
    if (step === "beneficiary") return setStep("money");
    const errors = errorsIn(draft, start.setup, dayOf(new Date().toISOString()));
    const found = saidOf(words, { errors, draft, setup: start.setup });
    if (Object.keys(found).length > 0) return sending.refuse(found);
    sending.go(chosen.id);
  };
  const change = (changes: Partial<PayoutFormDraft>, path: PayoutField): void => {
    setDraft((before) => ({ ...before, ...changes }));
    sending.forget(path);
  };
  const choose = (row: BeneficiaryRow): void => {
    setChosen(row);
    // The account's own currency is the default, if it has limits.
    const isOffered = row.currency !== null && limitText(start.setup, row.currency) !== null;
    if (isOffered && draft.currency === "") setDraft({ ...draft, currency: row.currency ?? "" });
    sending.forget("beneficiary_id");
  };
  return { step, setStep, draft, change, chosen, choose, payout, sending, next };
}

interface Found {
  readonly errors: Partial<Record<PayoutField, PayoutFieldError>>;
  readonly draft: PayoutFormDraft;
  readonly setup: PayoutSetup;
}

function saidOf({ t, money }: DashboardTexts, { errors, draft, setup }: Found): Problems {
  const limit = limitText(setup, draft.currency);
  const most = limit === null ? "" : money(limit.payout, limit.currency);
  const sentence = (field: string, problem: PayoutFieldError): string => {
    const currency = field === "source_amount" ? draft.source_currency : draft.currency;
    return t(`payoutForm.error.${problem}`, { amount: most, example: exampleIn(currency) });
  };
  return Object.fromEntries(Object.entries(errors).map(([field, problem]) => [field, sentence(field, problem)]));
}
