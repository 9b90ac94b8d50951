import { WorkerDrain } from "../worker-drain";

const gate = (): { readonly opened: Promise<void>; readonly open: () => void } => {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
};

test("the end waits for running rounds, and none starts after it", async () => {
  const rounds = new WorkerDrain();
  const held = gate();
  const seen: string[] = [];
  const running = rounds.run(async () => {
    await held.opened;
    seen.push(`the first ends, over: ${String(rounds.isOver)}`);
  });
  const ended = rounds
    .end(new Promise(() => undefined))
    .then((isDone) => seen.push(`the end, done: ${String(isDone)}`));
  await rounds.run(async () => void seen.push("the second"));
  expect(seen).toEqual([]);
  held.open();
  await Promise.all([running, ended]);
  expect(seen).toEqual(["the first ends, over: true", "the end, done: true"]);
});

test("after the stop signal no background work starts, but what a request needs does, until the end", async () => {
  let isToldToStop = false;
  const rounds = new WorkerDrain(() => isToldToStop);
  const seen: string[] = [];
  await rounds.run(async () => void seen.push("round"));
  isToldToStop = true;
  expect(rounds.isOver).toBe(true);
  await rounds.run(async () => void seen.push("a round too late"));
  await rounds.runForRequest(async () => void seen.push("request"));
  await expect(rounds.end(new Promise(() => undefined))).resolves.toBe(true);
  await rounds.runForRequest(async () => void seen.push("a request too late"));
  expect(seen).toEqual(["round", "request"]);
});

test("a failed round rejects only its caller, and settling continues", async () => {
  const rounds = new WorkerDrain();
  const failed = rounds.run(() => Promise.reject(new Error("no database")));
  await expect(Promise.all([failed, rounds.settle()])).rejects.toThrow("no database");
  await rounds.settle();
  await expect(rounds.run(async () => undefined)).resolves.toBeUndefined();
});

test("what does not end within the limit is left, and its caller continues", async () => {
  const rounds = new WorkerDrain();
  const held = gate();
  const limit = gate();
  const running = rounds.run(() => held.opened);
  const ended = rounds.end(limit.opened);
  limit.open();
  await expect(ended).resolves.toBe(false);
  await expect(running).resolves.toBeUndefined();
  held.open();
  await rounds.settle();
});
