import { type EpochMillis, toIso } from '../time/time'
import { isUuid } from './ids'

declare const made: unique symbol

/** A text in PocketBase's filter language. `filterOf` alone makes one. */
export type Filter = string & { readonly [made]: true }

const forms = {
  /** SHA-256 as base64url or hex, or one or two fingerprints: the first 8 bytes of a keyed digest, as hex. */
  digest: /^(?:[\w-]{43}|[0-9a-f]{64}|[0-9a-f]{16}(?:\.[0-9a-f]{16})?)$/,
  /** An id that PocketBase made. */
  id: /^[A-Za-z0-9]{15}$/,
  /** A word of a list that we know: kinds, flows, types, configurations. */
  word: /^[\w.:-]{1,200}$/,
  /** The path of a pipeline: names of letters, digits and single hyphens. */
  path: /^[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*\/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*$/u,
  instant: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}Z$/,
} as const

/** What a column is compared with. `none` is the value of a column without one. */
export type Compared =
  | { readonly uuid: string }
  | { readonly digest: string }
  | { readonly id: string }
  | { readonly word: string }
  | { readonly path: string }
  | { readonly instant: EpochMillis }
  | { readonly flag: boolean }
  | 'none'

export type Comparison = readonly [column: string, operator: '=' | '!=' | '<=' | '>=' | '>', value: Compared]

/** A column, or one of a related record. */
const columnForm = /^[a-z][a-z_]*(?:\.[a-z][a-z_]*)?$/
const pathCharactersMax = 401

/** PocketBase writes timestamps with a space; as strings they sort and compare like the times. */
export const toDateColumn = (instant: EpochMillis): string => toIso(instant).replace('T', ' ')

/** Whether a text has the form of a digest, so that storage can be asked for it. */
export const isDigest = (text: string): boolean => forms.digest.test(text)

/** Whether a text can be the path of a pipeline. */
export const isPipelinePath = (text: string): boolean => text.length <= pathCharactersMax && forms.path.test(text)

function written(value: Compared): string {
  if (value === 'none') return '""'
  if ('flag' in value) return String(value.flag === true)
  if ('uuid' in value) return quoted(value.uuid, isUuid(value.uuid))
  if ('instant' in value) {
    const instant = toDateColumn(value.instant)
    return quoted(instant, forms.instant.test(instant))
  }
  if ('path' in value) return quoted(value.path, isPipelinePath(value.path))
  if ('digest' in value) return quoted(value.digest, isDigest(value.digest))
  if ('id' in value) return quoted(value.id, forms.id.test(value.id))
  return quoted(value.word, forms.word.test(value.word))
}

function quoted(text: string, isRight: boolean): string {
  // The value is not told: it may come from outside.
  if (!isRight) throw new TypeError('A filter takes ids, digests, words that we know, and instants: nothing else.')
  return `"${text}"`
}

function comparisonText([column, operator, value]: Comparison): string {
  if (!columnForm.test(column)) throw new TypeError('A filter compares columns by their names.')
  return `${column} ${operator} ${written(value)}`
}

/**
 * The filter of the records for which every condition holds; of a list of comparisons, one has to. PocketBase evaluates it with
 * our superuser's rights and does not unquote as JSON does: it takes `\\"` for an escaped quote. So no text from outside is ever
 * a part of it. Such a text is looked up by its digest. Throws TypeError for a value of another form, and for an empty list.
 */
export function filterOf(...conditions: readonly (Comparison | readonly Comparison[])[]): Filter {
  const texts = conditions.map((condition) => {
    if (isComparison(condition)) return comparisonText(condition)
    // An empty list would let every record through.
    if (condition.length === 0) throw new TypeError('A filter has a condition that nothing fulfils.')
    return `(${condition.map(comparisonText).join(' || ')})`
  })
  return texts.join(' && ') as Filter
}

const isComparison = (condition: Comparison | readonly Comparison[]): condition is Comparison =>
  typeof condition[0] === 'string'
