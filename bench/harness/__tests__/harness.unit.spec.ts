import type { Figure, Measured } from "../benchmark";
import { Answer } from "../http-answer";
import { differenceOf, interleave, ratioOf, sideOf } from "../interleave";
import { samplesOf } from "../samples";
import { median, percentile, slope, spread } from "../statistics";
import { tableOf, targetResultOf } from "../target-result";

const quiet = { warmsUp: false, progress: () => undefined };

describe("statistics", () => {
  test("the median of an even number of values lies between the two in the middle", () => {
    expect(median([9, 1, 3])).toBe(3);
    expect(median([9, 1, 3, 5])).toBe(4);
  });

  test("a percentile is a value that was measured", () => {
    const values = Array.from({ length: 200 }, (_, index) => 200 - index);
    expect([percentile(values, 50), percentile(values, 99), percentile(values, 100)]).toEqual([100, 198, 200]);
    expect(percentile([7], 99)).toBe(7);
  });

  test("nothing is said of no values", () => {
    expect(() => median([])).toThrow("no numbers");
    expect(() => percentile([], 50)).toThrow("no numbers");
    expect(() => percentile([1], 0)).toThrow("no percentile");
  });

  test("the spread is the smallest and the largest, numbers and not words compared", () => {
    expect(spread([10, 9, 100])).toEqual([9, 100]);
  });

  test("the slope of a line with noise around it is that of the line", () => {
    const points = [0, 1, 2, 3].map((x) => ({ x, y: 5 + 2 * x + (x % 2 === 0 ? 0.1 : -0.1) }));
    expect(slope(points)).toBeCloseTo(1.96, 2);
  });
});

describe("interleaving", () => {
  const heard: string[] = [];
  const side =
    (name: string, values: readonly number[]): (() => Promise<Measured>) =>
    () => {
      const turn = heard.filter((each) => each === name).length;
      heard.push(name);
      return Promise.resolve({ ms: values[turn % values.length] ?? 0 });
    };
  beforeEach(() => (heard.length = 0));

  test("every round plays A twice and B once, and B comes first, in the middle and last", async () => {
    await interleave({ a: side("a", [1]), b: side("b", [1]) }, { rounds: 3, ...quiet });
    expect(heard.join("")).toBe("ababaaaab");
  });

  test("what warms up is not counted", async () => {
    const sides = { a: side("a", [100, 1, 1]), b: side("b", [100, 1]) };
    const played = await interleave(sides, { rounds: 1, ...quiet, warmsUp: true });
    expect(played.rounds).toEqual([{ a: { ms: 1 }, b: { ms: 1 }, again: { ms: 1 } }]);
  });

  const played = {
    rounds: [
      { a: { ms: 20 }, b: { ms: 10 }, again: { ms: 20 } },
      { a: { ms: 33 }, b: { ms: 10 }, again: { ms: 27 } },
      { a: { ms: 10 }, b: { ms: 10 }, again: { ms: 10 } },
    ],
  };

  test("a ratio is the median of the rounds, its guard A against A again", () => {
    const figure = ratioOf(played, "ms", { name: "time", atMost: 2.5 });
    expect(figure).toEqual({ name: "time", value: 2, unit: "×", spread: [1, 3], guard: 1, target: { atMost: 2.5 } });
  });

  test("a difference is in the unit of what was measured", () => {
    expect(differenceOf(played, "ms", { name: "more", unit: "ms", atMost: 1 })).toMatchObject({
      value: 10,
      unit: "ms",
    });
    expect(sideOf(played, "b", { key: "ms", name: "b alone", unit: "ms" })).toMatchObject({ value: 10, guard: null });
  });

  test("what was not measured is no figure", () => {
    expect(() => ratioOf(played, "seconds", {})).toThrow('"seconds"');
  });
});

describe("the result", () => {
  const figure: Figure = { name: "time", value: 1.2, unit: "×", spread: [1, 1.4], guard: 1, target: { atMost: 1.25 } };

  test.each([
    ["met", figure],
    ["NOT MET", { ...figure, value: 1.26 }],
    ["NOT MET", { ...figure, target: { atLeast: 1.3 } }],
    ["VOID", { ...figure, guard: 1.06 }],
    ["VOID", { ...figure, guard: 0.94 }],
    ["VOID", { ...figure, guard: Number.NaN }],
    ["NOT MET", { ...figure, value: Number.NaN }],
    ["met", { ...figure, guard: null }],
    ["", { ...figure, target: {} }],
  ] as const)("is %s", (result, given) => {
    expect(targetResultOf(given)).toBe(result);
  });

  test("stands in the table beside the value, its spread and its target", () => {
    const table = tableOf([{ benchmark: "wire", figures: [figure] }]);
    expect(table.split("\n")[1]).toMatch(/^wire +time +1\.2 × +1 – 1\.4 +1 +≤ 1\.25 +met$/);
  });
});

describe("answers on the wire", () => {
  const bytes = Buffer.from("HTTP/1.1 503 Service Unavailable\r\nContent-Length: 5\r\n\r\nhello");

  test("an answer is whole only with its last byte, however it is cut", () => {
    for (let cut = 1; cut < bytes.length; cut += 1) {
      const answer = new Answer();
      expect(answer.read(bytes.subarray(0, cut))).toBeNull();
      expect(answer.read(bytes.subarray(cut))).toBe(503);
      expect(answer.read(bytes)).toBe(503);
    }
  });

  test("an answer that does not say its length is refused", () => {
    expect(() => new Answer().read(Buffer.from("HTTP/1.1 200 OK\r\n\r\n"))).toThrow("how long");
    expect(new Answer().read(Buffer.from("HTTP/1.1 204 No Content\r\n\r\n"))).toBe(204);
  });
});

describe("samples", () => {
  const playsOf = (...plays: readonly (readonly number[])[]) => {
    const left = [...plays];
    return () => Promise.resolve(left.shift() ?? []);
  };

  test("a play gives its median, and p99 is that of all plays but the warm-up", async () => {
    const samples = samplesOf(playsOf([900, 900, 900], [1, 2, 3], [4, 5, 60]), { isShort: false });
    await samples.play();
    expect([await samples.play(), await samples.play()]).toEqual([{ p50Ms: 2 }, { p50Ms: 5 }]);
    expect(samples.p99("slow").value).toBe(60);
  });

  test("a short run has no warm-up", async () => {
    const samples = samplesOf(playsOf([900]), { isShort: true });
    await samples.play();
    expect(samples.p99("slow").value).toBe(900);
  });
});
