import { Container, Heading, Text } from "@medusajs/ui";
import { Link } from "react-router-dom";
import type { CapturePolicyPage } from "../../../api-schema/admin";
import { useTexts } from "../../lib/texts";

const DONE = ["captured", "voided"] as const;
/** Those that a list can show; it may contain payments of no rule, too. */
const OPEN = {
  waiting: "/acquiring?capturable=true",
  expiring: "/acquiring/attention?kind=expiring_authorisation",
} as const;

/** What the rules did in 30 days and wait for now, counted in payments. */
export function PolicyActivity({ activity }: Pick<CapturePolicyPage, "activity">) {
  const { t, locale } = useTexts();
  const text = (number: number): string => number.toLocaleString(locale);
  return (
    <Container className="flex flex-col gap-y-3 px-6 py-4" data-testid="acquiring-policy-activity">
      <div>
        <Heading level="h2">{t("policy.activity.title")}</Heading>
        <Text size="small" className="text-ui-fg-subtle">
          {t("policy.activity.text")}
        </Text>
      </div>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 md:grid-cols-4">
        {DONE.map((name) => (
          <div key={name}>
            <dt className="text-ui-fg-subtle txt-compact-xsmall">{t(`policy.activity.${name}`)}</dt>
            <dd className="txt-compact-medium-plus" data-testid={`acquiring-policy-${name}`}>
              {text(activity[name])}
            </dd>
          </div>
        ))}
        {(["waiting", "expiring"] as const).map((name) => (
          <div key={name}>
            <dt className="text-ui-fg-subtle txt-compact-xsmall">{t(`policy.activity.${name}`)}</dt>
            <dd className="txt-compact-medium-plus" data-testid={`acquiring-policy-${name}`}>
              <Link
                to={OPEN[name]}
                className="text-ui-fg-base underline"
                aria-label={t(`policy.activity.${name}Link`, { number: text(activity[name]) })}
              >
                {text(activity[name])}
              </Link>
            </dd>
          </div>
        ))}
      </dl>
    </Container>
  );
}
