import type { ReactNode } from "react";
import { Component } from "react";
import { Closed } from "./opening";

/** Shows a message instead of an empty page if the shop itself fails. */
export class SafetyNet extends Component<{ readonly children: ReactNode }, { readonly hasFailed: boolean }> {
  override readonly state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? (
      <Closed reason="Something went wrong in the shop. Your cart is kept." />
    ) : (
      this.props.children
    );
  }
}
