import { Button, StatusBadge, Text } from "@medusajs/ui";
import { Link } from "react-router-dom";
import type { AdminPaymentLink } from "../../../api-schema/admin";
import { languageName } from "../../lib/language-name";
import { linkMethodName } from "../../lib/payment-links/link-methods";
import { short } from "../../lib/view";
import type { DashboardTexts } from "../../lib/texts";
import { useTexts } from "../../lib/texts";
import { Row } from "../detail-row";
import { HistoryEntry, HistoryList } from "../history";
import { CopyLink } from "./copy-link";

const COLOR: Record<AdminPaymentLink["state"], "green" | "blue" | "grey" | "orange"> = {
  open: "blue",
  paid: "green",
  expired: "orange",
  revoked: "grey",
};

export function LinkBadge({ state }: Pick<AdminPaymentLink, "state">) {
  const { t } = useTexts();
  return (
    <StatusBadge color={COLOR[state]} data-testid="acquiring-link-state">
      {t(`link.state.${state}`)}
    </StatusBadge>
  );
}

export function LinkFacts({ link }: { link: AdminPaymentLink }) {
  const words = useTexts();
  const { t, money } = words;
  return (
    <div className="flex flex-col gap-y-3 px-6 py-4" data-testid="acquiring-link">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Text size="small" weight="plus">
          {money(link.amount, link.currency)}
        </Text>
        <LinkBadge state={link.state} />
      </div>
      <CopyLink link={link} />
      <dl className="flex flex-col gap-y-1">
        {factsOf(link, words).map(([name, value]) => (
          <Row key={name} name={name}>
            {value}
          </Row>
        ))}
      </dl>
      {link.payment_id === null ? null : (
        <Button size="small" variant="secondary" asChild className="self-start">
          <Link to={`/acquiring?payment=${link.payment_id}`}>{t("link.payment")}</Link>
        </Button>
      )}
    </div>
  );
}

function factsOf(link: AdminPaymentLink, { t, moment, locale }: DashboardTexts): [string, string][] {
  const isOpen = link.state === "open";
  const facts: [string, string | null][] = [
    [t("link.description"), link.description === null ? null : short(link.description)],
    [t("link.validUntil"), isOpen || link.state === "expired" ? moment(link.expires_at) : null],
    [t("link.opened"), openedText(link, { t, moment })],
    [t("link.sent"), link.sent_at === null ? null : moment(link.sent_at)],
    [t("link.state.paid"), link.paid_at === null ? null : moment(link.paid_at)],
    [t("link.state.revoked"), link.revoked_at === null ? null : moment(link.revoked_at)],
    [
      t("link.methods"),
      link.methods?.map((id) => linkMethodName(t, { id, name: id.replace("apm:", "") })).join(", ") ?? null,
    ],
    [t("link.language"), link.language === null ? null : languageName(link.language, locale)],
  ];
  return facts.flatMap(([name, value]): [string, string][] => (value === null ? [] : [[name, value]]));
}

function openedText(
  { opened_at: at, state }: AdminPaymentLink,
  { t, moment }: Pick<DashboardTexts, "t" | "moment">,
): string | null {
  if (at !== null) return moment(at);
  return state === "open" ? t("link.notOpened") : null;
}

export function EarlierLinks({ links }: { links: readonly AdminPaymentLink[] }) {
  const { t, money } = useTexts();
  return (
    <details className="px-6 py-4" data-testid="acquiring-link-history">
      <summary className="txt-compact-small text-ui-fg-subtle cursor-pointer">
        {t("link.earlier", { number: links.length })}
      </summary>
      <div className="mt-3">
        <HistoryList>
          {links.map((link) => (
            <HistoryEntry
              key={link.id}
              what={`${t(`link.state.${link.state}`)} · ${money(link.amount, link.currency)}`}
              at={link.paid_at ?? link.revoked_at ?? link.created_at}
              by={null}
              note={null}
            />
          ))}
        </HistoryList>
      </div>
    </details>
  );
}
