import { defineRouteConfig } from "@medusajs/admin-sdk";
import { Container, Heading, Table, Text } from "@medusajs/ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ALWAYS_CURRENT } from "../../../lib/always-current";
import type { AttentionEntry, DecideAction } from "../../../../api-schema/admin";
import { AttentionHead, statusOf } from "../../../components/attention/attention-head";
import { AttentionItemCard } from "../../../components/attention/attention-item";
import { DismissDrawer } from "../../../components/attention/dismiss-drawer";
import { useExistingPage } from "../../../components/list/use-existing-page";
import { PaymentDrawer } from "../../../components/payment-drawer";
import { Failed, Loading } from "../../../components/placeholders";
import { fetchAttention } from "../../../lib/calls";
import { ATTENTION_ACTIONS } from "../../../lib/attention-action";
import { useAccess } from "../../../lib/use-access";
import type { UrlState } from "../../../lib/use-url-state";
import { PAGE_SIZE, useUrlState } from "../../../lib/use-url-state";
import { useTexts } from "../../../lib/texts";

interface Decided {
  readonly paymentId: string;
  readonly resolution: DecideAction["resolution"];
}

const AttentionPage = () => {
  const { t } = useTexts();
  const address = useUrlState();
  const may = useAccess();
  const [opened, setOpened] = useState<AttentionEntry | null>(null);
  const [decided, setDecided] = useState<Decided | null>(null);
  const [dismissed, setDismissed] = useState<AttentionEntry | null>(null);
  const filters = address.pick(["status", "kind", "offset"]);
  filters.set("limit", String(PAGE_SIZE));
  const query = useQuery({
    queryKey: ["acquiring", "attention", filters.toString()],
    queryFn: ({ signal }) => fetchAttention(filters, signal),
    placeholderData: keepPreviousData,
    ...ALWAYS_CURRENT,
  });
  const { data, isPending, isFetching, refetch, error } = query;
  useExistingPage(address, query, data?.items.length ?? 0);
  if (isPending) return <Loading />;
  if (!data)
    return (
      <Failed title={t("attention.page.title")} error={error} onRetry={() => void refetch()} isBusy={isFetching} />
    );
  return (
    <div className="flex flex-col gap-y-3" data-testid="acquiring-attention-page">
      <AttentionHead address={address} open={data.open} />
      {data.items.length === 0 ? <Nothing status={statusOf(address)} /> : null}
      {data.items.map((item) => (
        <AttentionItemCard
          key={item.id}
          item={item}
          mayDismiss={may("resolve")}
          onOpen={setOpened}
          onDismiss={setDismissed}
          onDecide={(about, resolution) => setDecided({ paymentId: about.payment?.id ?? "", resolution })}
        />
      ))}
      {data.count > PAGE_SIZE ? <Pages address={address} count={data.count} offset={data.offset} /> : null}
      {opened?.payment ? (
        <PaymentDrawer
          id={opened.payment.id}
          begin={ATTENTION_ACTIONS[opened.action].acts}
          onClose={() => setOpened(null)}
        />
      ) : null}
      {decided ? <PaymentDrawer id={decided.paymentId} decide={decided} onClose={() => setDecided(null)} /> : null}
      {dismissed ? <DismissDrawer item={dismissed} onClose={() => setDismissed(null)} /> : null}
    </div>
  );
};

function Nothing({ status }: { status: "open" | "closed" }) {
  const { t } = useTexts();
  return (
    <Container className="flex flex-col items-center gap-y-1 py-16 text-center" data-testid="acquiring-all-settled">
      <Heading level="h2">{t(status === "open" ? "attention.page.none" : "attention.page.noneClosed")}</Heading>
      <Text size="small" className="text-ui-fg-subtle">
        {t(status === "open" ? "attention.page.noneText" : "attention.page.noneClosedText")}
      </Text>
    </Container>
  );
}

function Pages({ address, count, offset }: { address: UrlState; count: number; offset: number }) {
  const { t } = useTexts();
  const goTo = (place: number): void => address.set({ offset: place <= 0 ? null : String(place) });
  return (
    <Container className="p-0">
      <Table.Pagination
        count={count}
        pageSize={PAGE_SIZE}
        pageIndex={Math.floor(offset / PAGE_SIZE)}
        pageCount={Math.ceil(count / PAGE_SIZE)}
        canPreviousPage={offset > 0}
        canNextPage={offset + PAGE_SIZE < count}
        previousPage={() => goTo(offset - PAGE_SIZE)}
        nextPage={() => goTo(offset + PAGE_SIZE)}
        translations={{
          of: t("payments.of"),
          results: t("payments.results"),
          pages: t("payments.pages"),
          prev: t("payments.previous"),
          next: t("payments.next"),
        }}
      />
    </Container>
  );
}

export const config = defineRouteConfig({ label: "payments.menu.attention", translationNs: "acquiring", rank: 2 });

export default AttentionPage;
