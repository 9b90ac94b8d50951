/**
 * Acts as a customer's browser: opens pages, submits their forms, follows redirects and keeps the history. Runs no
 * scripts.
 */
export interface Place {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
}

export class Traveller {
  readonly way: string[] = [];

  /** `stopAt`: URLs with this prefix are not requested (the shop's own pages). */
  constructor(private readonly stopAt: string) {}

  async visit(url: string, init: RequestInit = {}): Promise<Place> {
    let next = url;
    let request = init;
    for (let step = 0; step < 10; step += 1) {
      this.way.push(next);
      if (next.startsWith(this.stopAt)) return { url: next, status: 200, headers: new Headers(), html: "" };
      const answer = await fetch(next, { ...request, redirect: "manual", headers: { connection: "close" } });
      const to = answer.headers.get("location");
      if (to === null || answer.status < 300 || answer.status > 399) {
        return { url: next, status: answer.status, headers: answer.headers, html: await answer.text() };
      }
      next = new URL(to, next).href;
      request = {};
    }
    throw new Error(`Too many redirects: ${this.way.join(" → ")}`);
  }

  /** Submits the page's first form with additional or changed fields. */
  async submit(place: Place, fields: Readonly<Record<string, string>> = {}): Promise<Place> {
    const form = /<form[^>]*\baction="([^"]*)"[^>]*>([\s\S]*?)<\/form>/.exec(place.html);
    if (!form) throw new Error(`No form at ${place.url}: ${place.html.slice(0, 300)}`);
    const body = new URLSearchParams();
    for (const [input] of (form[2] ?? "").matchAll(/<input[^>]*type="hidden"[^>]*>/g)) {
      body.append(plain(/name="([^"]*)"/.exec(input)?.[1] ?? ""), plain(/value="([^"]*)"/.exec(input)?.[1] ?? ""));
    }
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    return this.visit(new URL(plain(form[1] ?? ""), place.url).href, { method: "POST", body });
  }

  /** Through our redirect page to the gateway's page. */
  async follow(actionUrl: string): Promise<Place> {
    return this.submit(await this.visit(actionUrl));
  }

  /** Through the hosted checkout's loading page to its card page. */
  async followHosted(actionUrl: string): Promise<Place> {
    return this.submit(await this.follow(actionUrl));
  }

  /** The return token in the final URL at the shop. */
  get returnToken(): string {
    const token = new URL(this.way.at(-1) ?? "").searchParams.get("acquiring_return");
    if (token) return token;
    throw new Error(`The way did not end at the shop: ${this.way.join(" → ")}`);
  }
}

const plain = (text: string): string =>
  text
    .replace(/&#(\d+);/g, (_whole, code: string) => String.fromCharCode(Number(code)))
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
