import { isObject, type Json, type JsonObject } from './json'

/**
 * A text that separates our own words from foreign ones: `parts` are literals of our source, `values` came from
 * elsewhere and stand between them, so there is one more part than values. Only the functions below create one. As text
 * it reads like the template.
 */
class Written {
  /** Nominal typing: no similar object qualifies. */
  declare private readonly only: never

  /** @param uncut - longer originals of the shown values; `null` if all are shown completely */
  constructor(
    readonly parts: readonly string[],
    readonly values: readonly string[],
    readonly uncut: readonly string[] | null = null,
  ) {}

  toString(): string {
    const { parts, values } = this
    // The common case.
    if (values.length === 0) return parts[0] ?? ''
    return parts.reduce((text, part, place) => `${text}${values[place - 1]}${part}`)
  }
}

export type Wording = Written

/** What a finding says before redaction: every text separates our own words. */
export type Said = null | boolean | number | Wording | readonly Said[] | { readonly [name: string]: Said }

/** `Said`, but with plain texts allowed, none of which are ours, as in event details. */
export type Told = null | boolean | number | string | Wording | readonly Told[] | ToldObject

export interface ToldObject {
  readonly [name: string]: Told
}

export const isWording = (value: unknown): value is Wording => value instanceof Written

const none: readonly string[] = []

/** Values allowed in a wording. Parts of a nested wording remain ours. */
type Quotable = null | boolean | number | string | Wording

/** Template tag: literal text is ours, interpolated values are not. */
export function say(parts: TemplateStringsArray, ...values: readonly Quotable[]): Wording {
  if (values.length === 0) return new Written(parts, none)
  if (!values.some(isWording)) return new Written(parts, values.map(String))
  return joined(parts, values)
}

function joined(parts: readonly string[], values: readonly Quotable[]): Wording {
  const ours = [parts[0] ?? '']
  const quoted: string[] = []
  const uncut: string[] = []
  let isCut = false
  for (const [place, value] of values.entries()) {
    const inner = isWording(value) ? value : quote(String(value))
    ours.push(`${ours.pop()}${inner.parts[0]}`, ...inner.parts.slice(1))
    ours.push(`${ours.pop()}${parts[place + 1]}`)
    quoted.push(...inner.values)
    uncut.push(...(inner.uncut ?? inner.values))
    isCut ||= inner.uncut !== null
  }
  return new Written(ours, quoted, isCut ? uncut : null)
}

const around: readonly string[] = ['', '']

/** Marks a text as entirely foreign; `null` stays `null`. */
export const quote = <Text extends string | null | undefined>(text: Text) =>
  (typeof text === 'string' ? new Written(around, [text]) : null) as Text extends string ? Wording : null

/** Characters to keep for searching: a secret that starts in the shown part may end far beyond it. */
const uncutMax = 4096

/** Shows only the first characters. The rest is kept for redaction, which could not recognise a value cut in half. */
export function quoteStart<Text extends string | null | undefined>(text: Text, charactersMax: number) {
  const isCut = typeof text === 'string' && text.length > charactersMax
  return (
    isCut ? new Written(around, [text.slice(0, charactersMax)], [text.slice(0, uncutMax)]) : quote(text)
  ) as Text extends string ? Wording : null
}

/** A word of one of our closed lists, e.g. a check id or a union member. No foreign text has such a type. */
export const word = <Word extends string>(text: string extends Word ? never : Word): Wording =>
  new Written([text], none)

/** A text declared as data in the catalogue of checks or deviations. Never for input. */
export const declared = (text: string): Wording => new Written([text], none)

/** What stands for a value that is absent. */
const nothing = declared('nothing')

/**
 * A text of a catalogue with what was received in its places: `{seen}` for all of it, `{name}` for a member. The values
 * stay apart from our words.
 */
export function filled(text: string, seen: Said): Wording {
  const [first = '', ...rest] = text.split(/\{([a-z_]+)\}/)
  if (rest.length === 0) return declared(text)
  const names = rest.filter((_, place) => place % 2 === 0)
  const values = names.map((name) => worded(name === 'seen' ? seen : memberOf(seen, name)))
  return joined([first, ...rest.filter((_, place) => place % 2 === 1)], values)
}

