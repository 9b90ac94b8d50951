/** What a payment link's row says at a moment. Pure; whether its order still owes something is decided elsewhere. */
export interface LinkTimes {
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly opened_at: Date | null;
  readonly paid_at: Date | null;
  readonly revoked_at: Date | null;
}

export const linkStatuses = ["open", "paid", "expired", "revoked"] as const;
export type LinkStatus = (typeof linkStatuses)[number];

/** Paid comes first: a payment that was at the gateway when the link was revoked or expired pays all the same. */
export function linkStatusAt(
  { paid_at: paid, revoked_at: revoked, expires_at: expires }: LinkTimes,
  now: Date,
): LinkStatus {
  if (paid !== null) return "paid";
  if (revoked !== null) return "revoked";
  return expires <= now ? "expired" : "open";
}

/** `methods`: IDs separated by spaces; null: every method of the order's region. */
export const linkPermits = ({ methods }: { readonly methods: string | null }, method: string): boolean =>
  methods === null || methods.split(" ").includes(method);

export const linkEvents = ["created", "opened", "paid", "expired"] as const;
export type LinkEvent = (typeof linkEvents)[number];

/** The events that have not been written yet, in order. */
export function dueLinkEvents(link: LinkTimes, announced: readonly string[], now: Date): readonly LinkEvent[] {
  const status = linkStatusAt(link, now);
  const happened: Readonly<Record<LinkEvent, boolean>> = {
    created: true,
    opened: link.opened_at !== null,
    paid: status === "paid",
    expired: status === "expired",
  };
  return linkEvents.filter((event) => happened[event] && !announced.includes(event));
}

/** When the next event happens by itself, or null. */
export const nextLinkEventAt = (link: LinkTimes, now: Date): Date | null =>
  linkStatusAt(link, now) === "open" ? link.expires_at : null;

/** When it happened. `opened` and `paid` only of a link that was. */
export function linkEventAt(link: LinkTimes, event: LinkEvent): Date {
  switch (event) {
    case "created":
      return link.created_at;
    case "opened":
      return link.opened_at ?? link.created_at;
    case "paid":
      return link.paid_at ?? link.created_at;
    case "expired":
      return link.expires_at;
  }
}
