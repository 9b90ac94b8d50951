import { EventEmitter } from "node:events";
import { ShutdownSignal } from "../shutdown-signal";

test("a process that was asked to stop reports it from then on", () => {
  const process = new EventEmitter();
  const heard: boolean[] = [];
  process.on("SIGTERM", () => heard.push(signal.isHeard));
  const signal = new ShutdownSignal(process);
  expect(signal.isHeard).toBe(false);
  process.emit("SIGTERM");
  // Closing the port on this signal happens afterwards.
  expect(heard).toEqual([true]);
  expect(signal.isHeard).toBe(true);
});

test("a signal without another listener is left alone", () => {
  const process = new EventEmitter();
  const signal = new ShutdownSignal(process);
  expect(signal.isHeard).toBe(false);
  expect([process.listenerCount("SIGTERM"), process.listenerCount("SIGINT")]).toEqual([0, 0]);
});

test("repeated calls listen once", () => {
  const process = new EventEmitter().on("SIGINT", () => undefined);
  const signal = new ShutdownSignal(process);
  for (let turn = 0; turn < 20; turn += 1) expect(signal.isHeard).toBe(false);
  expect(process.listenerCount("SIGINT")).toBe(2);
});
