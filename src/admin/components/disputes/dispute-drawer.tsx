import { Button, Drawer } from "@medusajs/ui";
import type { FormEvent } from "react";
import { useState } from "react";
import type { AdminDispute } from "../../../api-schema/admin";
import { disputeInputOf, entryOf, nameOfDispute } from "../../lib/disputes/due";
import { useDisputeChange } from "../../lib/disputes/use-dispute-change";
import { useTexts } from "../../lib/texts";
import { Trouble } from "../actions/outcome";
import { DrawerHeader } from "../drawer-header";
import { LongField, TextField } from "../forms/fields";

interface Props {
  /** The newest answer of the server. */
  readonly dispute: AdminDispute;
  readonly onClose: () => void;
}

/** It stays open, with its entries, until the server has accepted them. */
export function DisputeDrawer({ dispute, onClose }: Props) {
  const { t, moment } = useTexts();
  const [entry, setEntry] = useState(() => entryOf(dispute));
  // The page loads newer answers by itself; what is saved is based on what was read here.
  const [seen, setSeen] = useState(dispute);
  const { isSending, problems, trouble, go, forget } = useDisputeChange(dispute.id, {
    done: t("disputes.saved"),
    fields: ["due_at", "note"],
    onDone: onClose,
    onChanged: setSeen,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // React bubbles events of a drawer to the page that opened it.
    event.stopPropagation();
    go(disputeInputOf(seen, entry));
  };
  const { reported_due_at: reported } = dispute;
  return (
    <Drawer open onOpenChange={(open) => (open || isSending ? undefined : onClose())}>
      <Drawer.Content data-testid="acquiring-dispute-drawer">
        <form onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
          <DrawerHeader title={t("disputes.of", { name: nameOfDispute(dispute) })} />
          <Drawer.Body className="flex flex-1 flex-col gap-y-4 overflow-y-auto">
            <Drawer.Description className="text-ui-fg-subtle">{t("disputes.editText")}</Drawer.Description>
            <TextField
              type="date"
              name={t("disputes.dueDate")}
              path="due_at"
              value={entry.day}
              hint={
                reported === null
                  ? t("disputes.dueDateHint")
                  : t("disputes.dueDateReported", { moment: moment(reported) })
              }
              problem={problems.due_at}
              onType={(day) => {
                setEntry({ ...entry, day });
                forget("due_at");
              }}
            />
            <LongField
              name={t("action.field.note")}
              path="note"
              value={entry.note}
              most={1_000}
              hint={t("disputes.noteHint")}
              problem={problems.note}
              onType={(note) => {
                setEntry({ ...entry, note });
                forget("note");
              }}
            />
            {trouble === null ? null : <Trouble text={trouble} />}
          </Drawer.Body>
          <Drawer.Footer>
            <Button type="button" size="small" variant="secondary" onClick={onClose} disabled={isSending}>
              {t("action.cancel")}
            </Button>
            <Button type="submit" size="small" isLoading={isSending} data-testid="acquiring-dispute-save">
              {t("disputes.save")}
            </Button>
          </Drawer.Footer>
        </form>
      </Drawer.Content>
    </Drawer>
  );
}
