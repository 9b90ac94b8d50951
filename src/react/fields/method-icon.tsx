import type { ReactElement } from "react";
import { useState } from "react";
import { CardIcon } from "./card-icon";
import type { PaymentMethod } from "../parts/sdk";

/** The method's icon; a neutral card for cards without one, nothing if it fails to load. */
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
