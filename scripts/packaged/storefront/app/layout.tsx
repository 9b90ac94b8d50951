import "medusa-payment-acquiring/react/styles.css";
import type { ReactNode } from "react";

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body style={{ margin: "0 auto", maxWidth: 560, padding: 16, fontFamily: "sans-serif" }}>{children}</body>
    </html>
  );
}
