import { XMark } from "@medusajs/icons";
import { Drawer, IconButton } from "@medusajs/ui";
import type { ReactNode } from "react";
import { useTexts } from "../lib/texts";

/** The head of a drawer. Like the dashboard's own, but its close button has an accessible name. */
export function DrawerHeader({ title, children }: { title: ReactNode; children?: ReactNode }) {
  const { t } = useTexts();
  return (
    <div className="border-ui-border-base flex items-start justify-between gap-x-4 border-b px-6 py-4">
      <div className="flex min-w-0 flex-col gap-y-1">
        <Drawer.Title className="flex flex-wrap items-center gap-2 [overflow-wrap:anywhere]">{title}</Drawer.Title>
        {children}
      </div>
      <Drawer.Close asChild>
        <IconButton size="small" type="button" variant="transparent" aria-label={t("action.close")}>
          <XMark />
        </IconButton>
      </Drawer.Close>
    </div>
  );
}
