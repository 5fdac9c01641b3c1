export interface LockEntry {
  version?: string
  optional?: boolean
  dev?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}
export interface LockFile {
  packages: Record<string, LockEntry>
}
export declare function missingLockEntries(lock: LockFile): Record<string, LockEntry>
export declare function completeLock(lock: LockFile): LockFile
