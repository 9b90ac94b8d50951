/** What the tests use of postgres.cjs. */
export interface PostgresServer {
  readonly port: number;
  url(database?: string): string;
  stop(): Promise<void>;
  /** Ends it as a crash does: what was not flushed is lost. */
  crash(): Promise<void>;
}

export function startPostgres(options: {
  readonly dataDir: string;
  readonly durable?: boolean;
  readonly port?: number;
  readonly maxFileBytes?: number;
  readonly settings?: Readonly<Record<string, string>>;
}): Promise<PostgresServer>;
