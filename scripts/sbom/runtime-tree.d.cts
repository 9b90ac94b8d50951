export interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export interface Lock {
  readonly name: string;
  readonly version: string;
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

/** What a store installs with the package: each package with its `name@version`, and who uses whom ("a@1 → b@2"). */
export function runtimeTree(lock: Lock): {
  readonly packages: readonly (LockedPackage & { readonly id: string })[];
  readonly uses: readonly string[];
};
