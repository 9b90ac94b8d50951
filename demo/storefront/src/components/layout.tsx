import type { ReactNode } from "react";
import { useEffect, useRef } from "react";
import { Link, useLocation } from "react-router-dom";
import { useShop } from "../lib/shop-context";
import { LanguageSwitch } from "./language-switch";

/** Header, content, footer; a skip link, and focus management on page changes. */
export function Layout({ children }: { children: ReactNode }) {
  const { cart, customer, placed, setPlaced } = useShop();
  const { pathname } = useLocation();
  const content = useRef<HTMLElement>(null);
  const shown = useRef(pathname);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    window.scrollTo(0, 0);
    content.current?.focus({ preventScroll: true });
  }, [pathname]);

  return (
    <>
      <a className="skip" href="#content">
        Skip to content
      </a>
      <header className="top">
        <Link to="/" className="brand">
          Ler <em>&amp;</em> Sand
        </Link>
        <nav aria-label="Shop">
          <Link to="/">Ceramics</Link>
          <Link to="/account" data-testid="account-link">
            {customer ? "My account" : "Log in"}
          </Link>
          <Link to="/cart" data-testid="cart-link">
            Cart{" "}
            <span className="count" data-testid="cart-count">
              {cart?.count ?? 0}
            </span>
          </Link>
        </nav>
      </header>
      {placed ? (
        <p className="banner" role="status">
          Your order {placed.number} has been placed.{" "}
          <Link to={`/orders/${placed.id}`} onClick={() => setPlaced(null)}>
            See it
          </Link>
        </p>
      ) : null}
      <main id="content" className="page" ref={content} tabIndex={-1}>
        {children}
      </main>
      <footer className="foot">
        <p>A demo shop. Payments go to a gateway simulator; nothing here is for sale.</p>
        <LanguageSwitch />
      </footer>
    </>
  );
}
