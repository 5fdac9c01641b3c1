import { isObject, isSameJson, type Json, pointerStep } from '../values/json'
import { jsonBytes } from '../values/json-bytes'

/** One place where a document differs from the right one. `was` or `is` is absent where nothing was or is. */
export interface Difference {
  readonly pointer: string
  readonly was?: Json
  readonly is?: Json
}

/** Most differences to list; more would tell nothing new. */
const differencesMax = 100

/** A query is the tester's own, and shown wherever a request is: none of its members is a secret by its name. */
const below = (name: string, isSecret: IsSecret): IsSecret => (name === 'dcql_query' ? () => false : isSecret)

type IsSecret = (name: string) => boolean

/**
 * Where a changed document differs, from its first member on: the deepest members that differ; lists of another length
 * as a whole. `isSecret` names the members whose values are shown as kind and length only, `{kind, length}`, and so are
 * values elsewhere that equal one of those, since a moved secret stays one.
 */
export function differencesOf(before: Json, after: Json, isSecret: (name: string) => boolean): Difference[] {
  const shown = shownWithout(secretsOf([before, after], isSecret), outlineOf)
  const differences: Difference[] = []
  const compare = (
    was: Json | undefined,
    is: Json | undefined,
    pointer: string,
    secret: boolean,
    isNamed: IsSecret,
  ): void => {
    if (differences.length >= differencesMax || isSameJson(was, is)) return
    if (isObject(was) && isObject(is))
      for (const name of new Set([...Object.keys(was), ...Object.keys(is)]))
        compare(
          ownMember(was, name),
          ownMember(is, name),
          `${pointer}/${pointerStep(name)}`,
          secret || isNamed(name),
          below(name, isNamed),
        )
    else if (Array.isArray(was) && Array.isArray(is) && was.length === is.length)
      for (const [index, one] of was.entries()) compare(one, is[index], `${pointer}/${index}`, secret, isNamed)
    else
      differences.push({
        pointer,
        ...(was === undefined ? {} : { was: shown(was, secret, isNamed) }),
        ...(is === undefined ? {} : { is: shown(is, secret, isNamed) }),
      })
  }
  compare(before, after, '', false, isSecret)
  return differences
}

const ownMember = (value: Record<string, unknown>, name: string): Json | undefined =>
  Object.hasOwn(value, name) ? (value[name] as Json) : undefined

function secretsOf(documents: readonly Json[], isSecret: (name: string) => boolean): ReadonlySet<string> {
  const secrets = new Set<string>()
  for (const document of documents) collect(document, false, isSecret, secrets)
  return secrets
}

/** Texts of secret members that are long enough to be recognised elsewhere. */
function collect(value: Json, secret: boolean, isSecret: (name: string) => boolean, found: Set<string>): void {
  if (typeof value === 'string') {
    if (secret && value.length >= 8) found.add(value)
  } else if (Array.isArray(value)) for (const one of value) collect(one, secret, isSecret, found)
  else if (isObject(value))
    for (const [name, one] of Object.entries(value))
      collect(one as Json, secret || isSecret(name), below(name, isSecret), found)
}

/** Each with its unit: one, and several. */
const kindWords: Readonly<Record<string, readonly [words: string, one?: string, several?: string]>> = {
  string: ['a text', 'character', 'characters'],
  array: ['a list', 'entry', 'entries'],
  object: ['an object', 'member', 'members'],
  number: ['a number'],
  boolean: ['true or false'],
  null: ['null'],
}

/** What is said of a value that stands for one that is not shown; `null` for any other value. */
export function redactedWords(value: unknown): string | null {
  if (!isObject(value) || Object.keys(value).some((name) => name !== 'kind' && name !== 'length')) return null
  const [words, one, several] = kindWords[String(value.kind)] ?? []
  if (words === undefined) return null
  const counted = typeof value.length !== 'number' || one === undefined ? '' : ` of ${value.length} `
  return `${words}${counted}${counted === '' ? '' : value.length === 1 ? one : several}, redacted`
}

const kindOf = (value: Json): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)

/** Kind and length of a value that is not shown. */
function outlineOf(value: Json): Json {
  if (typeof value === 'string') return { kind: 'string', length: value.length }
  if (Array.isArray(value)) return { kind: 'array', length: value.length }
  if (isObject(value)) return { kind: 'object', length: Object.keys(value).length }
  return value === null ? { kind: 'null' } : { kind: typeof value, length: jsonBytes(value) }
}

/** A value as it is shown, without secrets; `secret`: whether it is one itself, `isSecret`: of its members. */
const shownWithout = (
  secrets: ReadonlySet<string>,
  inPlace: (value: Json) => Json,
): ((value: Json, secret: boolean, isSecret: IsSecret) => Json) => {
  const shown = (value: Json, secret: boolean, isSecret: IsSecret): Json => {
    if (secret) return inPlace(value)
    if (typeof value === 'string') return holdsSecret(value, secrets) ? inPlace(value) : value
    if (Array.isArray(value)) return value.map((one) => shown(one, false, isSecret))
    if (isObject(value))
      return Object.fromEntries(
        Object.entries(value).map(([name, one]) => [name, shown(one as Json, isSecret(name), below(name, isSecret))]),
      )
    return value
  }
  return shown
}

/** Whole documents with words in place of the secrets that any of them has; of a sample without how long they are. */
export function withoutSecrets(
  documents: readonly Json[],
  isSecret: (name: string) => boolean,
  isSample: boolean,
): Json[] {
  const inPlace = (value: Json): Json =>
    redactedWords(isSample ? { kind: kindOf(value) } : outlineOf(value)) ?? 'redacted'
  const shown = shownWithout(secretsOf(documents, isSecret), inPlace)
  return documents.map((document) => shown(document, false, isSecret))
}

const holdsSecret = (text: string, secrets: ReadonlySet<string>): boolean =>
  secrets.has(text) || [...secrets].some((secret) => text.includes(secret))
