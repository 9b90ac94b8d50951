import { Button, Container, Heading, Text } from "@medusajs/ui";
import type { AttentionPage } from "../../../api-schema/admin";
import type { UrlState } from "../../lib/use-url-state";
import { useTexts } from "../../lib/texts";
import { FilterMenu } from "../list/filter-menu";

export function AttentionHead({ address, open }: { address: UrlState; open: AttentionPage["open"] }) {
  const { t } = useTexts();
  const status = statusOf(address);
  const choices = open.map(({ kind, count }) => ({
    value: kind,
    label: `${t(`attention.name.${kind}`)} (${String(count)})`,
  }));
  return (
    <Container className="flex flex-wrap items-start justify-between gap-3 px-6 py-4">
      <div>
        <Heading level="h1">{t("attention.page.title")}</Heading>
        <Text size="small" className="text-ui-fg-subtle">
          {t("attention.page.subtitle")}
        </Text>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <FilterMenu
          name={t("attention.page.kind")}
          choices={choices}
          chosen={address.all("kind")}
          onChoose={(values) => address.set({ kind: values })}
        />
        {(["open", "closed"] as const).map((one) => (
          <Button
            key={one}
            size="small"
            variant={status === one ? "primary" : "secondary"}
            aria-pressed={status === one}
            onClick={() => address.set({ status: one === "open" ? null : one })}
            data-testid={`acquiring-status-${one}`}
          >
            {t(`attention.page.${one}`)}
          </Button>
        ))}
      </div>
    </Container>
  );
}

export const statusOf = (address: UrlState): "open" | "closed" =>
  address.one("status") === "closed" ? "closed" : "open";
