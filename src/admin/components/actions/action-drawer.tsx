import { Button, Drawer } from "@medusajs/ui";
import type { FormEvent, MouseEvent, ReactNode } from "react";
import type { PaymentAction } from "../../lib/use-payment-action";
import { useTexts } from "../../lib/texts";
import { DrawerHeader } from "../drawer-header";
import { Trouble } from "./outcome";

interface Props<Answer> {
  readonly title: string;
  /** What the action does and whether it can be undone. */
  readonly text: string;
  readonly confirm: string;
  readonly isDangerous?: boolean;
  /** Leaves without acting. Default: "Cancel"; pass another where the action itself is a cancellation. */
  readonly leave?: string;
  readonly isReady: boolean;
  readonly action: PaymentAction<Answer>;
  /** After this result the dialog can only be closed. */
  readonly isOver: boolean;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** The frame of every action: description, fields, result and one submit button. Knows no specific action. */
export function ActionDrawer<Answer>(props: Props<Answer>) {
  const { t } = useTexts();
  const { title, text, confirm, isReady, action, isOver, onClose, children } = props;
  const { isSending, answer, trouble, go } = action;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // React bubbles events of a drawer to the page that opened it.
    event.stopPropagation();
    if (isReady && !isOver) go();
  };
  // The button takes the place of the one that was pressed: the second click of a double click must not hide the result.
  const leave = (event: MouseEvent): void => {
    if (!isOver || event.detail < 2) onClose();
  };
  return (
    <Drawer open onOpenChange={(open) => (open || isSending ? undefined : onClose())}>
      <Drawer.Content data-testid="acquiring-action" onClick={(event) => event.stopPropagation()}>
        <form onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
          <DrawerHeader title={title} />
          <Drawer.Body className="flex flex-1 flex-col gap-y-4 overflow-y-auto">
            <Drawer.Description className="text-ui-fg-subtle">{text}</Drawer.Description>
            {children}
            {trouble === null ? null : <Trouble text={trouble} />}
          </Drawer.Body>
          <Drawer.Footer>
            <Button type="button" size="small" variant="secondary" onClick={leave} disabled={isSending}>
              {isOver ? t("action.close") : (props.leave ?? t("action.cancel"))}
            </Button>
            {isOver ? null : (
              <Button
                type="submit"
                size="small"
                variant={props.isDangerous ? "danger" : "primary"}
                disabled={!isReady}
                isLoading={isSending}
                data-testid="acquiring-confirm"
              >
                {answer === null && trouble === null ? confirm : t("action.again")}
              </Button>
            )}
          </Drawer.Footer>
        </form>
      </Drawer.Content>
    </Drawer>
  );
}
