import { Button, Container, Text } from "@medusajs/ui";
import type { NotificationPage, NotificationRole } from "../../../api-schema/admin";
import { MOST_ROLES } from "../../lib/notifications/settings";
import { useTexts } from "../../lib/texts";
import { RoleRow } from "./role-row";
import { SectionHead } from "./section-head";

interface Props {
  readonly page: NotificationPage;
  /** With null: a new one. Null itself for readers who may not change them. */
  readonly onEdit: ((role: NotificationRole | null) => void) | null;
}

export function RoleSection({ page, onEdit }: Props) {
  const { t } = useTexts();
  const { roles } = page;
  return (
    <Container className="divide-y overflow-hidden p-0" data-testid="acquiring-roles">
      <SectionHead title={t("notifications.roles.title")} text={t("notifications.roles.text")}>
        {onEdit === null || roles.length === 0 ? null : (
          <Add isOff={roles.length >= MOST_ROLES} onAdd={() => onEdit(null)} />
        )}
      </SectionHead>
      {roles.length === 0 ? (
        <div className="flex flex-col items-start gap-y-3 px-6 py-4" data-testid="acquiring-no-roles">
          <Text size="small">{t("notifications.roles.none")}</Text>
          {onEdit === null ? null : <Add isOff={false} onAdd={() => onEdit(null)} />}
        </div>
      ) : (
        <ul className="divide-y">
          {roles.map((role) => (
            <RoleRow key={role.id} {...{ page, role }} onEdit={onEdit === null ? null : () => onEdit(role)} />
          ))}
        </ul>
      )}
    </Container>
  );
}

function Add({ isOff, onAdd }: { isOff: boolean; onAdd: () => void }) {
  const { t } = useTexts();
  return (
    <Button size="small" variant="secondary" disabled={isOff} onClick={onAdd} data-testid="acquiring-role-add">
      {t("notifications.roles.add")}
    </Button>
  );
}
