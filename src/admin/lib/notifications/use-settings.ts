import { toast } from "@medusajs/ui";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { NotificationPage, NotificationSettingsChange, NotificationTestResult } from "../../../api-schema/admin";
import { fetchUserNames } from "../capture-policy/policy-calls";
import { isRequestRefused } from "../client";
import type { SendState } from "../use-sending";
import { useSending } from "../use-sending";
import { useTexts } from "../texts";
import { NOTIFICATIONS_KEY, sendNotificationSettings, sendTest } from "./notification-calls";

/** Saving the settings and sending a test. */
export interface SettingsSaving extends Pick<SendState<NotificationSettingsChange>, "isSending" | "trouble" | "go"> {
  /** What was sent last: the server names a role by its place in it. */
  readonly sent: NotificationSettingsChange | null;
  /** The last refusal was because somebody else saved meanwhile. */
  readonly isOutdated: boolean;
}

interface Options {
  readonly saved: string;
  readonly onSaved: () => void;
  readonly onRefused: () => void;
}

/** If somebody else saved meanwhile, the page's data is reloaded before the refusal is shown: a second try is about that. */
export function useSaving({ saved, onSaved, onRefused }: Options): SettingsSaving {
  const client = useQueryClient();
  const [sent, setSent] = useState<NotificationSettingsChange | null>(null);
  const [isOutdated, setIsOutdated] = useState(false);
  const save = async (change: NotificationSettingsChange): Promise<NotificationPage> => {
    try {
      return await sendNotificationSettings(change);
    } catch (error) {
      if (isRequestRefused(error, 409)) {
        setIsOutdated(true);
        await client.refetchQueries({ queryKey: NOTIFICATIONS_KEY });
      }
      throw error;
    }
  };
  const { isSending, trouble, go } = useSending({
    send: save,
    onDone: (page) => {
      client.setQueryData(NOTIFICATIONS_KEY, page);
      toast.success(saved);
      onSaved();
    },
    onRefused,
  });
  return {
    isSending,
    trouble,
    sent,
    isOutdated,
    go: (change) => {
      setSent(change);
      setIsOutdated(false);
      go(change);
    },
  };
}

type Results = NotificationTestResult["results"];

/** Null: by the bell. */
export function useTest(roleId: string | null) {
  const [results, setResults] = useState<Results | null>(null);
  const { isSending, trouble, go } = useSending({
    send: () => sendTest(roleId),
    onDone: (answer) => setResults(answer.results),
    onRefused: () => setResults(null),
  });
  return { isSending, trouble, results, go: () => go(undefined) };
}

/** Who saved; the ID while the name loads, or if the reader may not see users. */
export function useSavedBy({ saved_by: by, saved_at: at }: NotificationPage): string | null {
  const { t, moment } = useTexts();
  const { data } = useQuery({
    queryKey: ["acquiring-users", by],
    queryFn: ({ signal }) => fetchUserNames(by === null ? [] : [by], signal),
    enabled: by !== null,
    retry: false,
  });
  if (by === null || at === null) return null;
  return t("notifications.savedBy", { who: data?.[by] ?? by, moment: moment(at) });
}
