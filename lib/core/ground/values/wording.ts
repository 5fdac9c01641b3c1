import type { Json, JsonObject } from './json'

/**
 * A text that tells its author from others: `parts` stand in our own source, `values` came from elsewhere and stand between
 * them, so that there is one part more. Only the functions below make one. As text it is what a template would give.
 */
class Written {
  /** No object that looks alike is one. */
  declare private readonly only: never

  constructor(
    readonly parts: readonly string[],
    readonly values: readonly string[],
  ) {}

  toString(): string {
    const { parts, values } = this
    // As most are.
    if (values.length === 0) return parts[0] ?? ''
    return parts.reduce((text, part, place) => `${text}${values[place - 1]}${part}`)
  }
}

export type Wording = Written

/** What a finding says before it is redacted: every text in it tells what of it is ours. */
export type Said = null | boolean | number | Wording | readonly Said[] | { readonly [name: string]: Said }

/** The same where a bare text may stand too, as in the detail of an event: none of it is ours. */
export type Told = null | boolean | number | string | Wording | readonly Told[] | ToldObject
export interface ToldObject {
  readonly [name: string]: Told
}

export const isWording = (value: unknown): value is Wording => value instanceof Written

const none: readonly string[] = []

/** What may stand in a wording. The parts of a wording in it stay ours. */
type Quotable = null | boolean | number | string | Wording

/** Tag of a template: what the template says is ours, and what is put into it is not. */
export function say(parts: TemplateStringsArray, ...values: readonly Quotable[]): Wording {
  if (values.length === 0) return new Written(parts, none)
  if (!values.some(isWording)) return new Written(parts, values.map(String))
  return joined(parts, values)
}

function joined(parts: readonly string[], values: readonly Quotable[]): Wording {
  const ours = [parts[0] ?? '']
  const quoted: string[] = []
  for (const [place, value] of values.entries()) {
    const inner = isWording(value) ? value : quote(String(value))
    ours.push(`${ours.pop()}${inner.parts[0]}`, ...inner.parts.slice(1))
    ours.push(`${ours.pop()}${parts[place + 1]}`)
    quoted.push(...inner.values)
  }
  return new Written(ours, quoted)
}

const around: readonly string[] = ['', '']

/** A text of which nothing is ours; `null` where there is none. */
export const quote = <Text extends string | null | undefined>(text: Text) =>
  (typeof text === 'string' ? new Written(around, [text]) : null) as Text extends string ? Wording : null

/** A word of a closed list of ours, e.g. the id of a check or a member of a union. No text from outside has such a type. */
export const word = <Word extends string>(text: string extends Word ? never : Word): Wording =>
  new Written([text], none)

/** A text that the catalogue of checks or deviations declares as data, for others read it as it is. Never for what came in. */
export const declared = (text: string): Wording => new Written([text], none)

/** Wordings with a text between each two, as `join` of a list does. */
export const listed = (wordings: readonly Wording[], between: string): Wording =>
  joined(['', ...wordings.slice(1).map(() => between), ''], wordings)

/** The same value as plain JSON. */
export function rendered(said: Told): Json {
  if (typeof said !== 'object' || said === null) return said
  if (isWording(said)) return said.toString()
  return Array.isArray(said) ? said.map(rendered) : renderedObject(said as ToldObject)
}

/** The same of an object. */
export const renderedObject = (told: ToldObject): JsonObject =>
  Object.fromEntries(Object.entries(told).map(([name, value]) => [name, rendered(value)]))
