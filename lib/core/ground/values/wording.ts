import { isObject, type Json, type JsonObject } from './json'

/**
 * A text that tells its author from others: `parts` stand in our own source, `values` came from elsewhere and stand between
 * them, so that there is one part more. Only the functions below make one. As text it is what a template would give.
 */
class Written {
  /** No object that looks alike is one. */
  declare private readonly only: never

  /** @param uncut - of each value more than is shown of it; `null` where all of all is shown */
  constructor(
    readonly parts: readonly string[],
    readonly values: readonly string[],
    readonly uncut: readonly string[] | null = null,
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

/** A text of which nothing is ours; `null` where there is none. */
export const quote = <Text extends string | null | undefined>(text: Text) =>
  (typeof text === 'string' ? new Written(around, [text]) : null) as Text extends string ? Wording : null

/** How much of a text is kept until it is searched: what begins in the part that is shown may end far behind it. */
const uncutMax = 4096

/**
 * Its first characters alone, as they are shown. More is kept for whoever searches them: what the end of the shown part divides
 * could not be recognised by its first half.
 */
export function quoteStart<Text extends string | null | undefined>(text: Text, charactersMax: number) {
  const isCut = typeof text === 'string' && text.length > charactersMax
  return (
    isCut ? new Written(around, [text.slice(0, charactersMax)], [text.slice(0, uncutMax)]) : quote(text)
  ) as Text extends string ? Wording : null
}

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

/**
 * The same with each text changed that is shown by its start alone, wherever it stands: `change` gets more of it than is shown.
 * Returns the same value if there is none.
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
 * What a check says of what came where its problem says it all: the value itself is not kept, or there is none. A sentence
 * about the failure leaves it out, so a check takes its words from here.
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

/** True for a text that is one of them. */
export const isBare = (text: string): boolean => texts.has(text)
