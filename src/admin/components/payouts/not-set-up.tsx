import { Container, Copy, Heading, Text } from "@medusajs/ui";
import type { PayoutSetup } from "../../../api-schema/admin";
import { EXAMPLE, MAKE_KEY } from "../../lib/payouts/payout-view";
import { useTexts } from "../../lib/texts";

export function NotSetUp({ missing }: { missing: PayoutSetup["missing"] }) {
  const { t } = useTexts();
  return (
    <Container className="flex flex-col gap-y-4 px-6 py-4" data-testid="acquiring-payouts-off">
      <div className="max-w-3xl">
        <Heading level="h1">{t("payout.setup.title")}</Heading>
        <Text size="small" className="text-ui-fg-subtle">
          {t("payout.setup.text")}
        </Text>
      </div>
      <section className="flex flex-col gap-y-2">
        <Heading level="h2">{t("payout.setup.missing")}</Heading>
        <ul className="flex max-w-3xl flex-col gap-y-2">
          {missing.map(({ option, remedy }) => (
            <li key={option} className="border-ui-border-base rounded-lg border p-3" data-testid="acquiring-missing">
              <Text size="small" weight="plus" className="font-mono">
                {option}
              </Text>
              <Text size="small" className="text-ui-fg-subtle [overflow-wrap:anywhere]" dir="auto">
                {remedy}
              </Text>
            </li>
          ))}
        </ul>
      </section>
      <section className="flex max-w-3xl flex-col gap-y-2">
        <Heading level="h2">{t("payout.setup.example")}</Heading>
        <Text size="small" className="text-ui-fg-subtle">
          {t("payout.setup.exampleText")}
        </Text>
        <Snippet text={EXAMPLE} label={t("payout.setup.copy")} />
        <Text size="small" className="text-ui-fg-subtle">
          {t("payout.setup.makeKey")}
        </Text>
        <Snippet text={MAKE_KEY} label={t("payout.setup.copyCommand")} />
      </section>
    </Container>
  );
}

function Snippet({ text, label }: { text: string; label: string }) {
  return (
    <div className="bg-ui-bg-subtle flex items-start gap-x-2 rounded-md p-3">
      <pre className="txt-compact-xsmall min-w-0 flex-1 whitespace-pre-wrap font-mono [overflow-wrap:anywhere]">
        {text}
      </pre>
      <Copy content={text} variant="mini" aria-label={label} />
    </div>
  );
}
