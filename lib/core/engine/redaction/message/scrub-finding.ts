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
 * The net below the checks: each is to name no secret in what it expected and saw, and this takes out what one did name
 * after all, by what text looks like and by the secrets found in the exchange itself. Names are no reason here, for
 * `{ state: 'absent' }` is a check's own word. What came is JSON as it is stored.
 */
export function scrubFinding(finding: JudgedFinding, redaction: CollectingRedaction): Finding {
  const { subject, expected, actual, hint } = finding
  // As most are.
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

/** A wallet may invent the id of a credential query. */
const scrubSubject = (subject: FindingSubject, redaction: CollectingRedaction): FindingSubject => ({
  ...subject,
  queryId: String(scrubValue(quote(subject.queryId), redaction)),
})

/** What was seen as a whole is the wallet's word, be it ever so short, unless it is ours. */
const scrubActual = (actual: Said, redaction: CollectingRedaction): Json =>
  scrubValue(
    actual,
    redaction,
    isWording(actual) && actual.values.length > 0 && redaction.concealment.isValue(actual.toString())
      ? 'free'
      : 'finding',
  )

/** Takes out of a value what a finding, or an event about a person, is to name no more than a finding is. */
const scrubValue = (value: Told, redaction: CollectingRedaction, reach: Reach = 'finding'): Json =>
  value === null ? null : scrubWithin(value, { redaction, reach, find: finderFor(redaction.secrets) })

/** Elements of a list, members of an object and characters of a text that a finding may hold. */
const elementsMax = 200
const charactersMax = 16 * 1024

/** scrubValue for an event about a person: free text of the peer in it is shown as it is where it came from. */
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

/** What a finding is looked through with. */
interface Scrubbing {
  readonly redaction: CollectingRedaction
  readonly reach: Reach
  /** Takes out the secrets of the exchange. */
  readonly find: Finder
}

/** No reader compares a list of thousands or a text of megabytes. The rest is not stored. */
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

/** What can be nothing but a secret; where values belong to persons, what names one too. */
function withoutSecrets(
  text: string,
  { profile: { names, isPersonal } }: Pick<CollectingRedaction, 'profile'>,
): string {
  const scrubbed = scrubVisible(text, names)
  return isPersonal ? hidePersonal(scrubbed) : scrubbed
}

/** Each of the two would blind the other, were one done after the other: text that holds both kinds goes whole. */
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
 * For a text that is ours alone, what the steps of `scrubText` make of it is asked once: it is the same in each session, and
 * values of a person stay in it. One that could be read in another spelling, or as a mark, is looked at each time.
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

/** By profile, then by what is in the source: the same list for each time that a template is evaluated. */
const askedBefore = new WeakMap<RedactionProfile, WeakMap<readonly string[], boolean>>()
