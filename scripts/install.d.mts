export interface LockFile {
  packages?: Record<string, { version?: string; optional?: boolean }>
}
export declare function ensureInstalled(options?: { root?: string; signal?: AbortSignal }): Promise<void>
export declare function matchesLock(lock: LockFile | undefined, installed: LockFile | undefined): boolean
