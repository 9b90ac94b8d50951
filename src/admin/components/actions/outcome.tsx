import { Alert } from "@medusajs/ui";
import type { ActionOutcome, ActionResult } from "../../../api-schema/admin";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/texts";

/**
 * The result of an action in plain words, with the gateway's own code and text below. Gateway text is untrusted and
 * rendered as text only.
 */
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

/** There was no answer, or the server refused the request. */
export function Trouble({ text }: { text: string }) {
  return (
    <Alert variant="error" role="alert" data-testid="acquiring-trouble">
      <span className="[overflow-wrap:anywhere]" dir="auto">
        {short(text)}
      </span>
    </Alert>
  );
}
