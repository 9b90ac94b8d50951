import { Button, Drawer, Hint } from "@medusajs/ui";
import type { FormEvent } from "react";
import { useRef, useState } from "react";
import type { CapturePolicyRule } from "../../../api-schema/admin";
import { durationText } from "../../lib/durations";
import type { Problems } from "../../lib/problems";
import type { RuleForm, RuleProblems } from "../../lib/capture-policy/rule-form";
import { emptyRule, formOf, MOST_HOURS, readRule } from "../../lib/capture-policy/rule-form";
import type { PolicyChoices } from "../../lib/capture-policy/rule-scope";
import { shortestValidity } from "../../lib/capture-policy/rule-scope";
import { ruleSentence } from "../../lib/capture-policy/rule-sentence";
import { useTexts } from "../../lib/texts";
import { DrawerHeader } from "../drawer-header";
import { focusInvalidField } from "../forms/focus-invalid-field";
import { RuleFields } from "./rule-fields";

interface Props {
  /** Null: a new one. */
  readonly rule: CapturePolicyRule | null;
  /** Its place from 1. */
  readonly place: number;
  readonly choices: PolicyChoices;
  /** Of the server, by field. */
  readonly refused: Problems;
  readonly onApply: (rule: CapturePolicyRule) => void;
  readonly onClose: () => void;
}

/** Changes the list on the page; the page's own button saves it. */
export function RuleDrawer({ rule, place, choices, refused, onApply, onClose }: Props) {
  const words = useTexts();
  const { t, locale } = words;
  const body = useRef<HTMLFormElement>(null);
  const [form, setForm] = useState<RuleForm>(() => (rule === null ? emptyRule : formOf(rule)));
  const [problems, setProblems] = useState<RuleProblems>({});
  const [touched, setTouched] = useState<readonly string[]>([]);
  const read = readRule(form, choices);
  const change = (changed: Partial<RuleForm>): void => {
    const next = { ...form, ...changed };
    const now = readRule(next, choices);
    const left: RuleProblems = "problems" in now ? now.problems : {};
    setForm(next);
    setTouched([...touched, ...Object.keys(changed)]);
    // Shown errors are checked again while typing; others when the rule is applied.
    setProblems(Object.fromEntries(Object.entries(left).filter(([field]) => field in problems)));
  };
  const problemOf = (field: keyof RuleForm): string | null => {
    const found = problems[field];
    const valid = shortestValidity(form, choices) ?? 0;
    if (found !== undefined)
      return t(`policy.problem.${found}`, {
        number: MOST_HOURS,
        time: durationText(valid / 24, "day", locale),
        hours: durationText(valid, "hour", locale),
      });
    return touched.includes(field) ? null : (refused[field] ?? null);
  };
  const apply = (event: FormEvent): void => {
    event.preventDefault();
    // React bubbles events of a drawer to the page that opened it.
    event.stopPropagation();
    if ("rule" in read) return onApply(read.rule);
    setProblems(read.problems);
    focusInvalidField(body.current);
  };
  return (
    <Drawer open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Drawer.Content data-testid="acquiring-policy-drawer" aria-describedby={undefined}>
        <form ref={body} noValidate onSubmit={apply} className="flex min-h-0 flex-1 flex-col">
          <DrawerHeader title={rule === null ? t("policy.add") : t("policy.editOf", { number: place })} />
          <Drawer.Body className="flex flex-1 flex-col gap-y-6 overflow-y-auto">
            <RuleFields {...{ form, choices, problemOf }} onChange={change} />
            {"rule" in read ? (
              <div
                className="bg-ui-bg-subtle txt-small rounded-lg p-3 [overflow-wrap:anywhere]"
                data-testid="acquiring-policy-preview"
              >
                <bdi>{ruleSentence(words, read.rule, choices)}</bdi>
              </div>
            ) : null}
            <Hint>{t("policy.applyText")}</Hint>
          </Drawer.Body>
          <Drawer.Footer>
            <Button type="button" size="small" variant="secondary" onClick={onClose}>
              {t("action.cancel")}
            </Button>
            <Button type="submit" size="small" data-testid="acquiring-policy-apply">
              {t("policy.apply")}
            </Button>
          </Drawer.Footer>
        </form>
      </Drawer.Content>
    </Drawer>
  );
}
