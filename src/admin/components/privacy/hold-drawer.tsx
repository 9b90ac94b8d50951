import { Button, Drawer, toast } from "@medusajs/ui";
import type { FormEvent } from "react";
import { useRef, useState } from "react";
import type { HoldField, HoldForm } from "../../lib/privacy/hold-form";
import { readHold } from "../../lib/privacy/hold-form";
import type { SoughtBy } from "../../lib/privacy/person-search";
import { MOST_REASON, PERSON_KINDS } from "../../lib/privacy/person-search";
import { sendHold } from "../../lib/privacy/privacy-calls";
import { useSending } from "../../lib/use-sending";
import { useTexts } from "../../lib/texts";
import { Trouble } from "../actions/outcome";
import { DrawerHeader } from "../drawer-header";
import { LongField, SelectField, TextField } from "../forms/fields";
import { focusInvalidField } from "../forms/focus-invalid-field";

interface Props {
  readonly person: SoughtBy | null;
  readonly onClose: () => void;
}

export function HoldDrawer({ person, onClose }: Props) {
  const { t } = useTexts();
  const form = useRef<HTMLFormElement>(null);
  const [entry, setEntry] = useState<HoldForm>({
    ...{ kind: person?.kind ?? "email", subject: person?.value ?? "" },
    ...{ reason: "", until: "" },
  });
  const { isSending, problems, trouble, go, refuse, forget } = useSending({
    send: sendHold,
    fields: ["subject", "reason", "until"] satisfies HoldField[],
    onDone: () => {
      toast.success(t("privacy.holds.placed"));
      onClose();
    },
    onRefused: () => focusInvalidField(form.current),
  });
  const textOf: Readonly<Record<HoldField, string>> = {
    subject: t(`privacy.find.invalid.${entry.kind}`),
    reason: t("action.noteNeeded"),
    until: t("privacy.holds.untilInvalid"),
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // React bubbles events of a drawer to the page that opened it.
    event.stopPropagation();
    const read = readHold(entry, new Date());
    if ("hold" in read) return go(read.hold);
    refuse(Object.fromEntries(Object.values(read.problems).map((field) => [field, textOf[field]])));
  };
  const change = (field: HoldField, value: string): void => {
    setEntry({ ...entry, [field]: value });
    forget(field);
  };
  return (
    <Drawer open onOpenChange={(open) => (open || isSending ? undefined : onClose())}>
      <Drawer.Content data-testid="acquiring-hold-drawer">
        <form ref={form} onSubmit={submit} noValidate className="flex min-h-0 flex-1 flex-col">
          <DrawerHeader title={t("privacy.holds.place")} />
          <Drawer.Body className="flex flex-1 flex-col gap-y-4 overflow-y-auto">
            <Drawer.Description className="text-ui-fg-subtle">{t("privacy.holds.placeText")}</Drawer.Description>
            <SelectField
              name={t("privacy.holds.column.subject")}
              path="subject_kind"
              value={entry.kind}
              choices={PERSON_KINDS.map((value) => ({ value, label: t(`privacy.find.kind.${value}`) }))}
              onType={(value) => {
                setEntry({ ...entry, kind: PERSON_KINDS.find((one) => one === value) ?? "email" });
                forget("subject");
              }}
            />
            <TextField
              name={t(`privacy.find.kind.${entry.kind}`)}
              path="subject"
              value={entry.subject}
              problem={problems.subject}
              isRequired
              onType={(value) => change("subject", value)}
            />
            <LongField
              name={t("action.field.reason")}
              path="reason"
              value={entry.reason}
              most={MOST_REASON}
              hint={t("privacy.holds.reasonHint")}
              problem={problems.reason}
              isRequired
              onType={(value) => change("reason", value)}
            />
            <TextField
              type="date"
              name={t("privacy.holds.column.until")}
              path="until"
              value={entry.until}
              hint={t("privacy.holds.untilHint")}
              problem={problems.until}
              onType={(value) => change("until", value)}
            />
            {trouble === null ? null : <Trouble text={trouble} />}
          </Drawer.Body>
          <Drawer.Footer>
            <Button type="button" size="small" variant="secondary" onClick={onClose} disabled={isSending}>
              {t("action.cancel")}
            </Button>
            <Button type="submit" size="small" isLoading={isSending} data-testid="acquiring-hold-save">
              {t("privacy.holds.place")}
            </Button>
          </Drawer.Footer>
        </form>
      </Drawer.Content>
    </Drawer>
  );
}
