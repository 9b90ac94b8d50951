import { Button, FocusModal, Heading, Hint, Text, toast } from "@medusajs/ui";
import type { FormEvent } from "react";
import { useRef, useState } from "react";
import type { AdminBeneficiary, BeneficiaryInput } from "../../../api-schema/admin";
import { addBeneficiary, changeBeneficiary } from "../../lib/payouts/beneficiary-calls";
import type { BeneficiaryDraft } from "../../lib/payouts/beneficiary-form";
import { draftOfKnown, EMPTY, FIELDS, inputOf, missingIn, mergeDrafts } from "../../lib/payouts/beneficiary-form";
import { byPath, elsewhere } from "../../lib/problems";
import { useSending } from "../../lib/use-sending";
import { useIdempotencyKey } from "../../lib/use-idempotency-key";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/texts";
import { Trouble } from "../actions/outcome";
import { LongField } from "../forms/fields";
import { focusInvalidField } from "../forms/focus-invalid-field";
import { ProblemList } from "../forms/problem-list";
import { BeneficiaryFields } from "./beneficiary-fields";
import { StoredFill } from "./stored-fill";

interface Props {
  /** Null: a new beneficiary. */
  readonly beneficiary: AdminBeneficiary | null;
  /** What is known of a new one, such as its customer. */
  readonly customerId?: string | null;
  readonly coolDownHours: number | null;
  readonly onSaved: (beneficiary: AdminBeneficiary) => void;
  readonly onClose: () => void;
}

const NOTE_MOST = 500;

export function BeneficiaryModal({ beneficiary, customerId, coolDownHours, onSaved, onClose }: Props) {
  const { t } = useTexts();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(() => (beneficiary === null ? startWith(customerId) : draftOfKnown(beneficiary)));
  // The initial values: whatever differs from them was typed.
  const [filled, setFilled] = useState(draft);
  const [note, setNote] = useState("");
  const keyOf = useIdempotencyKey();
  const sending = useSending({
    send: (input: BeneficiaryInput) =>
      beneficiary === null
        ? addBeneficiary({ ...input, key: keyOf(input) })
        : changeBeneficiary(beneficiary.id, { ...input, version: beneficiary.version, note: note.trim() }),
    onDone: (answer) => {
      toast.success(t(beneficiary === null ? "beneficiaryForm.saved" : "beneficiaryForm.changed"));
      onSaved(answer.beneficiary);
    },
    onRefused: () => focusInvalidField(form.current),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // React bubbles events of a dialog to the page that opened it.
    event.stopPropagation();
    const missing = missingIn(draft);
    if (missing.length === 0) return sending.go(inputOf(draft));
    sending.refuse(byPath(missing.map((path) => ({ path, message: t("beneficiaryForm.required") }))));
  };
  const change = (next: BeneficiaryDraft, path: string): void => {
    setDraft(next);
    sending.forget(path);
  };
  const fill = (stored: BeneficiaryDraft): void => {
    setDraft((typed) => mergeDrafts(stored, filled, typed));
    setFilled(stored);
    sending.forgive();
  };
  const shown: readonly string[] = [...FIELDS, "entity_type", "note", ...documentPaths(draft)];
  const others = elsewhere(sending.problems, shown);
  return (
    <FocusModal open onOpenChange={(open) => (open || sending.isSending ? undefined : onClose())}>
      <FocusModal.Content data-testid="acquiring-beneficiary-form">
        <form ref={form} noValidate onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
          <FocusModal.Body className="flex min-h-0 flex-1 flex-col items-center overflow-y-auto p-6">
            <div className="flex w-full max-w-2xl flex-col gap-y-6">
              <Title beneficiary={beneficiary} coolDownHours={coolDownHours} />
              <ProblemList number={Object.keys(sending.problems).length - others.length} others={others} />
              {beneficiary === null ? null : <StoredFill beneficiary={beneficiary} onFilled={fill} />}
              <BeneficiaryFields
                draft={draft}
                problems={sending.problems}
                refusals={sending.refusals}
                onChange={change}
              />
              {beneficiary === null ? null : (
                <LongField
                  path="note"
                  name={t("beneficiaryForm.note")}
                  hint={t("beneficiaryForm.noteHint")}
                  problem={sending.problems["note"]}
                  value={note}
                  most={NOTE_MOST}
                  onType={setNote}
                />
              )}
              {sending.trouble === null ? null : <Trouble text={sending.trouble} />}
            </div>
          </FocusModal.Body>
          <FocusModal.Footer>
            <Button type="button" size="small" variant="secondary" onClick={onClose} disabled={sending.isSending}>
              {t("action.cancel")}
            </Button>
            <Button type="submit" size="small" isLoading={sending.isSending} data-testid="acquiring-save-beneficiary">
              {t("beneficiaryForm.save")}
            </Button>
          </FocusModal.Footer>
        </form>
      </FocusModal.Content>
    </FocusModal>
  );
}

function Title({ beneficiary, coolDownHours }: Pick<Props, "beneficiary" | "coolDownHours">) {
  const { t } = useTexts();
  return (
    <div>
      <FocusModal.Title asChild>
        <Heading level="h1" className="[overflow-wrap:anywhere]">
          {beneficiary === null
            ? t("beneficiaryForm.add")
            : t("beneficiaryForm.edit", { name: short(beneficiary.name) })}
        </Heading>
      </FocusModal.Title>
      <FocusModal.Description asChild>
        <Text size="small" className="text-ui-fg-subtle">
          {t("beneficiary.subtitle")}
        </Text>
      </FocusModal.Description>
      {coolDownHours === null || coolDownHours === 0 ? null : (
        <Hint>{t("beneficiaryForm.coolDown", { hours: coolDownHours })}</Hint>
      )}
    </div>
  );
}

const startWith = (customerId: string | null | undefined): BeneficiaryDraft =>
  customerId == null ? EMPTY : { ...EMPTY, typed: { customer_id: customerId } };

const documentPaths = ({ documents }: BeneficiaryDraft): string[] =>
  documents.flatMap((_, index) =>
    ["file_type", "file_url", "labels"].map((key) => `person_documents.${String(index)}.${key}`),
  );
