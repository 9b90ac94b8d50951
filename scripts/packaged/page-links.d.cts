/** The anchors of a Markdown page's headings, as GitHub and npm make them. */
export function anchorsOf(page: string): Set<string>;
/** What each page of `files` (relative to `folder`) links to in vain, as "page: link (reason)". */
export function deadLinks(folder: string, files: readonly string[]): string[];
/** The same for the pages of the package, without pictures of the repository that have a text. */
export function deadLinksInPackage(folder: string, files: readonly string[]): string[];
/** What `npm pack` would put into the package now: its size in bytes, and the names of the files. */
export function packedNow(folder: string): { readonly size: number; readonly files: string[] };
/** What a page links to, pictures too, each once. */
export function linksOf(page: string): string[];
