import type { Json } from '@/lib/core/json'
import { isObject } from '@/lib/core/json'
import type { Failure } from './judged-check'

/** Characters of a value that a headline has room for. */
const valueMax = 96

export interface FailureWords {
  /** The rule that was broken, as the catalogue states it. */
  readonly rule: string
  /** What the rule asks for and what came, each on one line; `null` where nothing was noted or it does not fit. */
  readonly expected: string | null
  readonly seen: string | null
  /** What to do about it; `null` where the check gives none. */
  readonly hint: string | null
}

/** A value on one line; `null` for none, for one that is too long, and for one that was not kept. */
function oneLine(value: Json): string | null {
  if (value === null || (isObject(value) && value.redacted === true)) return null
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > valueMax ? null : text
}

/** A failure for a reader in a hurry: first what was wrong, then what to do. */
export const failureWords = ({ check, entry }: Failure): FailureWords => ({
  rule: check.title,
  expected: oneLine(entry.expected),
  seen: oneLine(entry.actual),
  hint: entry.hint,
})
