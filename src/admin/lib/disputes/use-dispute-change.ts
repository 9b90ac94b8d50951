import { toast } from "@medusajs/ui";
import { useQueryClient } from "@tanstack/react-query";
import type { AdminDispute, AdminDisputeAnswer, DisputeInput } from "../../../api-schema/admin";
import { RequestRefusal, isRequestRefused } from "../client";
import type { SendState } from "../use-sending";
import { useSending } from "../use-sending";
import { useTexts } from "../texts";
import { disputeKey, sendDispute } from "./dispute-calls";

interface Options {
  readonly done: string;
  /** Of the form, for a refusal that names one of them. */
  readonly fields?: readonly string[];
  readonly onDone: () => void;
  /** Somebody else saved meanwhile; this is what they saved. */
  readonly onChanged?: (newest: AdminDispute) => void;
}

/** If somebody else saved meanwhile, the page is reloaded before that is said: a second try is about the newest version. */
export function useDisputeChange(
  id: string,
  { done, fields = [], onDone, onChanged }: Options,
): Pick<SendState<DisputeInput>, "isSending" | "problems" | "trouble" | "go" | "forget"> {
  const { t } = useTexts();
  const client = useQueryClient();
  const save = async (input: DisputeInput): Promise<AdminDisputeAnswer> => {
    try {
      return await sendDispute(id, input);
    } catch (error) {
      if (!isRequestRefused(error, 409)) throw error;
      await client.refetchQueries({ queryKey: disputeKey(id) });
      const newest = client.getQueryData<AdminDisputeAnswer>(disputeKey(id));
      if (newest) onChanged?.(newest.dispute);
      throw new RequestRefusal(409, t("disputes.changed"));
    }
  };
  const { isSending, problems, trouble, go, forget } = useSending({
    send: save,
    fields,
    onDone: (answer) => {
      client.setQueryData(disputeKey(id), answer);
      toast.success(done);
      onDone();
    },
    onRefused: () => undefined,
  });
  return { isSending, problems, trouble, go, forget };
}
