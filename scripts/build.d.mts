export declare function ensureBuilt(options?: {
  without?: readonly ('pages' | 'workflows')[]
  signal?: AbortSignal
}): Promise<void>
