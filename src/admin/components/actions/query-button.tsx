import { toast } from "@medusajs/ui";
import type { ActionResult } from "../../../contract/admin";
import { queryPayment } from "../../lib/calls";
import { short } from "../../lib/view";
import { useWords } from "../../lib/words";
import { AskGatewayButton } from "./ask-gateway-button";

/** Asks the gateway about one payment. */
export function QueryButton({ paymentId }: { paymentId: string }) {
  const { say } = useWords();
  const tell = ({ outcome, message }: ActionResult): void => {
    const description = short([say(`action.outcome.${outcome}`), message].filter(Boolean).join(" "));
    if (outcome === "done") toast.success(say("action.queried"));
    else toast.warning(say("action.query"), { description });
  };
  return <AskGatewayButton ask={() => queryPayment(paymentId)} tell={tell} testId="acquiring-query" />;
}
