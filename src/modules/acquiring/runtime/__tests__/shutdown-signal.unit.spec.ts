import { EventEmitter } from "node:events";
import { ShutdownSignal } from "../shutdown-signal";

const clock = { ms: 0 };

test("a process that was asked to stop reports it from then on", () => {
  const process = new EventEmitter();
  const heard: boolean[] = [];
  process.on("SIGTERM", () => heard.push(signal.isHeard));
  const signal = new ShutdownSignal(process, () => clock.ms);
  expect(signal.isHeard).toBe(false);
  process.emit("SIGTERM");
  // Closing the port on this signal happens afterwards.
  expect(heard).toEqual([true]);
  expect(signal.isHeard).toBe(true);
});

test("the time since the first signal is known, by a clock that nobody sets", () => {
  const process = new EventEmitter().on("SIGINT", () => undefined).on("SIGTERM", () => undefined);
  clock.ms = 1_000;
  const signal = new ShutdownSignal(process, () => clock.ms);
  expect([signal.isHeard, signal.agoMs]).toEqual([false, 0]);
  process.emit("SIGTERM");
  clock.ms += 40_000;
  process.emit("SIGINT");
  clock.ms += 5_000;
  expect(signal.agoMs).toBe(45_000);
});

test("a signal without another listener is left alone", () => {
  const process = new EventEmitter();
  const signal = new ShutdownSignal(process, () => clock.ms);
  expect(signal.isHeard).toBe(false);
  expect([process.listenerCount("SIGTERM"), process.listenerCount("SIGINT")]).toEqual([0, 0]);
});

test("repeated calls listen once", () => {
  const process = new EventEmitter().on("SIGINT", () => undefined);
  const signal = new ShutdownSignal(process, () => clock.ms);
  for (let turn = 0; turn < 20; turn += 1) expect(signal.isHeard).toBe(false);
  expect(process.listenerCount("SIGINT")).toBe(2);
});
