/** Is this a page that the shopper comes back to from the gateway? What it means, the payment element reads. */
export const isReturn = (search: string): boolean => new URLSearchParams(search).has("acquiring_return");
