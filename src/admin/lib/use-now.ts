import { useEffect, useState } from "react";

const EVERY_MS = 60_000;

/** The reader's clock, each minute: for texts only. The server's time decides what happens. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
