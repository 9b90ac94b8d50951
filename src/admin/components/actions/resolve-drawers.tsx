import { RadioGroup, Text } from "@medusajs/ui";
import { useId, useState } from "react";
import type { AdminPayment, DecideAction } from "../../../api-schema/admin";
import { decideOperation, replayNotification } from "../../lib/calls";
import { useTexts } from "../../lib/texts";
import { ActionDrawer } from "./action-drawer";
import { ChoiceField, NoteField } from "./fields";
import type { DrawerProps } from "./money-drawers";
import { usePaymentResult } from "./money-drawers";
import { OutcomeNotice } from "./outcome";

export function ReplayDrawer({ payment, onClose }: DrawerProps) {
  const { t, moment } = useTexts();
  const [chosen, setChosen] = useState(payment.notifications[0]?.id ?? "");
  const name = useId();
  const send = () => replayNotification(payment.id, { notification_id: chosen });
  const { action, isOver } = usePaymentResult(send, onClose, t("action.replayed"));
  return (
    <ActionDrawer
      title={t("action.replay")}
      text={t("action.replayText")}
      confirm={t("action.replay")}
      isReady={chosen !== ""}
      {...{ action, isOver, onClose }}
    >
      <RadioGroup value={chosen} onValueChange={setChosen} aria-label={t("action.replay")}>
        {payment.notifications.map(({ id, received_at: at, status, signature, deliveries }, index) => (
          <label key={id} htmlFor={`${name}-${String(index)}`} className="flex cursor-pointer items-start gap-x-3">
            <RadioGroup.Item id={`${name}-${String(index)}`} value={id} className="mt-0.5" />
            <span>
              <Text as="span" size="small" className="block">
                {moment(at)}
              </Text>
              <Text as="span" size="xsmall" className="text-ui-fg-subtle block">
                {t(`action.notification.${status}`)} · {t(`action.signature.${signature}`)}
                {deliveries > 1 ? ` · ${t("action.deliveries", { number: deliveries })}` : null}
              </Text>
            </span>
          </label>
        ))}
      </RadioGroup>
      {action.answer ? <OutcomeNotice result={action.answer} /> : null}
    </ActionDrawer>
  );
}

/** Operations whose result no gateway answer has told. */
export const undecided = (payment: AdminPayment) =>
  payment.open_operations.filter(({ status }) => status === "unknown");

/** Preselected by the button beside the operation, so that only the confirmation is left. */
export interface Chosen {
  readonly resolution: DecideAction["resolution"];
  /** Default: the first operation without a result. */
  readonly operationId?: string;
}

export function ResolveDrawer({ payment, chosen, onClose }: DrawerProps & { readonly chosen?: Chosen | undefined }) {
  const { t, money } = useTexts();
  const [operations] = useState(() => undecided(payment));
  const [operation, setOperation] = useState(chosen?.operationId ?? operations[0]?.id ?? "");
  const [resolution, setResolution] = useState<DecideAction["resolution"] | null>(chosen?.resolution ?? null);
  const [note, setNote] = useState(chosen ? t("action.portalNote") : "");
  const isReady = operation !== "" && resolution !== null && note.trim() !== "";
  const send = () =>
    decideOperation(payment.id, {
      operation_id: operation,
      resolution: resolution ?? "did_not_happen",
      note: note.trim(),
    });
  const decided = operations.find(({ id }) => id === operation);
  const done = decided
    ? `${t(`payment.operation.${decided.kind}`)}, ${money(decided.amount, payment.currency)}: ${t("action.outcome.done")}`
    : t("action.outcome.done");
  const { action, isOver } = usePaymentResult(send, onClose, done);
  return (
    <ActionDrawer
      title={t("action.decide")}
      text={t("action.decideText")}
      confirm={t("action.decide")}
      isDangerous
      {...{ isReady, action, isOver, onClose }}
    >
      <ChoiceField
        name={t("action.field.operation")}
        value={operation}
        choices={operations.map(({ id, kind, amount }) => ({
          value: id,
          label: `${t(`payment.operation.${kind}`)} · ${money(amount, payment.currency)}`,
        }))}
        onChoose={setOperation}
      />
      <RadioGroup
        value={resolution ?? ""}
        onValueChange={(value) => setResolution(value === "happened" ? "happened" : "did_not_happen")}
        aria-label={t("action.decide")}
      >
        <RadioGroup.ChoiceBox value="happened" label={t("action.happened")} description="" />
        <RadioGroup.ChoiceBox value="did_not_happen" label={t("action.didNotHappen")} description="" />
      </RadioGroup>
      <NoteField note={note} most={500} hint={t("action.noteNeeded")} onType={setNote} />
      {action.answer ? <OutcomeNotice result={action.answer} /> : null}
    </ActionDrawer>
  );
}
