import { TimeLimit } from "../time-limit";

/** One timer for many: each is called back after its own time, and once. */
beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test("each is called back when its own time is over, in order, and once", () => {
  const ended: string[] = [];
  const limit = new TimeLimit(100);
  limit.start(() => ended.push("first"));
  jest.advanceTimersByTime(60);
  limit.start(() => ended.push("second"));
  jest.advanceTimersByTime(39);
  expect(ended).toEqual([]);
  jest.advanceTimersByTime(1);
  expect(ended).toEqual(["first"]);
  jest.advanceTimersByTime(59);
  expect(ended).toEqual(["first"]);
  jest.advanceTimersByTime(1);
  expect(ended).toEqual(["first", "second"]);
  jest.advanceTimersByTime(1_000);
  expect(ended).toHaveLength(2);
});

test("what was stopped is not called back, and delays nothing else", () => {
  const ended: string[] = [];
  const limit = new TimeLimit(100);
  const stopped = (): number => ended.push("stopped");
  limit.start(stopped);
  jest.advanceTimersByTime(30);
  limit.start(() => ended.push("kept"));
  limit.stop(stopped);
  jest.advanceTimersByTime(99);
  expect(ended).toEqual([]);
  jest.advanceTimersByTime(1);
  expect(ended).toEqual(["kept"]);
});

test("a limit that was idle counts from the next start, and one that waits for nothing has no timer", () => {
  const ended: string[] = [];
  const limit = new TimeLimit(100);
  const first = (): number => ended.push("first");
  limit.start(first);
  limit.stop(first);
  jest.advanceTimersByTime(100);
  expect(jest.getTimerCount()).toBe(0);
  jest.advanceTimersByTime(50);
  limit.start(() => ended.push("later"));
  jest.advanceTimersByTime(99);
  expect(ended).toEqual([]);
  jest.advanceTimersByTime(1);
  expect(ended).toEqual(["later"]);
});

test("what is called back may start another", () => {
  const ended: string[] = [];
  const limit = new TimeLimit(100);
  limit.start(() => {
    ended.push("first");
    limit.start(() => ended.push("third"));
  });
  jest.advanceTimersByTime(50);
  limit.start(() => ended.push("second"));
  jest.advanceTimersByTime(50);
  expect(ended).toEqual(["first"]);
  jest.advanceTimersByTime(50);
  expect(ended).toEqual(["first", "second"]);
  jest.advanceTimersByTime(50);
  expect(ended).toEqual(["first", "second", "third"]);
});

test("what is called back may stop another that is due as well", () => {
  const ended: string[] = [];
  const limit = new TimeLimit(100);
  const second = (): number => ended.push("second");
  limit.start(() => {
    ended.push("first");
    limit.stop(second);
  });
  limit.start(second);
  jest.advanceTimersByTime(1_000);
  expect(ended).toEqual(["first"]);
});
