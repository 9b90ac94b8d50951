/** What a publication lacks, one line each; `environment` is that of GitHub's workflows, or empty. */
export function missingForPublication(release: {
  readonly manifest: object;
  readonly changelog: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}): string[];
