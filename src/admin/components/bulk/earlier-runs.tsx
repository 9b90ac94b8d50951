import { Button, Drawer, Text } from "@medusajs/ui";
import { useQuery } from "@tanstack/react-query";
import { fetchRuns } from "../../lib/calls";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/words";
import { DrawerTop } from "../dialog-top";
import { Loading } from "../placeholders";
import { Counts } from "./run-view";

/** The newest bulk captures, to open one again: also after a reload, and from another browser. */
export function EarlierRuns({ onOpen, onClose }: { onOpen: (id: string) => void; onClose: () => void }) {
  const { say, moment } = useTexts();
  const { data, isPending } = useQuery({
    queryKey: ["acquiring", "runs"],
    queryFn: ({ signal }) => fetchRuns(signal),
    staleTime: 0,
  });
  const runs = data?.runs ?? [];
  return (
    <Drawer open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Drawer.Content>
        <DrawerTop title={say("list.bulk.earlier")}>
          <Drawer.Description>{say("list.bulk.earlierText")}</Drawer.Description>
        </DrawerTop>
        <Drawer.Body className="overflow-y-auto">
          {isPending ? <Loading /> : null}
          {!isPending && runs.length === 0 ? <Text size="small">{say("list.bulk.noneEarlier")}</Text> : null}
          <ul className="flex flex-col gap-y-3">
            {runs.map((run) => (
              <li key={run.id} className="flex flex-col items-start gap-y-2 border-b pb-3">
                <Button size="small" variant="secondary" onClick={() => onOpen(run.id)}>
                  {moment(run.created_at)}
                </Button>
                <Text size="xsmall" className="text-ui-fg-subtle">
                  <bdi>{say("list.bulk.by", { who: short(run.created_by) })}</bdi>
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
