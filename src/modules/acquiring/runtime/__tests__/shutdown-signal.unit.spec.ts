import { EventEmitter } from "node:events";
import { ShutdownSignal } from "../shutdown-signal";

test("a process that was asked to stop says so from then on", () => {
  const process = new EventEmitter();
  const heard: boolean[] = [];
  process.on("SIGTERM", () => heard.push(signal.isHeard));
  const signal = new ShutdownSignal(process);
  expect(signal.isHeard).toBe(false);
  process.emit("SIGTERM");
  // Whoever closes the port on this signal closes it afterwards.
  expect(heard).toEqual([true]);
  expect(signal.isHeard).toBe(true);
});

test("a signal that ends the process by itself is left alone", () => {
  const process = new EventEmitter();
  const signal = new ShutdownSignal(process);
  expect(signal.isHeard).toBe(false);
  expect([process.listenerCount("SIGTERM"), process.listenerCount("SIGINT")]).toEqual([0, 0]);
});

test("however often it is asked, it listens once", () => {
  const process = new EventEmitter().on("SIGINT", () => undefined);
  const signal = new ShutdownSignal(process);
  for (let turn = 0; turn < 20; turn += 1) expect(signal.isHeard).toBe(false);
  expect(process.listenerCount("SIGINT")).toBe(2);
});
