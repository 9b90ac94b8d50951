/**
 * Reads one connection's answers as far as a load generator needs: the status, and where an answer ends. Answers
 * without a Content-Length are refused.
 */
const HEAD_END = Buffer.from("\r\n\r\n");

export class Answer {
  #head: Buffer = Buffer.alloc(0);
  #status = 0;
  /** Remaining bytes of the body; null while the head is read. */
  #left: number | null = null;

  /** The status once the answer is complete, else null. One request at a time. */
  read(chunk: Buffer): number | null {
    if (this.#left === null) {
      this.#head = this.#head.length === 0 ? chunk : Buffer.concat([this.#head, chunk]);
      const end = this.#head.indexOf(HEAD_END);
      if (end === -1) return null;
      const text = this.#head.toString("latin1", 0, end);
      this.#status = Number.parseInt(text.slice(9, 12), 10);
      this.#left = lengthIn(text, this.#status) - (this.#head.length - end - HEAD_END.length);
    } else {
      this.#left -= chunk.length;
    }
    if (this.#left > 0) return null;
    this.#head = Buffer.alloc(0);
    this.#left = null;
    return this.#status;
  }
}

function lengthIn(head: string, status: number): number {
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length !== undefined) return Number.parseInt(length, 10);
  if (status === 204 || status === 304) return 0;
  throw new Error(`An answer does not say how long it is: ${head.slice(0, 200)}`);
}
