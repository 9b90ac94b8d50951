import { Container, Heading, Text } from "@medusajs/ui";
import type { AdminPayout } from "../../../api-schema/admin";
import { isPayoutOpen } from "../../lib/payouts/payout-view";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/texts";

/** The server's sentences on what will happen and who approved it: text only, never truncated. */
export function Summary({ lines }: { lines: readonly string[] }) {
  return (
    <ol className="list-decimal pl-5" data-testid="acquiring-payout-summary">
      {lines.map((line, index) => (
        <li key={index} className="txt-small [overflow-wrap:anywhere]" dir="auto">
          {line}
        </li>
      ))}
    </ol>
  );
}

export function Agreement({ payout }: { payout: AdminPayout }) {
  const { t, moment } = useTexts();
  const { approved_by: approvals, approvals_needed: needed, send_after: after, expires_at: expires } = payout;
  return (
    <Container className="flex flex-col gap-y-4 px-6 py-4" data-testid="acquiring-agreement">
      {payout.summary.length === 0 || !isPayoutOpen(payout.state) ? null : (
        <section className="flex flex-col gap-y-2">
          <Heading level="h2">{t("payout.summary")}</Heading>
          <Summary lines={payout.summary} />
        </section>
      )}
      <section className="flex flex-col gap-y-2">
        <Heading level="h2">
          {t("payout.approvals")}: {t("payout.approvalsOf", { given: approvals.length, needed })}
        </Heading>
        {approvals.length === 0 ? (
          <Text size="small" className="text-ui-fg-subtle">
            {t("payout.noApprovals")}
          </Text>
        ) : null}
        <ul className="flex flex-col gap-y-2">
          {approvals.map(({ at, actor, note }, index) => (
            <li key={index}>
              <Text size="small" className="[overflow-wrap:anywhere]">
                <bdi>{t("payout.approvedBy", { who: short(actor.name ?? actor.id ?? "–") })}</bdi>{" "}
                <time dateTime={at} className="text-ui-fg-subtle">
                  {moment(at)}
                </time>
              </Text>
              {note === null ? null : (
                <Text size="xsmall" className="text-ui-fg-subtle [overflow-wrap:anywhere]" dir="auto">
                  {note}
                </Text>
              )}
            </li>
          ))}
        </ul>
        {after === null || !isPayoutOpen(payout.state) ? null : <Moment name={t("payout.sendAfter")} at={after} />}
        {expires === null || !isPayoutOpen(payout.state) ? null : <Moment name={t("payout.expires")} at={expires} />}
      </section>
    </Container>
  );
}

function Moment({ name, at }: { name: string; at: string }) {
  const { moment } = useTexts();
  return (
    <Text size="small" className="text-ui-fg-subtle">
      {name}: <time dateTime={at}>{moment(at)}</time>
    </Text>
  );
}
