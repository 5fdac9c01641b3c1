import { isObject } from '@/lib/core/ground/values/json'
import { paths } from '@/lib/paths'

/** What lets this browser change the names of the runs that it starts. */
export interface RenameKey {
  readonly secret: string
  /** Goes with each run that is started. */
  readonly digest: string
}

const storageKey = 'wallet-capture.rename-key'

const isKey = (value: unknown): value is RenameKey =>
  isObject(value) && typeof value.secret === 'string' && typeof value.digest === 'string'

/** The key of this browser; `null` before it has one. */
export function readRenameKey(): RenameKey | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    return isKey(value) ? value : null
  } catch {
    // Storage may be blocked, or hold something else: then names stay as they are.
    return null
  }
}

let asked: Promise<RenameKey | null> | null = null

/**
 * The key of this browser, which is asked for the first time; `null` where it cannot be had or kept. Never rejects. The forms of a
 * page ask together and get the same one.
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
