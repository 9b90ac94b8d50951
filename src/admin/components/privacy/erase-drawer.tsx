import { Alert, usePrompt } from "@medusajs/ui";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useRef, useState } from "react";
import type { PersonErased, PersonSummary } from "../../../api-schema/admin";
import { isRequestRefused, RequestRefusal } from "../../lib/client";
import { personKey, sendErasure } from "../../lib/privacy/privacy-calls";
import type { SoughtBy } from "../../lib/privacy/person-search";
import { isTypedAgain, namesNobody } from "../../lib/privacy/person-search";
import { usePaymentAction } from "../../lib/use-payment-action";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/texts";
import { ActionDrawer } from "../actions/action-drawer";
import type { LeaveQuestion } from "../capture-policy/leave-guard";
import { EraseFields } from "./erase-fields";
import { ErasedRecords } from "./erased-records";

interface Props {
  readonly person: SoughtBy;
  /** Something prevents it, as far as the page knows. */
  readonly isBlocked: boolean;
  readonly guard: (question: LeaveQuestion) => ReactNode;
  readonly onClose: () => void;
}

/** Nothing is sent before the reason and the person were typed. The proof key lives in this drawer only. */
export function EraseDrawer({ person, isBlocked, guard, onClose }: Props) {
  const { t } = useTexts();
  const client = useQueryClient();
  const prompt = usePrompt();
  const isAsking = useRef(false);
  const [reason, setReason] = useState("");
  const [typed, setTyped] = useState("");
  // If it was refused, what prevents it is loaded before that is said: the page behind shows it.
  const erase = async (): Promise<PersonErased> => {
    try {
      return await sendErasure(person, reason.trim());
    } catch (error) {
      if (!isRequestRefused(error, 400)) throw error;
      await client.refetchQueries({ queryKey: personKey(person) });
      const now = client.getQueryData<PersonSummary>(personKey(person));
      if (now === undefined || now.blockers.length === 0) throw error;
      throw new RequestRefusal(400, t("privacy.erase.refused"));
    }
  };
  const action = usePaymentAction<PersonErased>({ send: erase, isUnsent: () => false, onAnswer: () => undefined });
  const { answer } = action;
  const hasKey = answer !== null && answer.proof_key !== null;
  const question: LeaveQuestion = {
    title: t("privacy.erase.leave"),
    description: t("privacy.erase.leaveText"),
    confirmText: t("action.close"),
  };
  const close = async (): Promise<void> => {
    if (isAsking.current) return;
    isAsking.current = true;
    // An open question is cancelled by Escape, also by the one that asked for it.
    if (hasKey) await afterThisEvent();
    const isSure = !hasKey || (await prompt({ ...question, cancelText: t("policy.stay") }));
    isAsking.current = false;
    if (isSure) onClose();
  };
  return (
    <ActionDrawer
      title={t("privacy.erase.of", { who: short(person.value) })}
      text={answer === null ? t("privacy.erase.text") : doneText(answer)}
      confirm={t("privacy.erase.submit")}
      isDangerous
      isReady={!isBlocked && reason.trim() !== "" && namesNobody(reason) && isTypedAgain(person, typed)}
      isOver={answer !== null}
      action={action}
      onClose={() => void close()}
    >
      {answer !== null ? <ErasedRecords erased={answer} /> : null}
      {answer === null && isBlocked && action.trouble === null ? (
        <Alert variant="warning">{t("privacy.erase.refused")}</Alert>
      ) : null}
      {answer === null ? (
        <EraseFields person={person} reason={reason} typed={typed} onReason={setReason} onType={setTyped} />
      ) : null}
      {hasKey ? guard(question) : null}
    </ActionDrawer>
  );

  function doneText({ rows }: PersonErased): string {
    return rows === 0 ? t("privacy.erase.doneNothing") : t("privacy.erase.done", { number: rows });
  }
}

const afterThisEvent = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
