/** What the tests use of postgres.cjs. */
export interface PostgresServer {
  readonly port: number;
  url(database?: string): string;
  stop(): Promise<void>;
  /** Ends it as a crash does: what was not flushed is lost. */
  crash(): Promise<void>;
}

/** A port that was free a moment ago, below those of outgoing connections. */
export function freePort(): Promise<number>;

export function startPostgres(options: {
  readonly dataDir: string;
  readonly durable?: boolean;
  readonly port?: number;
  readonly maxFileBytes?: number;
  readonly settings?: Readonly<Record<string, string>>;
}): Promise<PostgresServer>;
