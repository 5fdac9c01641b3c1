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

/**
 * Where a changed document differs, from its first member on: the deepest members that differ; lists of another length
 * as a whole. `isSecret` names the members whose values are shown as kind and length only, `{kind, length}`, and so are
 * values elsewhere that equal one of those, since a moved secret stays one.
 */
export function differencesOf(before: Json, after: Json, isSecret: (name: string) => boolean): Difference[] {
  const secrets = new Set<string>()
  for (const document of [before, after]) collect(document, false, isSecret, secrets)
  const differences: Difference[] = []
  const compare = (was: Json | undefined, is: Json | undefined, pointer: string, secret: boolean): void => {
    if (differences.length >= differencesMax || isSameJson(was, is)) return
    if (isObject(was) && isObject(is))
      for (const name of new Set([...Object.keys(was), ...Object.keys(is)]))
        compare(ownMember(was, name), ownMember(is, name), `${pointer}/${pointerStep(name)}`, secret || isSecret(name))
    else if (Array.isArray(was) && Array.isArray(is) && was.length === is.length)
      for (const [index, one] of was.entries()) compare(one, is[index], `${pointer}/${index}`, secret)
    else
      differences.push({
        pointer,
        ...(was === undefined ? {} : { was: shown(was, secret, isSecret, secrets) }),
        ...(is === undefined ? {} : { is: shown(is, secret, isSecret, secrets) }),
      })
  }
  compare(before, after, '', false)
  return differences
}

const ownMember = (value: Record<string, unknown>, name: string): Json | undefined =>
  Object.hasOwn(value, name) ? (value[name] as Json) : undefined

/** Texts of secret members that are long enough to be recognised elsewhere. */
function collect(value: Json, secret: boolean, isSecret: (name: string) => boolean, found: Set<string>): void {
  if (typeof value === 'string') {
    if (secret && value.length >= 8) found.add(value)
  } else if (Array.isArray(value)) for (const one of value) collect(one, secret, isSecret, found)
  else if (isObject(value))
    for (const [name, one] of Object.entries(value)) collect(one as Json, secret || isSecret(name), isSecret, found)
}

/** Kind and length of a value that is not shown. */
function outlineOf(value: Json): Json {
  if (typeof value === 'string') return { kind: 'string', length: value.length }
  if (Array.isArray(value)) return { kind: 'array', length: value.length }
  if (isObject(value)) return { kind: 'object', length: Object.keys(value).length }
  return value === null ? { kind: 'null' } : { kind: typeof value, length: jsonBytes(value) }
}

function shown(value: Json, secret: boolean, isSecret: (name: string) => boolean, secrets: ReadonlySet<string>): Json {
  if (secret) return outlineOf(value)
  if (typeof value === 'string') return holdsSecret(value, secrets) ? outlineOf(value) : value
  if (Array.isArray(value)) return value.map((one) => shown(one, false, isSecret, secrets))
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, shown(one as Json, isSecret(name), isSecret, secrets)]),
    )
  return value
}

const holdsSecret = (text: string, secrets: ReadonlySet<string>): boolean =>
  secrets.has(text) || [...secrets].some((secret) => text.includes(secret))
