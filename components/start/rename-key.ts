import { isObject } from '@/lib/core/shared/values/json'
import { paths } from '@/lib/paths'

/** Lets this browser rename the runs that it starts. */
export interface RenameKey {
  readonly secret: string
  /** Sent with each run that is started. */
  readonly digest: string
}

const storageKey = 'wallet-capture.rename-key'

const isKey = (value: unknown): value is RenameKey =>
  isObject(value) && typeof value.secret === 'string' && typeof value.digest === 'string'

/** Key of this browser; `null` before it has one. */
export function readRenameKey(): RenameKey | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    return isKey(value) ? value : null
  } catch {
    // Storage may be blocked, or hold something else: then runs cannot be renamed.
    return null
  }
}

let asked: Promise<RenameKey | null> | null = null

/**
 * Key of this browser, requested on first use; `null` if it cannot be fetched or stored. Never rejects. Concurrent
 * calls share one request.
 */
export function renameKey(): Promise<RenameKey | null> {
  const known = readRenameKey()
  if (known !== null) return Promise.resolve(known)
  asked ??= askForKey().finally(() => {
    asked = null
  })
  return asked
}

async function askForKey(): Promise<RenameKey | null> {
  try {
    const answer = await fetch(paths.renameKey())
    const key: unknown = answer.ok ? await answer.json() : null
    if (!isKey(key)) return null
    localStorage.setItem(storageKey, JSON.stringify({ secret: key.secret, digest: key.digest }))
    return key
  } catch {
    return null
  }
}
