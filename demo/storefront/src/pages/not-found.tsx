import { Empty } from "./empty";

export function NotFoundPage() {
  return <Empty title="Nothing on this shelf">The page you asked for is not here.</Empty>;
}
