import { Button, Text, toast, usePrompt } from "@medusajs/ui";
import { useMutation } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import type { AdminPlan, PlanList } from "../../../api-schema/admin";
import { removePlan } from "../../lib/subscriptions/subscription-calls";
import { formatDay, rhythmText } from "../../lib/subscriptions/subscription-view";
import { useAccess } from "../../lib/use-access";
import { errorTextOf, useRefresh } from "../../lib/use-payment-action";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/texts";

interface Props {
  readonly variant: PlanList["variants"][number];
  readonly onEdit: () => void;
}

export function PlanListRow({ variant: { id, title, plan }, onEdit }: Props) {
  const { t } = useTexts();
  const may = useAccess()("subscribe");
  const name = title ?? id;
  return (
    <div className="flex flex-wrap items-start justify-between gap-3 px-6 py-4" data-testid="acquiring-plan-row">
      <div className="min-w-0">
        <Text size="small" weight="plus" className="[overflow-wrap:anywhere]">
          <bdi>{short(name)}</bdi>
        </Text>
        {plan === null ? (
          <Text size="small" className="text-ui-fg-subtle">
            {t("subscription.plan.none")}
          </Text>
        ) : (
          <Plan plan={plan} />
        )}
      </div>
      {may ? (
        <div className="flex flex-wrap gap-2">
          <Button
            size="small"
            variant="secondary"
            onClick={onEdit}
            aria-label={t(plan === null ? "subscription.plan.addOf" : "subscription.plan.editOf", {
              name: short(name),
            })}
            data-testid="acquiring-edit-plan"
          >
            {t(plan === null ? "subscription.plan.add" : "subscription.plan.edit")}
          </Button>
          {plan === null ? null : <Remove variantId={id} />}
        </div>
      ) : null}
    </div>
  );
}

function Plan({ plan }: { plan: AdminPlan }) {
  const words = useTexts();
  const { t, locale } = words;
  const { amounts, interval, interval_count, billing_cycles: cycles, starts_on: starts, ends_on: ends } = plan;
  const limits = [
    cycles === null ? null : `${t("subscription.cycles")}: ${String(cycles)}`,
    starts === null ? null : `${t("subscription.starts")}: ${formatDay(starts, locale)}`,
    ends === null ? null : `${t("subscription.ends")}: ${formatDay(ends, locale)}`,
  ].filter((text) => text !== null);
  return (
    <>
      <Text size="small" className="[overflow-wrap:anywhere]">
        <bdi>{short(plan.name)}</bdi>
      </Text>
      {Object.entries(amounts).map(([currency, amount]) => (
        <Text key={currency} size="small" className="text-ui-fg-subtle">
          {rhythmText(words, { amount, currency, interval, interval_count })}
        </Text>
      ))}
      {limits.length === 0 ? null : (
        <Text size="small" className="text-ui-fg-subtle">
          {limits.join(" · ")}
        </Text>
      )}
      <Link
        to={`/acquiring/subscriptions?variant_id=${encodeURIComponent(plan.variant_id)}`}
        className="txt-compact-small text-ui-fg-base underline"
      >
        {t("subscription.plan.active", { number: plan.active })}
      </Link>
    </>
  );
}

function Remove({ variantId }: { variantId: string }) {
  const { t } = useTexts();
  const prompt = usePrompt();
  const refresh = useRefresh();
  const { mutate, isPending } = useMutation({
    mutationFn: () => removePlan(variantId),
    onSuccess: () => toast.success(t("subscription.plan.removed")),
    onError: (error) => toast.error(short(errorTextOf(t, error))),
    onSettled: refresh,
  });
  const ask = async (): Promise<void> => {
    const isSure = await prompt({
      title: t("subscription.plan.remove"),
      description: t("subscription.plan.removeText"),
      confirmText: t("subscription.plan.remove"),
      cancelText: t("action.cancel"),
    });
    if (isSure) mutate();
  };
  return (
    <Button
      size="small"
      variant="transparent"
      isLoading={isPending}
      onClick={() => void ask()}
      data-testid="acquiring-remove-plan"
    >
      {t("subscription.plan.remove")}
    </Button>
  );
}
