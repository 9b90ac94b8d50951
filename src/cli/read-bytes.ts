import { readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";

/** The bytes of a file; of standard input for "-". */
export const readBytes = (file: string): Promise<Buffer> => (file === "-" ? buffer(process.stdin) : readFile(file));
