import { Link as LinkIcon } from "@medusajs/icons";
import { Button, Container, Heading, Text } from "@medusajs/ui";
import { useState } from "react";
import type { AdminPaymentLink, OrderPaymentLinks } from "../../../api-schema/admin";
import { useAccess } from "../../lib/use-access";
import { useTexts } from "../../lib/texts";
import { LinkDrawer } from "./link-drawer";
import { EarlierLinks, LinkFacts } from "./link-facts";
import { OpenLinkActions } from "./open-link-actions";

/** The payment link of an order: what is owed, the newest link with its actions, and the earlier ones. */
interface Props {
  readonly orderId: string;
  readonly links: OrderPaymentLinks;
}

export function LinkSection({ orderId, links }: Props) {
  const { t, money } = useTexts();
  const [drawer, setDrawer] = useState<"create" | "renew" | null>(null);
  const { due, refusal, payment_links: all } = links;
  const [newest, ...earlier] = all;
  return (
    <Container className="divide-y p-0" data-testid="acquiring-links">
      <div className="flex flex-wrap items-center gap-2 px-6 py-4">
        <LinkIcon className="text-ui-fg-subtle" aria-hidden="true" />
        <Heading level="h2" className="grow">
          {t("link.title")}
        </Heading>
        {due === null ? null : (
          <Text size="small" data-testid="acquiring-link-due">
            {t("link.due", { amount: money(due.amount, due.currency) })}
          </Text>
        )}
      </div>
      {newest === undefined ? null : <LinkFacts link={newest} />}
      <div className="flex flex-col gap-y-3 px-6 py-4 empty:hidden">
        <Hint newest={newest} refusal={refusal} />
        <Actions {...{ newest, refusal }} onOpen={setDrawer} />
      </div>
      {earlier.length === 0 ? null : <EarlierLinks links={earlier} />}
      {drawer === null ? null : (
        <LinkDrawer
          {...{ orderId }}
          methods={links.methods}
          renewed={drawer === "renew" ? newest : undefined}
          onClose={() => setDrawer(null)}
        />
      )}
    </Container>
  );
}

interface Newest {
  readonly newest: AdminPaymentLink | undefined;
  readonly refusal: OrderPaymentLinks["refusal"];
}

function Hint({ newest, refusal }: Newest) {
  const { t } = useTexts();
  const isOpen = newest?.state === "open";
  if (refusal === null && newest !== undefined) return null;
  if (refusal === "nothing_due" && newest?.state === "paid") return null;
  return (
    <Text size="small" className="text-ui-fg-subtle" data-testid="acquiring-link-hint">
      {t(refusal === null ? "link.empty" : `link.refusal.${refusal}`)}
      {isOpen ? ` ${t("link.unpayable")}` : null}
    </Text>
  );
}

/** None for readers who may not ask customers for money. */
function Actions({ newest, refusal, onOpen }: Newest & { readonly onOpen: (drawer: "create" | "renew") => void }) {
  const { t } = useTexts();
  const may = useAccess();
  if (!may("collect")) return null;
  if (newest?.state === "open")
    return <OpenLinkActions link={newest} onRenew={refusal === null ? () => onOpen("renew") : undefined} />;
  if (refusal !== null) return null;
  const act = newest?.state === "expired" ? "renew" : "create";
  return (
    <Button
      size="small"
      variant="secondary"
      className="self-start"
      onClick={() => onOpen(act)}
      data-testid={`acquiring-link-${act}`}
    >
      {t(`link.${act}`)}
    </Button>
  );
}
