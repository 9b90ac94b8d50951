/** What the counter uses of the driver `pg`, whose protocol messages have no types. */
export interface Client {
  query(text: string): Promise<unknown>;
  once(name: "end", done: () => void): unknown;
  connect(...input: readonly unknown[]): unknown;
}

/** Of `commandComplete` the tag, of `readyForQuery` the state of the transaction. */
export interface Message {
  readonly text?: string;
  readonly status?: string;
}

export interface Connection {
  emit(name: string, message?: Message): boolean;
  query(text: string): void;
  parse(statement: { readonly name?: string; readonly text: string }): void;
  bind(config: { readonly statement?: string }): void;
}

export interface Driver {
  readonly Client: { readonly prototype: Client };
  readonly Connection: { readonly prototype: Connection };
}

export const isDriver = (value: unknown): value is Driver =>
  typeof value === "object" && value !== null && "Client" in value && "Connection" in value;
