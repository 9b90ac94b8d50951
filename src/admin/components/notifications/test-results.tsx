import { Button, StatusBadge, Text } from "@medusajs/ui";
import type { NotificationTestResult } from "../../../api-schema/admin";
import type { useTest } from "../../lib/notifications/use-settings";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/texts";
import { Trouble } from "../actions/outcome";

type Test = ReturnType<typeof useTest>;

/** `about`: the role's name. */
export function TestButton({ test, about }: { test: Test; about: string }) {
  const { t } = useTexts();
  return (
    <Button
      type="button"
      size="small"
      variant="secondary"
      isLoading={test.isSending}
      aria-label={`${t("notifications.test.send")}: ${about}`}
      onClick={test.go}
      data-testid="acquiring-notifications-test"
    >
      {t("notifications.test.send")}
    </Button>
  );
}

/** Of each recipient. The region is there before its text, so that screen readers announce it. */
export function TestResults({ test: { results, trouble } }: { test: Test }) {
  const { t } = useTexts();
  return (
    <div role="status" className="flex flex-col gap-y-2" data-testid="acquiring-test-results">
      {trouble === null ? null : <Trouble text={trouble} />}
      {results?.length === 0 ? <Text size="small">{t("notifications.test.nobody")}</Text> : null}
      {results?.map((result, index) => (
        <Result key={index} result={result} />
      ))}
    </div>
  );
}

function Result({ result: { channel, recipient, problem } }: { result: NotificationTestResult["results"][number] }) {
  const { t } = useTexts();
  return (
    <div
      className="flex flex-wrap items-center gap-x-2 gap-y-1"
      data-testid="acquiring-test-result"
      data-accepted={problem === null}
    >
      <Text size="small" className="[overflow-wrap:anywhere]">
        {t(`notifications.channel.${channel}`)}
        {recipient === null ? null : (
          <>
            {" · "}
            <bdi>{short(recipient)}</bdi>
          </>
        )}
      </Text>
      <StatusBadge color={problem === null ? "green" : "red"}>
        {t(problem === null ? "notifications.test.accepted" : "notifications.test.refused")}
      </StatusBadge>
      {problem === null ? null : (
        <Text size="small" className="text-ui-fg-error [overflow-wrap:anywhere]" dir="auto">
          {short(problem)}
        </Text>
      )}
    </div>
  );
}
