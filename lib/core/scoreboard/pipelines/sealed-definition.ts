import { sealedPlaces } from '../../issuer-and-verifier'
import { isObject, isSameJson } from '../../shared/values/json'
import { withoutPrivateKeys } from '../../shared/values/private-keys'
import type { DefinitionProblem } from './z-definition'

/** Seals texts under the installation's key, as for sessions. `open`: `null` for a text sealed under another key. */
export interface Sealing {
  readonly seal: (text: string) => string
  readonly open: (sealed: string) => string | null
}

/** A sealed value in storage. `length`: in characters, of its text or JSON. */
interface Sealed {
  readonly sealed: string
  readonly length: number
}

/** What everybody sees in place of a sealed value. Sending it back on save keeps the value. */
interface Placeholder {
  readonly redacted: true
  readonly present: true
  readonly length: number
}

type Members = Readonly<Record<string, unknown>>
/** Members and indexes that lead to a value. */
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

/** The steps of a definition that create a session themselves, with their places. The definition may be invalid. */
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

/** Where a session request contains, or could contain, a secret: each place whose parent exists. */
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

/** The value at the same place of a stored session. List items are matched by `id`, wherever they are. */
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

/** The value with another one at a place; without the member if that is `undefined`. */
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

/** A definition with each secret place changed. */
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
 * A stored definition as everybody sees it: secrets of sessions are replaced by their presence and length, sealed or
 * not. So are private keys in any other place, which an earlier version accepted.
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

/** `auto` and `none` select one of our registration certificates: not secret, and useful to readers. */
const isWord = (value: unknown): boolean => value === 'auto' || value === 'none'

/** The definition as stored, sealing what is not sealed yet, e.g. from an earlier version or PocketBase's dashboard. */
export const sealedWhole = (definition: unknown, { seal }: Sealing): unknown =>
  mapSealed(definition, (value, place) =>
    isSealed(value) || isPlaceholder(value) || isWord(value) ? value : sealedValue(value, place, seal),
  )

/** A value is sealed together with its place, so that it cannot be opened, shown or issued elsewhere. */
const sealedValue = (value: unknown, place: Place, seal: Sealing['seal']): Sealed => ({
  sealed: seal(JSON.stringify({ place: nameOf(place), value })),
  length: textOf(value).length,
})

const nameOf = (place: Place): string => place.map((step) => (typeof step === 'number' ? '*' : step)).join('.')

/** The result of saving a definition. */
export interface SavedDefinition {
  /** What goes into storage. */
  readonly sealed: unknown
  /** The definition with every value opened that can be, for validation before saving. Never stored, never shown. */
  readonly plain: unknown
  /** Places that ask to keep a value that does not exist. */
  readonly problems: readonly DefinitionProblem[]
  /** Whether it contains a new secret, not only stored ones. */
  readonly bringsSecret: boolean
}

/**
 * Seals a definition that is being saved. A place with a placeholder, or omitted from an object that is present, keeps
 * the stored value of the step with the same id and kind, in a list that of the item with the same id; so does a place
 * with an equal value. Values that no step has any more are forgotten.
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
        // A value of a lost key cannot be read: it stays, and the run reports it.
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
 * A session request of a stored definition, unsealed; `null` if a value was sealed under another key or for another
 * place.
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
 * Whether a problem at this place is caused by a sealed value in the same object, which was validated when it was
 * saved.
 */
export function isBesideSealed(session: Members, kind: SessionKind, issue: readonly PropertyKey[]): boolean {
  return placesIn(session, kind).some((place) => {
    const value = valueAt(session, place)
    if (!isSealed(value) && !isPlaceholder(value)) return false
    const parent = place.length === 1 ? place : place.slice(0, -1)
    return parent.every((step, index) => issue[index] === step)
  })
}
