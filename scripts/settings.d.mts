/** A setting that cannot be used. The message is one sentence that names the variable. */
export declare class SettingsError extends Error {
  constructor(variable: string, message: string)
  readonly variable: string
}
export interface SettingRow {
  readonly name: string
  readonly member: string
  readonly fallback?: string
  readonly shown?: string
  readonly meaning: string
  readonly internal?: boolean
  readonly parse: (text: string, name: string) => unknown
}
export declare const SETTINGS: readonly SettingRow[]
export declare function mayBeHttp(hostname: string): boolean
export declare function parseSettings(env: Readonly<Record<string, string | undefined>>): {
  values: Record<string, unknown>
  warnings: string[]
}
export declare function nearMisses(names: readonly string[]): string[]
export declare function settingsHelp(): string
