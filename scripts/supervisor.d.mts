import type { RunChild } from './run-file.mjs'

export interface Service {
  name: string
  needs?: readonly string[]
  optional?: boolean
  prepare?: () => Promise<void>
  command: string
  args: readonly string[]
  env: NodeJS.ProcessEnv
  cwd: string
  marker: string
  ipc?: boolean
  ready: () => Promise<string>
  readyTimeoutMs: number
  stopGraceMs: number
  show: (line: string) => string | undefined
}
export declare function mayRestart(crashes: readonly number[], now: number): boolean
export declare function createSupervisor(
  services: readonly Service[],
  options: { say: (line: string) => void; onChildren: (children: RunChild[]) => void; now?: () => number },
): { failed: Promise<string>; start: () => Promise<void>; stop: () => Promise<void>; kill: () => Promise<void> }
