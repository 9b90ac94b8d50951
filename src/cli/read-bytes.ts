import { readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";

export const readBytes = (file: string): Promise<Buffer> => (file === "-" ? buffer(process.stdin) : readFile(file));
