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
  const ended = rounds.end().then(() => seen.push("the end"));
  await rounds.run(async () => void seen.push("the second"));
  expect(seen).toEqual([]);
  held.open();
  await Promise.all([running, ended]);
  expect(seen).toEqual(["the first ends, over: true", "the end"]);
});

test("a failed round rejects only its caller, and settling continues", async () => {
  const rounds = new WorkerDrain();
  const failed = rounds.run(() => Promise.reject(new Error("no database")));
  await expect(Promise.all([failed, rounds.settle()])).rejects.toThrow("no database");
  await rounds.settle();
  await expect(rounds.run(async () => undefined)).resolves.toBeUndefined();
});
