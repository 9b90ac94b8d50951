import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EpochFile, EpochFileError } from "../epoch-file";
import type { SentWrite } from "../sent-write";

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "epoch-file-"));
  path = join(folder, "epoch");
});
afterEach(() => rm(folder, { recursive: true }));

const write = (id: string): SentWrite => ({
  ...{ id, account: "main", kind: "capture", orderNo: "acq_1", gatewayPaymentId: null, requestId: null },
  ...{ idempotencyKey: "capture_1", currency: "EUR", minor: "100", sentAt: "2026-11-29T10:00:00.000Z" },
});
const LINE_BYTES = JSON.stringify(write("op_1000")).length + 1;
const idsIn = (writes: readonly SentWrite[]): string[] => writes.map(({ id }) => id);
const numbers = (count: number): string[] => Array.from({ length: count }, (_each, at) => `op_${String(1000 + at)}`);

test("what is appended is read, the older lines first, and other lines are left out", async () => {
  const file = new EpochFile(path);
  expect(await file.newest()).toEqual([]);
  await Promise.all(numbers(3).map((id) => file.append(write(id))));
  await writeFile(path, `${await readFile(path, "utf8")}\nnot JSON\n{"id":""}\n`);
  await file.append(write("op_2000"));
  expect(idsIn(await file.newest())).toEqual([...numbers(3), "op_2000"]);
  expect(await file.all()).toEqual(await file.newest());
});

test("a line that a full disk has cut does not hide the next one", async () => {
  const file = new EpochFile(path);
  await file.append(write("op_1"));
  await appendFile(path, `\n${JSON.stringify(write("op_2")).slice(0, 40)}`);
  await file.append(write("op_3"));
  expect(idsIn(await file.all())).toEqual(["op_1", "op_3"]);
});

test("a line of an older version, without an idempotency key, is read", async () => {
  const { idempotencyKey: _none, ...older } = write("op_1");
  await writeFile(path, `${JSON.stringify(older)}\n`);
  expect(await new EpochFile(path).newest()).toEqual([older]);
});

test("processes that share a file keep the newest lines whenever one of them begins another file", async () => {
  const kept = 20;
  const files = Array.from({ length: 4 }, () => new EpochFile(path, kept * LINE_BYTES));
  const ids = numbers(400);
  for (let at = 0; at < ids.length; at += files.length) {
    await Promise.all(files.map((file, place) => file.append(write(ids[at + place] ?? ""))));
    const newest = ids.slice(Math.max(0, at + files.length - kept), at + files.length);
    expect(idsIn(await new EpochFile(path).all())).toEqual(expect.arrayContaining(newest));
  }
});

test("the lock of a process that died is removed", async () => {
  const file = new EpochFile(path, 1);
  const lock = `${path}.lock`;
  await mkdir(lock);
  await file.append(write("op_1"));
  expect(idsIn(await file.all())).toEqual(["op_1"]);
  await utimes(lock, 0, 0);
  await file.append(write("op_2"));
  await file.append(write("op_3"));
  expect((await readFile(`${path}.1`, "utf8")).trim().split("\n")).toHaveLength(3);
  await file.append(write("op_4"));
  expect(idsIn(await file.all())).toEqual(["op_4"]);
});

test("a full file that cannot be replaced is told once, and goes on", async () => {
  const told: string[] = [];
  const file = new EpochFile(path, 1, ({ code }) => told.push(code));
  await mkdir(join(`${path}.1`, "in the way"), { recursive: true });
  for (const id of ["op_1", "op_2"]) await file.append(write(id));
  expect(told).toEqual([expect.stringMatching(/^E/)]);
  expect((await readFile(path, "utf8")).trim().split("\n")).toHaveLength(2);
});

test("a file that cannot be used is reported with its code, and checking it changes nothing", async () => {
  const file = new EpochFile(path);
  await file.check();
  expect(await readdir(folder)).toEqual([]);
  await mkdir(path);
  await expect(file.append(write("op_1"))).rejects.toMatchObject({ code: "EISDIR" });
  await expect(file.newest()).rejects.toMatchObject({
    code: "EISDIR",
    message: expect.stringContaining("recovery.epochFile"),
  });
  const nowhere = new EpochFile(join(folder, "none", "epoch"));
  await expect(nowhere.check()).rejects.toMatchObject({ code: "ENOENT" });
  await expect(nowhere.append(write("op_1"))).rejects.toBeInstanceOf(EpochFileError);
});
