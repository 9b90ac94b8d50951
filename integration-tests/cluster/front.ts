/** Requests of a patient client: connection failures are retried, as by a browser reload. */
export interface Said {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

const TRIES = 8;
const PAUSE_MS = 700;
const PATIENCE_MS = 60_000;

export class Front {
  /** Number of answers per status; 0: no answer. */
  readonly statuses = new Map<number, number>();

  constructor(
    private readonly base: string,
    private readonly headers: Readonly<Record<string, string>>,
  ) {}

  with(headers: Readonly<Record<string, string>>): Front {
    return new Front(this.base, { ...this.headers, ...headers });
  }

  /** Null: no answer after all tries. */
  async post(path: string, sent: object = {}, tries = TRIES): Promise<Said | null> {
    return this.ask({ method: "POST", path, tries, sent: JSON.stringify(sent) });
  }

  async put(path: string, sent: object): Promise<Said | null> {
    return this.ask({ method: "PUT", path, tries: TRIES, sent: JSON.stringify(sent) });
  }

  async get(path: string): Promise<Said | null> {
    return this.ask({ method: "GET", path, tries: TRIES });
  }

  private async ask(request: { method: string; path: string; tries: number; sent?: string }): Promise<Said | null> {
    for (let turn = 0; turn < request.tries; turn += 1) {
      const said = await this.once(request);
      this.statuses.set(said?.status ?? 0, (this.statuses.get(said?.status ?? 0) ?? 0) + 1);
      if (said && said.status !== 502 && said.status !== 503) return said;
      await new Promise((later) => setTimeout(later, PAUSE_MS));
    }
    return null;
  }

  private async once({ method, path, sent }: { method: string; path: string; sent?: string }): Promise<Said | null> {
    try {
      const answer = await fetch(`${this.base}${path}`, {
        method,
        headers: { "content-type": "application/json", ...this.headers },
        signal: AbortSignal.timeout(PATIENCE_MS),
        ...(sent === undefined ? {} : { body: sent }),
      });
      const text = await answer.text();
      const isJson = (answer.headers.get("content-type") ?? "").includes("json");
      return { status: answer.status, body: isJson ? JSON.parse(text) : {} };
    } catch {
      return null;
    }
  }
}
