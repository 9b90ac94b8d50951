/** What the tests use of balancer.cjs. */
export interface Balancer {
  readonly port: number;
  readonly url: string;
  /** Ports of the servers that may be given requests now. */
  readyPorts(): number[];
  close(): Promise<void>;
}

export function startBalancer(options: {
  readonly port: number;
  readonly targets: () => number[];
  readonly readyPath: string;
}): Promise<Balancer>;
