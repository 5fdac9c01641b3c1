export declare function ensureBuilt(options?: { pages?: boolean; signal?: AbortSignal }): Promise<void>
