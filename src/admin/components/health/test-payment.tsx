import { Button, Heading, StatusBadge, Text } from "@medusajs/ui";
import { useState } from "react";
import type { AccountHealth, TestPaymentResult } from "../../../api-schema/admin";
import { sendTestPayment } from "../../lib/calls";
import { usePaymentAction } from "../../lib/use-payment-action";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/texts";
import { Trouble } from "../actions/outcome";

/** A test payment against a sandbox. Another click after an answer makes another payment; a double click makes one. */
type Step = TestPaymentResult["steps"][number];
const COLOR: Record<Step["outcome"], "green" | "red" | "grey"> = { done: "green", failed: "red", skipped: "grey" };

export function TestPaymentPanel({ account }: { account: AccountHealth }) {
  const { t } = useTexts();
  const [round, setRound] = useState(0);
  return (
    <section className="flex flex-col items-start gap-y-2" data-testid="acquiring-test-payment">
      <Heading level="h3">{t("health.test")}</Heading>
      <Text size="small" className="text-ui-fg-subtle">
        {t(account.sandbox ? "health.testText" : "health.testRefused")}
      </Text>
      {account.sandbox ? <Round key={round} account={account.account} onAgain={() => setRound(round + 1)} /> : null}
    </section>
  );
}

function Round({ account, onAgain }: { account: string; onAgain: () => void }) {
  const { t } = useTexts();
  const { isSending, answer, trouble, go } = usePaymentAction<TestPaymentResult>({
    send: (key) => sendTestPayment({ account, key }),
    isUnsent: () => false,
    onAnswer: () => undefined,
  });
  return (
    <>
      {answer ? (
        <ol className="flex flex-col gap-y-1" data-testid="acquiring-test-steps">
          {answer.steps.map((step) => (
            <StepLine key={step.name} step={step} />
          ))}
        </ol>
      ) : null}
      {trouble === null ? null : <Trouble text={trouble} />}
      <Button
        size="small"
        variant="secondary"
        isLoading={isSending}
        onClick={answer ? onAgain : go}
        data-testid="acquiring-send-test"
      >
        {t(answer || trouble !== null ? "action.again" : "health.testButton")}
      </Button>
    </>
  );
}

function StepLine({ step }: { step: Step }) {
  const { t, locale } = useTexts();
  return (
    <li className="flex flex-wrap items-center gap-x-2">
      <Text size="small">{t(`health.step.${step.name}`)}</Text>
      <StatusBadge color={COLOR[step.outcome]}>{t(`health.stepOutcome.${step.outcome}`)}</StatusBadge>
      <Text size="xsmall" className="text-ui-fg-subtle">
        {step.ms.toLocaleString(locale)} ms
      </Text>
      {step.message === null ? null : (
        <Text size="xsmall" className="text-ui-fg-subtle basis-full [overflow-wrap:anywhere]" dir="auto">
          {short(step.message)}
        </Text>
      )}
    </li>
  );
}
