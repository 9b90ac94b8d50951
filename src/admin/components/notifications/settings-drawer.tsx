import { Alert, Button, Drawer, Text } from "@medusajs/ui";
import type { FormEvent, ReactNode, RefObject } from "react";
import type { NotificationPage } from "../../../api-schema/admin";
import type { Newer } from "../../lib/notifications/settings";
import { useSavedBy } from "../../lib/notifications/use-settings";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/texts";
import { Trouble } from "../actions/outcome";
import { DrawerHeader } from "../drawer-header";
import { ProblemList } from "../forms/problem-list";

interface Props {
  readonly title: string;
  readonly testId: string;
  readonly page: NotificationPage;
  /** What a version that somebody else saved meanwhile means for this part; null: there is none. */
  readonly newer: Newer | null;
  /** Number of fields to correct. */
  readonly wrong: number;
  readonly trouble: string | null;
  readonly isSending: boolean;
  readonly form: RefObject<HTMLFormElement>;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The frame of a drawer that saves the settings: it stays open, with its entries, until the server has accepted them. */
export function SettingsDrawer(props: Props) {
  const { title, testId, page, newer, wrong, trouble, isSending, form, onSubmit, onClose, children } = props;
  const { t } = useTexts();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // React bubbles events of a drawer to the page that opened it.
    event.stopPropagation();
    onSubmit();
  };
  return (
    <Drawer open onOpenChange={(open) => (open || isSending ? undefined : onClose())}>
      <Drawer.Content data-testid={testId} aria-describedby={undefined}>
        <form ref={form} noValidate onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
          <DrawerHeader title={<bdi>{short(title)}</bdi>} />
          <Drawer.Body className="flex flex-1 flex-col gap-y-6 overflow-y-auto">{children}</Drawer.Body>
          {newer === null && wrong === 0 && trouble === null ? null : (
            // Beside the buttons, so that it is in sight wherever a long form is scrolled to.
            <div className="border-ui-border-base flex flex-col gap-y-3 border-t px-6 py-4">
              {newer === null ? null : <NewerVersion {...{ page, newer }} />}
              <ProblemList number={wrong} others={[]} />
              {trouble === null ? null : <Trouble text={trouble} />}
            </div>
          )}
          <Drawer.Footer>
            <Button type="button" size="small" variant="secondary" onClick={onClose} disabled={isSending}>
              {t("action.cancel")}
            </Button>
            <Button type="submit" size="small" isLoading={isSending} data-testid="acquiring-notifications-save">
              {t("notifications.save")}
            </Button>
          </Drawer.Footer>
        </form>
      </Drawer.Content>
    </Drawer>
  );
}

function NewerVersion({ page, newer }: { page: NotificationPage; newer: Newer }) {
  const { t } = useTexts();
  const by = useSavedBy(page);
  return (
    <Alert variant="warning" role="alert" data-testid="acquiring-notifications-newer">
      <Text size="small" weight="plus">
        {t("notifications.newer.title")}
      </Text>
      {by === null ? null : (
        <Text size="small" className="[overflow-wrap:anywhere]">
          <bdi>{short(by)}</bdi>
        </Text>
      )}
      <Text size="small">{t(`notifications.newer.${newer}`)}</Text>
    </Alert>
  );
}
