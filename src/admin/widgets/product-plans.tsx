import { defineWidgetConfig } from "@medusajs/admin-sdk";
import type { DetailWidgetProps, HttpTypes } from "@medusajs/framework/types";
import { Container, Heading, Text } from "@medusajs/ui";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ALWAYS_CURRENT } from "../lib/always-current";
import { PlanDrawer } from "../components/plans/plan-drawer";
import { PlanListRow } from "../components/plans/plan-row";
import { Failed, Loading } from "../components/placeholders";
import { isRequestRefused } from "../lib/client";
import { fetchPlans } from "../lib/subscriptions/subscription-calls";
import { useTexts } from "../lib/texts";

/** Which variants are sold as a subscription, and their terms. Hidden for readers who may not see them. */
const ProductPlansWidget = ({ data: product }: DetailWidgetProps<HttpTypes.AdminProduct>) => {
  const { t } = useTexts();
  const [edited, setEdited] = useState<string | null>(null);
  const { data, isPending, isFetching, refetch, error } = useQuery({
    queryKey: ["acquiring", "plans", product.id],
    queryFn: ({ signal }) => fetchPlans(product.id, signal),
    ...ALWAYS_CURRENT,
  });
  if (isPending) return <Loading />;
  if (!data && isRequestRefused(error, 403)) return null;
  if (!data) return <Failed error={error} onRetry={() => void refetch()} isBusy={isFetching} />;
  const variant = data.variants.find(({ id }) => id === edited);
  return (
    <Container className="divide-y p-0" data-testid="acquiring-product-plans">
      <div className="px-6 py-4">
        <Heading level="h2">{t("subscription.plan.title")}</Heading>
        <Text size="small" className="text-ui-fg-subtle">
          {t("subscription.plan.text")}
        </Text>
      </div>
      {data.variants.map((one) => (
        <PlanListRow key={one.id} variant={one} onEdit={() => setEdited(one.id)} />
      ))}
      {variant === undefined ? null : (
        <PlanDrawer
          key={variant.id}
          variant={variant}
          currencies={data.currencies}
          suggestion={product.title}
          onClose={() => setEdited(null)}
        />
      )}
    </Container>
  );
};

export const config = defineWidgetConfig({ zone: "product.details.after" });

export default ProductPlansWidget;
