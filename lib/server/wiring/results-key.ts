import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ProtocolSettings } from '@/lib/core/shared/ports/settings'

const hashOf = (...parts: readonly (string | Uint8Array)[]): string => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest('hex')
}

/**
 * A digest of the program that runs, checks and tables included, and of the versions of its libraries; `null` where it is no
 * bundle, whose modules may change one by one.
 */
export function runningCode(program = fileURLToPath(import.meta.url)): string | null {
  return program.endsWith('.mjs') ? hashOf(readFileSync(program), readFileSync('package-lock.json')) : null
}

/**
 * Names all that the result of a session follows from besides its evidence: code and settings. `null` without known code. Settings
 * with equal JSON are equal; those that no check reads count too, which costs one judgement.
 */
export const resultsKey = (code: string | null, settings: ProtocolSettings): string | null =>
  code === null
    ? null
    : hashOf(
        code,
        JSON.stringify(settings, (_name, value: unknown) => (value instanceof Map ? [...value.entries()] : value)),
      )
