/** Whether the customer returns from the gateway to this page; the payment element reads the result. */
export const isReturn = (search: string): boolean => new URLSearchParams(search).has("acquiring_return");
