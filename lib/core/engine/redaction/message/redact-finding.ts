import type { Finding } from '../../../ground/ports/finding'
import type { FindingSubject } from '../../../ground/ports/finding-subject'
import type { JudgedFinding } from '../../../ground/ports/judged-finding'
import type { Json, JsonObject } from '../../../ground/values/json'
import { isWording, quote, type Said, type Told, type ToldObject, type Wording } from '../../../ground/values/wording'
import type { CollectingRedaction } from '../create-redaction'
import { setMember } from '../names/own-members'
import { plainName } from '../names/plain-name'
import type { RedactionProfile } from '../redaction'
import { shorten } from '../values/bound-json'
import type { Reach } from '../values/concealment'
import { hidePersonal } from '../values/hide-personal'
import { removed, scrubVisible } from '../values/scrub-text'
import { cutText, type Finder, finderFor, finishName, finishText } from './finish-strings'

/**
 * The safety net below the checks. No check should name a secret in what it expected or saw; this removes any that one
 * did, by what the text looks like and by the secrets found in the exchange. Member names alone are no reason to hide a
 * value, because `{ state: 'absent' }` is a check's own wording. The result is JSON, as stored.
 */
export function scrubFinding(finding: JudgedFinding, redaction: CollectingRedaction): Finding {
  const { subject, expected, actual, hint } = finding
  // True of most findings.
  if (subject === undefined && expected === null && actual === null && hint === null)
    return { ...finding, expected, actual, hint }
  return {
    ...finding,
    ...(subject && { subject: scrubSubject(subject, redaction) }),
    expected: scrubValue(expected, redaction),
    actual: scrubActual(actual, redaction),
    hint: hint === null ? null : String(scrubValue(hint, redaction)),
  }
}

/** A wallet may make up the id of a credential query. */
const scrubSubject = (subject: FindingSubject, redaction: CollectingRedaction): FindingSubject => ({
  ...subject,
  queryId: String(scrubValue(quote(subject.queryId), redaction)),
})

/**
 * Scrubs `actual` as free text if the whole of it is a personal value that the wallet sent, so that even a short one is
 * removed.
 */
const scrubActual = (actual: Said, redaction: CollectingRedaction): Json =>
  scrubValue(
    actual,
    redaction,
    isWording(actual) && actual.values.length > 0 && redaction.concealment.isValue(actual.toString())
      ? 'free'
      : 'finding',
  )

/** Removes from a value what no finding may name; events about a person follow the same rule. */
const scrubValue = (value: Told, redaction: CollectingRedaction, reach: Reach = 'finding'): Json =>
  value === null ? null : scrubWithin(value, { redaction, reach, find: finderFor(redaction.secrets) })

/** The most list elements, object members and characters of text that a finding may hold. */
const elementsMax = 200
const charactersMax = 16 * 1024

/** scrubValue for an event about a person. Free text of the peer is shown as it is in the exchange. */
export function scrubDetail(detail: ToldObject, redaction: CollectingRedaction): Json {
  const { texts } = redaction.profile
  const shown: JsonObject = {}
  for (const [name, value] of Object.entries(detail)) {
    const showText = texts.get(plainName(name))
    setMember(
      shown,
      name,
      typeof value === 'string' && showText !== undefined
        ? cutText(scrubValue(showText(value), redaction, 'free'))
        : scrubValue(value, redaction),
    )
  }
  return shown
}

/** What scrubbing a finding needs. */
interface Scrubbing {
  readonly redaction: CollectingRedaction
  readonly reach: Reach
  /** Removes the secrets of the exchange. */
  readonly find: Finder
}

/** Stores no more than a reader would compare: no list of thousands, no megabytes of text. */
function scrubWithin(value: Told, scrubbing: Scrubbing): Json {
  const { redaction, find } = scrubbing
  if (typeof value === 'string' || isWording(value)) return finishText(scrubText(value, scrubbing), find)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return scrubItems(value, scrubbing)
  const shown: JsonObject = {}
  const members = Object.entries(value)
  for (const [name, member] of members.slice(0, elementsMax))
    setMember(shown, finishName(withoutSecrets(name, redaction), find), scrubWithin(member, scrubbing))
  if (members.length > elementsMax) setMember(shown, 'omitted', members.length - elementsMax)
  return shown
}

function scrubItems(list: readonly Told[], scrubbing: Scrubbing): Json[] {
  const shown = list.slice(0, elementsMax).map((item) => scrubWithin(item, scrubbing))
  return list.length > elementsMax ? [...shown, { truncated: true, omitted: list.length - elementsMax }] : shown
}

/** Removes what can only be a secret and, where values are personal, what identifies a person. */
function withoutSecrets(
  text: string,
  { profile: { names, isPersonal } }: Pick<CollectingRedaction, 'profile'>,
): string {
  const scrubbed = scrubVisible(text, names)
  return isPersonal ? hidePersonal(scrubbed) : scrubbed
}

/**
 * Searches the same text for secrets and for personal values, because removing one kind first could hide the other.
 * Text that contains both is removed whole.
 */
function scrubText(said: string | Wording, { redaction, reach }: Scrubbing): string {
  const whole = said.toString()
  if (isWording(said) && said.values.length === 0 && staysWhole(said, whole, redaction)) return whole
  const text = shorten(whole, charactersMax)
  const scrubbed = withoutSecrets(text, redaction)
  const withoutValues = redaction.concealment.hide(text === whole ? said : text, reach)
  if (withoutValues === text) return scrubbed
  return scrubbed === text ? withoutValues : removed('redacted', text.length)
}

/**
 * True if `scrubText` leaves a text of our own unchanged. Cached, because the text is the same in every session. Always
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
