import { isObject, isSameJson } from '../../ground/values/json'
import { withoutPrivateKeys } from '../../ground/values/private-keys'
import { sealedPlaces } from '../../wings'
import type { DefinitionProblem } from './z-definition'

/** Seals texts under the key of the installation that seals what sessions keep. `open`: `null` for a text of another key. */
export interface Sealing {
  readonly seal: (text: string) => string
  readonly open: (sealed: string) => string | null
}

/** How a sealed value stands in storage. `length`: the characters of its text, or of its JSON. */
interface Sealed {
  readonly sealed: string
  readonly length: number
}

/** What everybody sees of a value that is sealed. Who saves a definition sends it back to keep the value. */
interface Placeholder {
  readonly redacted: true
  readonly present: true
  readonly length: number
}

type Members = Readonly<Record<string, unknown>>
/** Members and items that lead to a value. */
type Place = readonly (string | number)[]
type SessionKind = keyof typeof sealedPlaces

const hasExactly = (value: Members, ...names: readonly string[]): boolean =>
  Object.keys(value).length === names.length && names.every((name) => Object.hasOwn(value, name))

const isSealed = (value: unknown): value is Sealed =>
  isObject(value) &&
  hasExactly(value, 'sealed', 'length') &&
  typeof value.sealed === 'string' &&
  typeof value.length === 'number'

const isPlaceholder = (value: unknown): value is Placeholder =>
  isObject(value) &&
  hasExactly(value, 'redacted', 'present', 'length') &&
  value.redacted === true &&
  value.present === true &&
  typeof value.length === 'number'

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** The steps of a definition that make a session themselves, with their places. Nothing need be right about them. */
function sessionsOf(
  definition: unknown,
): { readonly at: number; readonly id: unknown; readonly kind: SessionKind; readonly session: Members }[] {
  const steps = isObject(definition) && Array.isArray(definition.steps) ? definition.steps : []
  return steps.flatMap((step: unknown, at) => {
    if (!isObject(step) || !isObject(step.session)) return []
    const { id, kind, session } = step
    return kind === 'issuance' || kind === 'presentation' ? [{ at, id, kind, session }] : []
  })
}

/** Where a session request holds, or could hold, what is sealed: each place whose parent is there. */
function placesIn(session: Members, kind: SessionKind): Place[] {
  const walk = (value: unknown, [first, ...rest]: readonly string[], at: Place): Place[] => {
    if (first === undefined) return [at]
    if (first === '*')
      return Array.isArray(value) ? value.flatMap((item, index) => walk(item, rest, [...at, index])) : []
    if (!isObject(value)) return []
    const isLast = rest.length === 0
    return isLast || Object.hasOwn(value, first) ? walk(value[first], rest, [...at, first]) : []
  }
  return sealedPlaces[kind].flatMap((place) => walk(session, place, []))
}

function valueAt(value: unknown, place: Place): unknown {
  let found = value
  for (const step of place) found = isObject(found) || Array.isArray(found) ? (found as Members)[step] : undefined
  return found
}

/** What the same place of a stored session holds. An item of a list is the one with the same `id`, wherever it stands there. */
function storedAt(stored: Members, asked: Members, place: Place): unknown {
  let [found, beside]: unknown[] = [stored, asked]
  for (const step of place) {
    beside = valueAt(beside, [step])
    const id = Array.isArray(found) && isObject(beside) ? beside.id : undefined
    found =
      id === undefined ? valueAt(found, [step]) : (found as unknown[]).find((item) => isObject(item) && item.id === id)
  }
  return found
}

/** The same value with another one at a place; without the member where that is `undefined`. */
function withValue(value: unknown, [first, ...rest]: Place, put: unknown): unknown {
  if (first === undefined) return put
  if (Array.isArray(value)) return value.map((item, index) => (index === first ? withValue(item, rest, put) : item))
  if (!isObject(value)) return value
  const { [String(first)]: _, ...others } = value
  if (rest.length === 0 && put === undefined) return others
  if (!Object.hasOwn(value, first)) return { ...value, [first]: withValue(undefined, rest, put) }
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, name === first ? withValue(member, rest, put) : member]),
  )
}

/** A definition with each sealed place changed. */
function mapSealed(definition: unknown, change: (value: unknown, place: Place) => unknown): unknown {
  let changed = definition
  for (const { at, kind, session } of sessionsOf(definition))
    for (const place of placesIn(session, kind)) {
      const value = valueAt(session, place)
      if (value === undefined) continue
      const put = change(value, place)
      if (put !== value) changed = withValue(changed, ['steps', at, 'session', ...place], put)
    }
  return changed
}

/**
 * A stored definition as everybody sees it: of a value that sessions seal or redact, that it is there, and its length; whether
 * it is sealed in storage or not yet. The same of a private key in any other place, which an earlier version took.
 */
