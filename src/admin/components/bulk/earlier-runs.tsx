import { Button, Drawer, Text } from "@medusajs/ui";
import { useQuery } from "@tanstack/react-query";
import { fetchRuns } from "../../lib/calls";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/texts";
import { DrawerHeader } from "../drawer-header";
import { Loading } from "../placeholders";
import { Counts } from "./run-view";

export function EarlierRuns({ onOpen, onClose }: { onOpen: (id: string) => void; onClose: () => void }) {
  const { t, moment } = useTexts();
  const { data, isPending } = useQuery({
    queryKey: ["acquiring", "runs"],
    queryFn: ({ signal }) => fetchRuns(signal),
    staleTime: 0,
  });
  const runs = data?.runs ?? [];
  return (
    <Drawer open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Drawer.Content>
        <DrawerHeader title={t("payments.bulk.earlier")}>
          <Drawer.Description>{t("payments.bulk.earlierText")}</Drawer.Description>
        </DrawerHeader>
        <Drawer.Body className="overflow-y-auto">
          {isPending ? <Loading /> : null}
          {!isPending && runs.length === 0 ? <Text size="small">{t("payments.bulk.noneEarlier")}</Text> : null}
          <ul className="flex flex-col gap-y-3">
            {runs.map((run) => (
              <li key={run.id} className="flex flex-col items-start gap-y-2 border-b pb-3">
                <Button size="small" variant="secondary" onClick={() => onOpen(run.id)}>
                  {moment(run.created_at)}
                </Button>
                <Text size="xsmall" className="text-ui-fg-subtle">
                  <bdi>{t("payments.bulk.by", { who: short(run.created_by) })}</bdi>
                </Text>
                <Counts run={run} />
              </li>
            ))}
          </ul>
        </Drawer.Body>
      </Drawer.Content>
    </Drawer>
  );
}
