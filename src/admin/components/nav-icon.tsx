import { CreditCard } from "@medusajs/icons";
import { useQuery } from "@tanstack/react-query";
import { ALWAYS_CURRENT } from "../lib/always-current";
import { fetchOpenCount } from "../lib/calls";
import { useAccess } from "../lib/use-access";
import { useTexts } from "../lib/texts";

/** The dashboard clips anything larger than its icon, so the number of open items replaces the card. */
const EVERY_MS = 60_000;

export function NavIcon() {
  const { t } = useTexts();
  const mayRead = useAccess()("read");
  const { data } = useQuery({
    queryKey: ["acquiring", "attention", "count"],
    queryFn: ({ signal }) => fetchOpenCount(signal),
    enabled: mayRead,
    ...ALWAYS_CURRENT,
    refetchInterval: EVERY_MS,
  });
  const open = data?.open ?? 0;
  if (open === 0) return <CreditCard />;
  return (
    <span
      role="img"
      aria-label={t("attention.page.badge", { number: open })}
      title={t("attention.page.badge", { number: open })}
      className="bg-ui-tag-red-bg text-ui-tag-red-text flex size-full items-center justify-center text-[9px] font-medium leading-none"
      data-testid="acquiring-badge"
    >
      {open > 99 ? "99+" : open}
    </span>
  );
}
