export declare function temporalProgram(options?: {
  own?: string | undefined
  signal?: AbortSignal
  env?: Readonly<Record<string, string | undefined>>
  archives?: Readonly<Record<string, { readonly name: string; readonly sha256: string }>>
  turn?: Promise<unknown> | undefined
}): Promise<string>
export declare function cacheDir(env: Readonly<Record<string, string | undefined>>): string
export declare function temporalArguments(options: { port: number; file: string }): string[]
