import fc from "fast-check";
import type { Received } from "./arrivals";
import { answers, begin, begun, hear, inWords, subjectOf } from "./arrivals";
import type { History, Moment, Saying } from "./histories";
import { histories, isSending } from "./histories";

/**
 * Promise 9. What the gateway said arrives in any order, many times or never; in
 * the end the attempt is what the gateway's own history says. Only one order is
 * kept: nobody can say anything about a write before the store has begun it.
 */
const HOUR = 3_600_000;

const take = (story: History, received: Received, moment: Moment): Received =>
  isSending(moment) ? begin(received, moment, story) : hear(received, moment);

/** The scheduled question, when all is over. */
const ask = ({ moments }: History, received: Received): Received => answers(moments, HOUR).reduce(hear, received);

const cases = histories.map((story): [string, History] => [story.name, story]);

test.each(cases)("%s: processed in order, it ends as in the gateway's records", (_name, story) => {
  const ended = story.moments.reduce<Received>((received, moment) => take(story, received, moment), begun(story));
  expect(inWords(ended)).toBe(story.ends);
  expect(inWords(ask(story, ended))).toBe(story.ends);
});

/** The words that nothing later overrides: without them nobody can know how it ended. */
const lastWords = ({ moments }: History): readonly Moment[] => {
  const sayings = moments.filter((moment): moment is Saying => !isSending(moment));
  return [...new Map(sayings.map((saying) => [subjectOf(saying.fact), saying])).values()];
};

/** What is wrong with how it ended, in words: when the gateway is asked, and before where all last words arrived. */
function faultsOf(story: History, arrivals: readonly Moment[], received: Received): string[] {
  const asked = inWords(ask(story, received));
  if (asked !== story.ends) return [`${spell(arrivals)}, asked: ${asked}`];
  const isTold = lastWords(story).every((word) => arrivals.includes(word));
  if (!isTold || story.needsQuestion || received.isAskedAgain) return [];
  return inWords(received) === story.ends ? [] : [`${spell(arrivals)}, told: ${inWords(received)}`];
}

const spell = (arrivals: readonly Moment[]): string =>
  arrivals
    .map((moment) => (isSending(moment) ? moment.send.kind : `${moment.source}: ${moment.fact.reading}`))
    .join(" → ");

/** Every order and every choice of what arrives at all. */
function everyArrival(story: History, done: (arrivals: readonly Moment[], received: Received) => void): void {
  const walk = (arrivals: readonly Moment[], received: Received): void => {
    const rest = story.moments.filter((moment) => !arrivals.includes(moment));
    const sending = rest.find(isSending);
    if (!sending) done(arrivals, received);
    for (const moment of rest) {
      if (sending && moment.at >= sending.at && moment !== sending) continue;
      walk([...arrivals, moment], take(story, received, moment));
    }
  };
  walk([], begun(story));
}

test.each(cases)("9 %s: every order and every gap ends in the same state and amounts", (_name, story) => {
  const wrong: string[] = [];
  everyArrival(story, (arrivals, received) => wrong.push(...faultsOf(story, arrivals, received)));
  expect(wrong.sort((one, other) => one.length - other.length).slice(0, 3)).toEqual([]);
});

/** Each thing said arrives up to three times or never, each time anywhere after the writes that came before it. */
const arrivalsOf = (story: History): fc.Arbitrary<readonly Moment[]> => {
  const sendings = story.moments.filter(isSending);
  const begins = (moment: Moment): number => sendings.filter(({ at }) => at < moment.at).length;
  const times = story.moments.map((moment) => {
    const when = fc.record({ place: fc.double({ noNaN: true, min: begins(moment), max: sendings.length + 1 }) });
    return isSending(moment)
      ? fc.constant([{ moment, place: begins(moment) + 1 }])
      : fc.array(
          when.map(({ place }) => ({ moment, place })),
          { maxLength: 3 },
        );
  });
  return fc.tuple(...times).map((drawn) =>
    drawn
      .flat()
      .sort((one, other) => one.place - other.place)
      .map(({ moment }) => moment),
  );
};

test.each(cases)("9 %s: duplicates change nothing, in any order and with any gaps", (_name, story) => {
  fc.assert(
    fc.property(arrivalsOf(story), (arrivals) => {
      const received = arrivals.reduce<Received>((before, moment) => take(story, before, moment), begun(story));
      expect(faultsOf(story, arrivals, received)).toEqual([]);
    }),
    { numRuns: 500 },
  );
});
