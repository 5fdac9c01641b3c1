import { redactedWords } from '../../shared/mutations/differences'
import type { KeptMutations } from '../../shared/ports/session-options'
import { isObject, type Json } from '../../shared/values/json'

/** What the changes of a session did to a place. */
export interface Happened {
  readonly did: 'removed' | 'changed'
  /** The last member of the place. */
  readonly member: string
  /** The differences in the place, and around it. */
  readonly touched: KeptMutations['differences']
  /** All differences of the session. */
  readonly differences: KeptMutations['differences']
}

/** What broke a rule, with the reason that its check gives. */
interface Broken {
  readonly reason: string | undefined
  readonly expected: Json
  readonly actual: Json
  /** Texts of what was received, each as it is shown. */
  readonly seen: readonly string[]
}

/** Whether a change explains a violation of one check. */
export type Rule = (broken: Broken, happened: Happened) => boolean

/** Each text in a value. */
export const textsIn = (value: Json | undefined): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap((inner) => textsIn(inner as Json))
      : []

/** Each text that a change put into a place. An offer in a link is a text of JSON. */
export const written = ({ touched }: Happened): string[] =>
  touched
    .flatMap(({ is }) => textsIn(is as Json | undefined))
    .flatMap((text) => [text, ...(text.startsWith('{') ? textsIn(parsed(text)) : [])])

/** JSON of a text; `undefined` for any other. */
export function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

/** Nothing that a wallet can read is left in a place. */
export const isEmpty = (happened: Happened): boolean => happened.did === 'removed' || written(happened).length === 0

/** Each text that stood in a place and that no change wrote there again. */
export function gone(happened: Happened): string[] {
  const left = written(happened)
  return happened.touched.flatMap(({ was }) => textsIn(was as Json | undefined)).filter((text) => !left.includes(text))
}

/** Only values that a change wrote. */
export const onlyWritten = (seen: readonly string[], happened: Happened): boolean =>
  seen.length > 0 && seen.every((one) => written(happened).includes(one))

/** The whole offer came to be another one, by a link. */
export const isOtherOffer = ({ member }: Happened): boolean =>
  member === 'credential_offer' || member === 'credential_offer_uri'

type Difference = Happened['touched'][number]

/** What a difference did to the member of this name: `inside` of it, or to all of it, which is `now` there. */
type Effect = { readonly inside: readonly string[] } | { readonly was: Outline; readonly now: Outline }

/** Kind of a value, and how much is in it: all that the record has of a secret one. */
interface Outline {
  readonly kind: 'absent' | 'array' | 'object' | 'string' | 'number' | 'boolean' | 'null'
  readonly length: number
}

/** The effect of a difference on the member of a name, which it changed itself, or in or around which it lies. */
export function effectOn(name: string, { pointer, was, is }: Difference): Effect {
  const steps = pointer.split('/').slice(1)
  const at = steps.indexOf(name)
  if (at >= 0 && at < steps.length - 1) return { inside: steps.slice(at + 1) }
  const [before, now] = [was, is].map((one) => outline(at < 0 ? memberIn(one, name) : one))
  return { was: before ?? absent, now: now ?? absent }
}

const absent: Outline = { kind: 'absent', length: 0 }

/** The first member of a name, at any depth. */
export function memberIn(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  if (isObject(value) && Object.hasOwn(value, name)) return value[name]
  return Object.values(value)
    .map((inner) => memberIn(inner, name))
    .find((found) => found !== undefined)
}

/** Kind of a value as a difference has it, and how much is in it. */
export function outline(value: unknown): Outline {
  if (value === undefined) return absent
  if (redactedWords(value) !== null && isObject(value))
    return { kind: value.kind as Outline['kind'], length: typeof value.length === 'number' ? value.length : 0 }
  if (Array.isArray(value)) return { kind: 'array', length: value.length }
  if (isObject(value)) return { kind: 'object', length: Object.keys(value).length }
  if (typeof value === 'string') return { kind: 'string', length: value.length }
  return { kind: value === null ? 'null' : (typeof value as 'number' | 'boolean'), length: 0 }
}