export const withPlaceholders = (definition: unknown): unknown =>
  withoutPrivateKeys(
    mapSealed(definition, (value) =>
      isPlaceholder(value) || isWord(value)
        ? value
        : placeholder(isSealed(value) ? value.length : textOf(value).length),
    ),
    (held) => placeholder(textOf(held).length),
  )

const placeholder = (length: number): Placeholder => ({ redacted: true, present: true, length })

/** `auto` and `none` say which registration certificate of ours to use: they are no secret, and readers want to know. */
const isWord = (value: unknown): boolean => value === 'auto' || value === 'none'

/** The same as it is stored: what is not sealed yet is, as a definition from before or from PocketBase's dashboard. */
export const sealedWhole = (definition: unknown, { seal }: Sealing): unknown =>
  mapSealed(definition, (value, place) =>
    isSealed(value) || isPlaceholder(value) || isWord(value) ? value : sealedValue(value, place, seal),
  )

/** A value is sealed with its place, so that one of another place cannot be opened as it, and be shown or issued. */
const sealedValue = (value: unknown, place: Place, seal: Sealing['seal']): Sealed => ({
  sealed: seal(JSON.stringify({ place: nameOf(place), value })),
  length: textOf(value).length,
})

const nameOf = (place: Place): string => place.map((step) => (typeof step === 'number' ? '*' : step)).join('.')

/** What saving a definition makes of it. */
export interface SavedDefinition {
  /** What goes into storage. */
  readonly sealed: unknown
  /** The same with every value that could be opened, to be read before it is saved. Never stored, never shown. */
  readonly plain: unknown
  /** Places that ask to keep what is not there. */
  readonly problems: readonly DefinitionProblem[]
  /** Whether it brings a new secret, and not only what is stored. */
  readonly bringsSecret: boolean
}

/**
 * Seals what somebody saves. A place that holds a placeholder, or that is left out of an object that is there, keeps what the
 * step with the same id and kind has stored, in a list its item with the same id; one with an equal value keeps it too. What no
 * step has any more is forgotten.
 */
export function savedDefinition(asked: unknown, stored: unknown, { seal, open }: Sealing): SavedDefinition {
  const before = sessionsOf(stored)
  const problems: DefinitionProblem[] = []
  let [sealed, plain, bringsSecret] = [asked, asked, false]
  for (const { at, id, kind, session } of sessionsOf(asked)) {
    const known = before.find((step) => step.id === id && step.kind === kind)
    for (const place of placesIn(session, kind)) {
      const value = valueAt(session, place)
      const kept = known === undefined ? undefined : storedAt(known.session, session, place)
      const path = ['steps', at, 'session', ...place]
      const put = (inStorage: unknown, opened: unknown): void => {
        sealed = withValue(sealed, path, inStorage)
        plain = withValue(plain, path, opened)
      }
      if (isWord(value)) continue
      const opened = isSealed(kept) ? openedValue(kept, place, open) : { value: kept }
      if (value === undefined || isPlaceholder(value)) {
        if (kept === undefined && value !== undefined)
          problems.push({
            path: path.join('.'),
            code: 'nothing_to_keep',
            message: 'must be sent whole: nothing is stored of it for a step, and a type, with this id',
          })
        // A value of a lost key cannot be read: it stays as it is, and the run says so.
        if (kept !== undefined)
          put(isSealed(kept) ? kept : sealedValue(kept, place, seal), opened === null ? kept : opened.value)
      } else if (isSealed(kept) && opened !== null && isSameJson(opened.value, value)) put(kept, value)
      else {
        bringsSecret = true
        put(sealedValue(value, place, seal), value)
      }
    }
  }
  return { sealed, plain, problems, bringsSecret }
}

function openedValue({ sealed }: Sealed, place: Place, open: Sealing['open']): { readonly value: unknown } | null {
  const text = open(sealed)
  const read: unknown = text === null ? null : JSON.parse(text)
  return isObject(read) && read.place === nameOf(place) ? { value: read.value } : null
}

/**
 * A session request of a stored definition as its session needs it; `null` if a value was sealed under another key, or for
 * another place.
 */
export function openedSession(session: Members, kind: SessionKind, { open }: Sealing): Members | null {
  let opened: unknown = session
  for (const place of placesIn(session, kind)) {
    const value = valueAt(session, place)
    if (!isSealed(value)) continue
    const found = openedValue(value, place, open)
    if (found === null) return null
    opened = withValue(opened, place, found.value)
  }
  return opened as Members
}

/**
 * Whether a problem of a session request, at this place, comes of a value that is sealed, which was read when it was saved: it
 * stands in the same object.
 */
export function isBesideSealed(session: Members, kind: SessionKind, issue: readonly PropertyKey[]): boolean {
  return placesIn(session, kind).some((place) => {
    const value = valueAt(session, place)
    if (!isSealed(value) && !isPlaceholder(value)) return false
    const parent = place.length === 1 ? place : place.slice(0, -1)
    return parent.every((step, index) => issue[index] === step)
  })
}
