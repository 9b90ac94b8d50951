import type { ReactElement } from "react";
import { useState } from "react";
import { CardIcon } from "./card-icon";
import type { PaymentMethod } from "../parts/sdk";

/** The method's picture; a plain card for cards without one, nothing where a picture does not load. */
export function MethodIcon({ method }: { readonly method: PaymentMethod }): ReactElement | null {
  const [isBroken, setBroken] = useState(false);
  const { icon, mode } = method;
  if (icon !== null && isPicture(icon) && !isBroken) {
    return (
      <img
        className="acq-icon"
        src={icon}
        alt=""
        onError={() => {
          setBroken(true);
        }}
      />
    );
  }
  return mode === "apm" ? null : <CardIcon />;
}

const isPicture = (address: string): boolean => /^(https:\/\/|data:image\/)/i.test(address);
