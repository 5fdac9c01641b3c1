import { isObject, type Json } from '../../shared/values/json'
import { bare, isBare } from '../../shared/values/wording'
import { type Check, type Problem, reasonOf } from '../checks/check'
import type { ConformanceEntry } from './session-view'

/** Maximum length of a value in a sentence. */
const valueMax = 96

const emptyList = 'an empty list'

const missing = String(bare.missing)

/** A value as part of a sentence; `null` if it is absent, too long or redacted. */
function inWords(value: Json): string | null {
  if (value === null || (isObject(value) && value.redacted === true)) return null
  const text = wordsOf(value)
  if (text.length > valueMax) return null
  // A sentence of ours used in the middle of another one.
  return /^[A-Z]/.test(text) && text.includes(' ') ? withoutDot(text) : text
}

function wordsOf(value: Json): string {
  if (Array.isArray(value)) return value.length === 0 ? emptyList : value.map(wordsOf).join(', ')
  if (isObject(value))
    return Object.entries(value)
      .map(([name, member]) => `${name.replaceAll('_', ' ')} ${wordsOf(member as Json)}`)
      .join(', ')
  return value === '' ? 'an empty text' : String(value)
}

const withoutDot = (sentence: string): string => sentence.replace(/\.$/, '')

/** True if the value adds nothing to the problem. */
const saysNothing = (seen: string): boolean => seen === emptyList || isBare(seen)

type Found = Pick<ConformanceEntry, 'title' | 'expected' | 'actual' | 'reason' | 'cause'>

/**
 * What was wrong, as one statement with the received value, for a finding that failed or warned: `The aud claim of the
 * proof is https://example.com; it must be https://issuer.example.` It starts with what its reason says, or the problem
 * of the check, unless its cause is known, which then says it all. `known`: the check of the finding; `null` if this
 * version no longer has it.
 */
export function failureSentence(
  { title, expected, actual, reason, cause }: Found,
  known: Pick<Check<never>, 'id' | 'problem' | 'reasons'> | null,
): string {
  if (cause !== undefined) return `${cause}.`
  const seen = inWords(actual)
  if (known !== null) {
    const problem = reasonOf(known, reason)?.says ?? known.problem
    if (typeof problem === 'string') return problemSentence(problem, seen)
    return mustSentence(problem, actual === null ? missing : seen, inWords(expected))
  }
  // A check that this version no longer has.
  const wanted = inWords(expected)
  if (seen !== null && wanted !== null) return `Seen ${seen}, expected ${wanted}. Rule: ${title}.`
  if (seen !== null) return `Seen ${seen}. Rule: ${title}.`
  if (actual === null && wanted !== null) return `Missing: ${wanted}. Rule: ${title}.`
  return `Broken rule: ${title}.`
}

/**
 * What was wrong in few words, without the value that came, for places that show expected and sent values beside it. A
 * reason that has the value in its own words keeps it.
 */
export function failureHeadline(found: Found, known: Parameters<typeof failureSentence>[1]): string {
  if (found.cause !== undefined || known === null) return failureSentence(found, known)
  const problem = reasonOf(known, found.reason)?.says ?? known.problem
  return typeof problem === 'string' ? `${problem}.` : `${problem.subject} must ${problem.must}.`
}

function problemSentence(problem: string, seen: string | null): string {
  if (seen === null || saysNothing(seen) || problem.includes(seen)) return `${problem}.`
  return seen.startsWith('seen ') ? `${problem}; ${seen}.` : `${problem}; seen: ${seen}.`
}

function mustSentence(
  { subject, must, isValue }: Exclude<Problem, string>,
  seen: string | null,
  wanted: string | null,
): string {
  const due = isValue === true && wanted !== null ? `be ${wanted}` : must
  if (seen === null || (saysNothing(seen) && seen !== missing)) return `${subject} is wrong; it must ${due}.`
  return `${subject} is ${seen}; it must ${due}.`
}
