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
