import { useState } from "react";

/** A product's drawing; a generic one for products added in the dashboard. */
export function Picture({ handle, alt = "" }: { handle: string; alt?: string }) {
  const [isMissing, setMissing] = useState(false);
  const name = isMissing || handle === "" ? "any-piece" : handle;
  return <img src={`/products/${name}.svg`} alt={alt} width={400} height={400} onError={() => setMissing(true)} />;
}
