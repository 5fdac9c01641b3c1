import { checkById } from '../checks/registry'
import { isObject, type Json } from '../json'
import type { ConformanceEntry } from './session-view'

/** Characters of a value that a sentence has room for. */
const valueMax = 96

/** A value in a sentence; `null` for none, for one that is too long, and for one that was not kept. */
function inWords(value: Json): string | null {
  if (value === null || (isObject(value) && value.redacted === true)) return null
  const text = wordsOf(value)
  if (text.length > valueMax) return null
  // What was seen may be a sentence of ours: it goes into the middle of another one.
  return /^[A-Z]/.test(text) && text.includes(' ') ? withoutDot(text) : text
}

function wordsOf(value: Json): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : value.map(wordsOf).join(', ')
  if (isObject(value))
    return Object.entries(value)
      .map(([name, member]) => `${name.replaceAll('_', ' ')} ${wordsOf(member as Json)}`)
      .join(', ')
  return value === '' ? 'an empty text' : String(value)
}

/** A sentence of the interface that tells what to do rather than what was wrong. */
const isOrder = (sentence: string): boolean =>
  /^(Add|Ask|Encode|Encrypt|Give|Leave|Make|Name|Open|Put|Send|Set|Sign|Use)\b/.test(sentence)

const withoutDot = (sentence: string): string => sentence.replace(/\.$/, '')

type Found = Pick<ConformanceEntry, 'id' | 'title' | 'expected' | 'actual'>

/**
 * What was wrong, as one statement with the value that came, for a finding that failed or warned: `The aud claim of the
 * proof is https://example.com; it must be the Credential Issuer Identifier of this issuer, as a string.` A title says
 * what holds when a check passes, and so reads as its contrary beside a failure.
 */
export function failureSentence({ id, title, expected, actual }: Found): string {
  const seen = inWords(actual)
  const wanted = inWords(expected)
  const refusal = checkById(id)?.refusal
  if (refusal !== undefined) {
    const rule = /^((?:The|An?) [^:;]+?) must (.+)$/.exec(refusal)
    const [, subject, demand = ''] = rule ?? []
    if (subject !== undefined) return mustSentence(subject, demand, actual === null ? 'missing' : seen)
    if (!isOrder(refusal)) {
      const [problem = refusal] = refusal.split(/[:;] /)
      const isSaid = seen === null || problem.includes(seen)
      return isSaid ? `${withoutDot(problem)}.` : `${withoutDot(problem)}; seen: ${seen}.`
    }
  }
  if (seen !== null && wanted !== null) return `Seen ${seen}, expected ${wanted}. Rule: ${title}.`
  if (seen !== null) return `Seen ${seen}. Rule: ${title}.`
  if (actual === null && wanted !== null) return `Not seen: ${wanted}. Rule: ${title}.`
  return `Broken rule: ${title}.`
}

/** `subject` is what came; it must `demand`. A demand of another verb than `be` keeps its own subject. */
function mustSentence(subject: string, demand: string, seen: string | null): string {
  if (seen === null) return `${subject} must ${demand}`
  return demand.startsWith('be ')
    ? `${subject} is ${seen}; it must ${demand}`
    : `${subject} must ${withoutDot(demand)}; seen: ${seen}.`
}