const memberOf = (seen: Said, name: string): Said =>
  isObject(seen) && !isWording(seen) && Object.hasOwn(seen, name)
    ? ((seen as { [name: string]: Said })[name] ?? null)
    : null

function worded(said: Said): Wording {
  if (said === null) return nothing
  if (isWording(said)) return said
  if (Array.isArray(said)) return said.length === 0 ? nothing : listed(said.map(worded), ', ')
  if (isObject(said)) return listed(Object.values(said as { [name: string]: Said }).map(worded), ', ')
  return quote(String(said))
}

/** Joins wordings with a separator, like `join` of an array. */
export const listed = (wordings: readonly Wording[], between: string): Wording =>
  joined(['', ...wordings.slice(1).map(() => between), ''], wordings)

/** Renders a value as plain JSON. */
export function rendered(said: Told): Json {
  if (typeof said !== 'object' || said === null) return said
  if (isWording(said)) return said.toString()
  return Array.isArray(said) ? said.map(rendered) : renderedObject(said as ToldObject)
}

/** `rendered` for an object. */
export const renderedObject = (told: ToldObject): JsonObject =>
  Object.fromEntries(Object.entries(told).map(([name, value]) => [name, rendered(value)]))

/**
 * Changes each text that is shown only in part, wherever it is; `change` receives the longer original. Returns the same
 * value if there is none.
 */
export function withStarts<Value>(told: Value, change: (uncut: string, charactersMax: number) => string): Value {
  const changed = (inner: unknown): unknown => {
    if (isWording(inner)) return inner.uncut === null ? inner : withChangedStarts(inner, inner.uncut, change)
    if (Array.isArray(inner)) {
      const items = inner.map(changed)
      return items.every((item, place) => item === inner[place]) ? inner : items
    }
    if (!isObject(inner)) return inner
    const members = Object.entries(inner).map(([name, member]) => [name, changed(member)] as const)
    return members.every(([name, member]) => member === inner[name]) ? inner : Object.fromEntries(members)
  }
  return changed(told) as Value
}

function withChangedStarts(
  { parts, values }: Wording,
  uncut: readonly string[],
  change: (uncut: string, charactersMax: number) => string,
): Wording {
  const shown = values.map((value, place) => {
    const more = uncut[place] ?? value
    return more.length > value.length ? change(more, value.length) : value
  })
  return new Written(parts, shown)
}

/**
 * What a check reports as received when its problem already says everything, because the value is absent or not kept.
 * Failure sentences omit these texts, so checks take them from here.
 */
export const bare = {
  aKeyThatCameBefore: say`a key that came before`,
  aNonceThatNoServerIssued: say`a nonce that no server issued`,
  aNonceThatThisIssuerNeverIssued: say`a nonce that this issuer never issued`,
  aPlainRequest: say`a plain request`,
  aSecondOne: say`a second one`,
  aValueThatCameBefore: say`a value that came before`,
  absent: say`absent`,
  anotherCredentialRequest: say`another credential request`,
  anotherOne: say`another one`,
  anotherValue: say`another value`,
  beforeIt: say`before it`,
  codeVerifierSent: say`code_verifier sent`,
  invalid: say`invalid`,
  missing: say`missing`,
  noFurtherRequest: say`no further request`,
  noNonce: say`no nonce`,
  none: say`none`,
  notAskedFor: say`not asked for`,
  one: say`one`,
  other: say`other`,
  otherContent: say`other content`,
  present: say`present`,
  sent: say`sent`,
  somethingElse: say`something else`,
  thePoPOfThePushedRequest: say`the PoP of the pushed request`,
  theHostedOfferWasFetched: say`the hosted offer was fetched`,
  theSameBodyAgain: say`the same body again`,
  twoDifferentOnes: say`two different ones`,
  txCodeSent: say`tx_code sent`,
  unusable: say`unusable`,
  usedBefore: say`used before`,
} as const satisfies Readonly<Record<string, Wording>>

const texts: ReadonlySet<string> = new Set(Object.values(bare).map(String))

/** True for one of these texts. */
export const isBare = (text: string): boolean => texts.has(text)
