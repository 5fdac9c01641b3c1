import type { Finding, FindingSubject, JudgedFinding } from '../../../shared/ports/finding'
import type { Json, JsonObject } from '../../../shared/values/json'
import { isWording, quote, type Said, type Told, type ToldObject, type Wording } from '../../../shared/values/wording'
import type { CollectingRedaction } from '../create-redaction'
import { plainName } from '../names/names'
import { setMember } from '../names/own-members'
import type { RedactionProfile } from '../redaction'
import { shorten } from '../values/bound-json'
import type { SearchDepth } from '../values/personal-values'
import { redactPersonal } from '../values/redact-sensitive'
import { redactVisible, removed } from '../values/redact-text'
import { cutText, type Finder, finderFor, finishName, finishText } from './finish-strings'
import type { MadeSearch } from './hide-made'

/**
 * The safety net below the checks. No check should name a secret in what it expected or saw; this removes any that one
 * did, by what the text looks like and by the secrets found in the exchange. Member names alone are no reason to hide a
 * value, because `{ state: 'absent' }` is a check's own wording. The result is JSON, as stored.
 */
export function redactFinding(finding: JudgedFinding, redaction: CollectingRedaction): Finding {
  const { cause, ...others } = finding
  const { subject, expected, actual, hint } = others
  // The common case.
  if (subject === undefined && expected === null && actual === null && cause === undefined && hint === null)
    return { ...others, expected, actual, hint }
  return {
    ...others,
    ...(subject && { subject: redactSubject(subject, redaction) }),
    expected: redactTold(expected, redaction),
    actual: redactActual(actual, redaction),
    ...(cause === undefined ? {} : { cause: String(redactTold(cause, redaction)) }),
    hint: hint === null ? null : String(redactTold(hint, redaction)),
  }
}

/** A wallet may invent the id of a credential query. */
const redactSubject = (subject: FindingSubject, redaction: CollectingRedaction): FindingSubject => ({
  ...subject,
  queryId: String(redactTold(quote(subject.queryId), redaction)),
})

/**
 * Redacts `actual` as free text if it is a personal value of the wallet as a whole, so that even a short one is
 * removed.
 */
const redactActual = (actual: Said, redaction: CollectingRedaction): Json =>
  redactTold(
    actual,
    redaction,
    isWording(actual) && actual.values.length > 0 && redaction.personalValues.isValue(actual.toString())
      ? 'free'
      : 'finding',
  )

/** Removes from a value what no finding may contain; events about a person follow the same rule. */
const redactTold = (value: Told, redaction: CollectingRedaction, depth: SearchDepth = 'finding'): Json =>
  value === null ? null : redactWithin(value, { redaction, depth, find: finderFor(redaction.secrets) })

/** Most list elements, object members and characters of text per finding. */
const elementsMax = 200
const charactersMax = 16 * 1024

/**
 * `redactTold` for an event about a person. The peer's free text is shown as in the exchange, cut after it was searched
 * for values made by the service.
 */
export function redactDetail(detail: ToldObject, redaction: CollectingRedaction, search: MadeSearch | null): Json {
  const { texts } = redaction.profile
  const shown: JsonObject = {}
  for (const [name, value] of Object.entries(detail)) {
    const showText = typeof value === 'string' || isWording(value) ? texts.get(plainName(name)) : undefined
    if (showText === undefined) setMember(shown, name, redactTold(value, redaction))
    else {
      setMember(shown, name, cutText(String(redactTold(showText(String(value)), redaction, 'free')), search))
    }
  }
  return shown
}

/** What redacting a finding needs. */
interface FindingRedaction {
  readonly redaction: CollectingRedaction
  readonly depth: SearchDepth
  /** Removes the secrets of the exchange. */
  readonly find: Finder
}

/** Stores no more than a reader would compare: no list of thousands, no megabytes of text. */
function redactWithin(value: Told, findingRedaction: FindingRedaction): Json {
  const { redaction, find } = findingRedaction
  if (typeof value === 'string' || isWording(value)) return finishText(redactSaid(value, findingRedaction), find)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return redactItems(value, findingRedaction)
  const shown: JsonObject = {}
  const members = Object.entries(value)
  for (const [name, member] of members.slice(0, elementsMax))
    setMember(shown, finishName(withoutSecrets(name, redaction), find), redactWithin(member, findingRedaction))
  if (members.length > elementsMax) setMember(shown, 'omitted', members.length - elementsMax)
  return shown
}

function redactItems(list: readonly Told[], findingRedaction: FindingRedaction): Json[] {
  const shown = list.slice(0, elementsMax).map((item) => redactWithin(item, findingRedaction))
  return list.length > elementsMax ? [...shown, { truncated: true, omitted: list.length - elementsMax }] : shown
}

/** Removes anything that can only be a secret and, if values are personal, what identifies a person. */
function withoutSecrets(
  text: string,
  { profile: { names, isPersonal } }: Pick<CollectingRedaction, 'profile'>,
): string {
  const redacted = redactVisible(text, names)
  return isPersonal ? redactPersonal(redacted) : redacted
}

/**
 * Searches the same text for secrets and for personal values, because removing one kind first could hide the other.
 * Text that contains both is removed whole.
 */
function redactSaid(said: string | Wording, { redaction, depth }: FindingRedaction): string {
  const whole = said.toString()
  if (isWording(said) && said.values.length === 0 && staysWhole(said, whole, redaction)) return whole
  const text = shorten(whole, charactersMax)
  const redacted = withoutSecrets(text, redaction)
  const withoutValues = redaction.personalValues.redact(text === whole ? said : text, depth)
  if (withoutValues === text) return redacted
  return redacted === text ? withoutValues : removed('redacted', text.length)
}

/**
 * True if `redactSaid` leaves a text of our own unchanged. Cached, because the text is the same in every session. Always
 * false for a text that could be decoded differently or contain a removal mark. Personal values in our own text stay.
 */
function staysWhole({ parts }: Wording, text: string, { profile }: CollectingRedaction): boolean {
  const asked = askedBefore.get(profile) ?? new WeakMap<readonly string[], boolean>()
  const known = asked.get(parts)
  if (known !== undefined) return known
  const stays =
    text.length <= charactersMax &&
    /^[ !-$&-*,-Z\\-~]*$/.test(text) &&
    !/xn--/i.test(text) &&
    withoutSecrets(text, { profile }) === text
  askedBefore.set(profile, asked.set(parts, stays))
  return stays
}

/** By profile, then by the fixed parts of a template: the same array each time that template is evaluated. */
const askedBefore = new WeakMap<RedactionProfile, WeakMap<readonly string[], boolean>>()
