import { Alert, Container, Heading, Text } from "@medusajs/ui";
import { useState } from "react";
import type { NotificationPage, NotificationRole } from "../../../api-schema/admin";
import { useSavedBy } from "../../lib/notifications/use-settings";
import { useAccess } from "../../lib/use-access";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/texts";
import { BellDrawer } from "./bell-drawer";
import { BellSection } from "./bell-section";
import { CustomerEmailSection } from "./customer-email-section";
import { LatestMessages } from "./latest-messages";
import { RoleDrawer } from "./role-drawer";
import { RoleSection } from "./role-section";

/** Who is told of what, and what was sent. */
export function NotificationEditor({ page }: { page: NotificationPage }) {
  const may = useAccess();
  const mayChange = may("configure");
  const [edited, setEdited] = useState<"bell" | { readonly role: NotificationRole | null } | null>(null);
  const close = (): void => setEdited(null);
  return (
    <div className="flex flex-col gap-y-3" data-testid="acquiring-notifications">
      {/* Whoever sees this page may read: without that the permissions are still loading. */}
      <Head page={page} isReadOnly={may("read") && !mayChange} />
      <BellSection page={page} onEdit={mayChange ? () => setEdited("bell") : null} />
      <RoleSection page={page} onEdit={mayChange ? (role) => setEdited({ role }) : null} />
      <CustomerEmailSection page={page} />
      <LatestMessages page={page} />
      {edited === "bell" ? <BellDrawer page={page} onClose={close} /> : null}
      {edited === null || edited === "bell" ? null : <RoleDrawer page={page} role={edited.role} onClose={close} />}
    </div>
  );
}

function Head({ page, isReadOnly }: { page: NotificationPage; isReadOnly: boolean }) {
  const { t } = useTexts();
  const by = useSavedBy(page);
  return (
    <Container className="flex flex-col gap-y-2 px-6 py-4">
      <div>
        <Heading level="h1">{t("notifications.title")}</Heading>
        <Text size="small" className="text-ui-fg-subtle">
          {t("notifications.subtitle")}
        </Text>
        {by === null ? null : (
          <Text size="xsmall" className="text-ui-fg-subtle [overflow-wrap:anywhere]">
            <bdi>{short(by)}</bdi>
          </Text>
        )}
      </div>
      {isReadOnly ? (
        <Alert variant="info" data-testid="acquiring-notifications-read-only">
          {t("notifications.readOnly")}
        </Alert>
      ) : null}
    </Container>
  );
}
