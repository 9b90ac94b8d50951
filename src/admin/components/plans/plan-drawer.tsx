import { Button, Drawer, Hint, toast } from "@medusajs/ui";
import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { useRef, useState } from "react";
import type { PlanInput, PlanList } from "../../../api-schema/admin";
import { planDraftOf, readDraft } from "../../lib/subscriptions/plan-form";
import type { PlanDraft, PlanErrors } from "../../lib/subscriptions/plan-form";
import { savePlan } from "../../lib/subscriptions/subscription-calls";
import { errorTextOf, useRefresh } from "../../lib/use-payment-action";
import { useTexts } from "../../lib/texts";
import { Trouble } from "../actions/outcome";
import { DrawerHeader } from "../drawer-header";
import { PlanFields } from "./plan-fields";

interface Props {
  readonly variant: PlanList["variants"][number];
  readonly currencies: readonly string[];
  readonly suggestion: string;
  readonly onClose: () => void;
}

export function PlanDrawer({ variant, currencies, suggestion, onClose }: Props) {
  const { t } = useTexts();
  const refresh = useRefresh();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(() => planDraftOf(variant.plan, currencies, suggestion));
  // The list may be read again while the drawer is open.
  const [seen] = useState(variant.plan?.updated_at ?? null);
  const [errors, setWrongs] = useState<PlanErrors>({});
  const { mutate, isPending, error } = useMutation({
    mutationFn: (input: PlanInput) => savePlan(variant.id, { ...input, updated_at: seen }),
    onSuccess: () => {
      toast.success(t("subscription.plan.saved"));
      refresh();
      onClose();
    },
  });
  const change = (changed: Partial<PlanDraft>): void => {
    const next = { ...draft, ...changed };
    setDraft(next);
    // Errors are checked again while typing; other fields only when the form is sent.
    const now = readDraft(next);
    const left = "errors" in now ? now.errors : {};
    setWrongs(
      Object.fromEntries(Object.entries(errors).flatMap(([field]) => (left[field] ? [[field, left[field]]] : []))),
    );
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // React bubbles events of a drawer to the page that opened it.
    event.stopPropagation();
    const read = readDraft(draft);
    setWrongs("errors" in read ? read.errors : {});
    if ("input" in read) mutate(read.input);
    else setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  const name = variant.title ?? suggestion;
  return (
    <Drawer open onOpenChange={(open) => (open || isPending ? undefined : onClose())}>
      <Drawer.Content data-testid="acquiring-plan" aria-describedby={undefined}>
        <form ref={form} noValidate onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
          <DrawerHeader
            title={t(variant.plan === null ? "subscription.plan.addOf" : "subscription.plan.editOf", { name })}
          />
          <Drawer.Body className="flex flex-1 flex-col gap-y-4 overflow-y-auto">
            {variant.plan === null ? null : <Hint>{t("subscription.plan.termsKept")}</Hint>}
            <PlanFields draft={draft} errorOf={(field) => errors[field] ?? null} onChange={change} />
            {error === null ? null : <Trouble text={errorTextOf(t, error)} />}
          </Drawer.Body>
          <Drawer.Footer>
            <Button type="button" size="small" variant="secondary" onClick={onClose} disabled={isPending}>
              {t("action.cancel")}
            </Button>
            <Button type="submit" size="small" isLoading={isPending} data-testid="acquiring-save-plan">
              {t("subscription.plan.save")}
            </Button>
          </Drawer.Footer>
        </form>
      </Drawer.Content>
    </Drawer>
  );
}
