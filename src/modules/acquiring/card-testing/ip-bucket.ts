import { isIPv4, isIPv6 } from "node:net";

/** IPv4 counts by address, IPv6 by its /64 prefix (one line has all of it). All unreadable addresses count as one. */
const UNREADABLE = "unreadable";
const GROUPS = 8;
const PREFIX_GROUPS = 4;
/** `::ffff:0:0/96`, an IPv4-mapped address, as dual-stack sockets report it. */
const MAPPED = "0:0:0:0:0:ffff";

export function ipBucket(address: string): string {
  const host = withoutPort(address.trim());
  if (isIPv4(host)) return host;
  const bare = host.replace(/%.*$/, "");
  if (!isIPv6(bare)) return UNREADABLE;
  const groups = groupsOf(bare);
  if (groups.slice(0, 6).join(":") === MAPPED) return dotted(groups.slice(6));
  return `${groups.slice(0, PREFIX_GROUPS).join(":")}::/64`;
}

/** Some proxies send `192.0.2.1:1234` or `[2001:db8::1]:1234`; the port differs per connection. */
function withoutPort(address: string): string {
  const [, host] = /^\[([^\]]*)\](?::\d+)?$/.exec(address) ?? /^([\d.]+):\d+$/.exec(address) ?? [];
  return host ?? address;
}

/** The eight groups in lower-case hex without leading zeros. `URL` parses the many spellings. */
function groupsOf(address: string): string[] {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = "", tail] = canonical.split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail ? tail.split(":") : [];
  return [...left, ...Array.from({ length: GROUPS - left.length - right.length }, () => "0"), ...right];
}

const dotted = (groups: readonly string[]): string =>
  groups
    .map((group) => parseInt(group, 16))
    .flatMap((bits) => [bits >> 8, bits & 0xff])
    .join(".");
