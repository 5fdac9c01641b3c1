export interface InstalledPackage {
  path: string
  name: string
  version: string
  optionalDependencies: Record<string, string>
}
export interface Host {
  platform: string
  arch: string
  libc?: 'glibc' | 'musl' | undefined
}
export declare function missingPlatformPackages(tree: readonly InstalledPackage[], host: Host): string[]
export declare function thisHost(): Host
export declare function demandsOf(
  name: string,
  siblings: readonly string[],
): { os?: string; cpu: string; libc?: 'glibc' | 'musl' } | undefined
export declare function resolves(name: string, from: string, present: ReadonlySet<string>): boolean
