import { dayAndTime, short } from "../../lib/view";
import { useTexts } from "../../lib/texts";

/** Cells of several lists: each has a fixed width, so that a whole table fits a laptop screen. */

export function CutText({ text }: { text: string | null }) {
  const whole = short(text ?? "–");
  return (
    <bdi className="block max-w-32 truncate" title={whole}>
      {whole}
    </bdi>
  );
}

export function DateCell({ at }: { at: string }) {
  const { locale, moment } = useTexts();
  const { day, time } = dayAndTime(at, locale);
  return (
    <time dateTime={at} title={moment(at)} className="flex flex-col whitespace-nowrap py-1">
      <span>{day}</span>
      <span className="text-ui-fg-subtle txt-compact-xsmall">{time}</span>
    </time>
  );
}
