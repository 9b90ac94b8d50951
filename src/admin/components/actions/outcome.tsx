import { Alert } from "@medusajs/ui";
import type { ActionOutcome, ActionResult } from "../../../api-schema/admin";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/texts";

/** The result in plain words, with the gateway's code and text below: untrusted, rendered as text only. */
const VARIANT: Record<ActionOutcome, "success" | "info" | "error" | "warning"> = {
  done: "success",
  pending: "info",
  refused: "error",
  unknown: "warning",
  not_sent: "warning",
};

export function OutcomeNotice({ result }: { result: Pick<ActionResult, "outcome" | "code" | "message"> }) {
  const { t } = useTexts();
  const { outcome, code, message } = result;
  return (
    <Alert variant={VARIANT[outcome]} role="status" data-testid="acquiring-outcome" data-outcome={outcome}>
      <span className="block">{t(`action.outcome.${outcome}`)}</span>
      {[message, code].map((part, index) =>
        part === null || part === "" ? null : (
          <span key={index} className="txt-small text-ui-fg-subtle block [overflow-wrap:anywhere]" dir="auto">
            {short(part)}
          </span>
        ),
      )}
    </Alert>
  );
}

export function Trouble({ text }: { text: string }) {
  return (
    <Alert variant="error" role="alert" data-testid="acquiring-trouble">
      <span className="[overflow-wrap:anywhere]" dir="auto">
        {short(text)}
      </span>
    </Alert>
  );
}
