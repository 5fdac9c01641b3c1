export declare function temporalProgram(options?: {
  own?: string | undefined
  signal?: AbortSignal
  env?: NodeJS.ProcessEnv
}): Promise<string>
export declare function cacheDir(env: NodeJS.ProcessEnv): string
