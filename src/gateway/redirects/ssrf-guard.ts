/* A host's addresses, if all are public. The caller connects to them without another DNS query, which could differ. */

import type { LookupAddress } from "node:dns";
import { lookup as systemLookup } from "node:dns/promises";
import { BlockList } from "node:net";
import { setTimeout } from "node:timers/promises";

export type Lookup = (host: string) => Promise<readonly LookupAddress[]>;

const NOT_PUBLIC = new BlockList();
for (const [network, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const) {
  NOT_PUBLIC.addSubnet(network, bits, "ipv4");
}
/** Inside of the global range, but tunnels, documentation and protocol assignments. */
for (const [network, bits] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const) {
  NOT_PUBLIC.addSubnet(network, bits, "ipv6");
}
/** Of IPv6 only this is the public internet; the rest maps, translates or stays on a link. */
const GLOBAL_V6 = new BlockList();
GLOBAL_V6.addSubnet("2000::", 3, "ipv6");
const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8, "ipv4");
LOOPBACK.addAddress("::1", "ipv6");

interface PublicOnly {
  readonly allowLoopback: boolean;
  /** A name server that takes longer has not answered. */
  readonly timeoutMs: number;
  readonly lookup?: Lookup;
}
const NONE: readonly LookupAddress[] = [];

/** The host's addresses, or null: it has none, or one of them is not public (loopback may be allowed for development). */
export async function publicAddressLookup(
  host: string,
  { allowLoopback, timeoutMs, lookup = all }: PublicOnly,
): Promise<readonly LookupAddress[] | null> {
  const late = setTimeout(timeoutMs, NONE, { ref: false });
  const addresses = await Promise.race([lookup(host.replace(/^\[|\]$/g, "")).catch(() => NONE), late]);
  const isAllowed = (address: LookupAddress): boolean => isPublic(address) || (allowLoopback && isLoopback(address));
  return addresses.length > 0 && addresses.every(isAllowed) ? addresses : null;
}

const all: Lookup = (host) => systemLookup(host, { all: true });

const isLoopback = ({ address, family }: LookupAddress): boolean =>
  LOOPBACK.check(address, family === 6 ? "ipv6" : "ipv4");

const isPublic = ({ address, family }: LookupAddress): boolean =>
  family === 6
    ? GLOBAL_V6.check(address, "ipv6") && !NOT_PUBLIC.check(address, "ipv6")
    : !NOT_PUBLIC.check(address, "ipv4");
