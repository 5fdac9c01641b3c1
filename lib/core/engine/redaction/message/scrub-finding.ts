import type { Finding } from '../../../ground/ports/finding'
import type { FindingSubject } from '../../../ground/ports/finding-subject'
import type { Json, JsonObject } from '../../../ground/values/json'
import type { CollectingRedaction } from '../create-redaction'
import { changeItems, changeMembers, setMember } from '../names/own-members'
import { isOwnPhrase } from '../names/own-phrases'
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
 * `{ state: 'absent' }` is a check's own word.
 */
export function scrubFinding(finding: Finding, redaction: CollectingRedaction): Finding {
  const subject = finding.subject && scrubSubject(finding.subject, redaction)
  const expected = scrubValue(finding.expected, redaction)
  const actual = scrubActual(finding.actual, redaction)
  const hint = finding.hint === null ? null : String(scrubValue(finding.hint, redaction))
  // As most are.
  if (
    subject === finding.subject &&
    expected === finding.expected &&
    actual === finding.actual &&
    hint === finding.hint
  )
    return finding
  return { ...finding, ...(subject && { subject }), expected, actual, hint }
}

/** A wallet may invent the id of a credential query. The same object where nothing of it goes. */
function scrubSubject(subject: FindingSubject, redaction: CollectingRedaction): FindingSubject {
  const queryId = String(scrubValue(subject.queryId, redaction))
  return queryId === subject.queryId ? subject : { ...subject, queryId }
}

/** What was seen as a whole is the wallet's word, be it ever so short. */
const scrubActual = (actual: Json, redaction: CollectingRedaction): Json =>
  scrubValue(
    actual,
    redaction,
    typeof actual === 'string' && redaction.concealment.isValue(actual) ? 'free' : 'finding',
  )

/** Takes out of a value what a finding, or an event about a person, is to name no more than a finding is. */
const scrubValue = (value: Json, redaction: CollectingRedaction, reach: Reach = 'finding'): Json =>
  value === null ? null : scrubWithin(value, { redaction, reach, find: finderFor(redaction.secrets) })

/** Elements of a list, members of an object and characters of a text that a finding may hold. */
const elementsMax = 200
const charactersMax = 16 * 1024

/** scrubValue for an event about a person: free text of the peer in it is shown as it is where it came from. */
export function scrubDetail(detail: JsonObject, redaction: CollectingRedaction): Json {
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
function scrubWithin(value: Json, scrubbing: Scrubbing): Json {
  const { redaction, find } = scrubbing
  if (typeof value === 'string') return finishText(scrubString(shorten(value, charactersMax), scrubbing), find)
  if (typeof value !== 'object' || value === null) return value
  const kept = firstOf(value)
  if (Array.isArray(kept)) return changeItems(kept, (item) => scrubWithin(item, scrubbing))
  return changeMembers(
    kept,
    (name) => finishName(withoutSecrets(name, redaction), find),
    (_, member) => scrubWithin(member, scrubbing),
  )
}

/** The first elements or members, and how many are left out. */
function firstOf(value: Json[] | JsonObject): Json[] | JsonObject {
  const length = Array.isArray(value) ? value.length : Object.keys(value).length
  if (length <= elementsMax) return value
  const omitted = length - elementsMax
  if (Array.isArray(value)) return [...value.slice(0, elementsMax), { truncated: true, omitted }]
  const kept: JsonObject = {}
  for (const [name, member] of Object.entries(value).slice(0, elementsMax)) setMember(kept, name, member)
  setMember(kept, 'omitted', omitted)
  return kept
}

/** What can be nothing but a secret; where values belong to persons, what names one too. */
function withoutSecrets(text: string, { profile: { names, isPersonal } }: CollectingRedaction): string {
  const scrubbed = scrubVisible(text, names)
  return isPersonal ? hidePersonal(scrubbed) : scrubbed
}

/** Each of the two would blind the other, were one done after the other: text that holds both kinds goes whole. */
function scrubString(text: string, { redaction, reach }: Scrubbing): string {
  if (reach === 'finding' && isOwnPhrase(text) && staysWhole(text, redaction)) return text
  const scrubbed = withoutSecrets(text, redaction)
  const withoutValues = redaction.concealment.hide(text, reach)
  if (withoutValues === text) return scrubbed
  return scrubbed === text ? withoutValues : removed('redacted', text.length)
}

/**
 * For our own phrases, what the steps of `scrubString` make of them is asked once: they are the same in each session, and
 * values of a person stay in them. One that could be read in another spelling, or as a mark, is looked at each time.
 */
function staysWhole(phrase: string, redaction: CollectingRedaction): boolean {
  const known = askedBefore.get(redaction.profile)?.get(phrase)
  if (known !== undefined) return known
  const stays =
    /^[ !-$&-*,-Z\\-~]*$/.test(phrase) && !/xn--/i.test(phrase) && withoutSecrets(phrase, redaction) === phrase
  const asked = askedBefore.get(redaction.profile) ?? new Map<string, boolean>()
  askedBefore.set(redaction.profile, asked.set(phrase, stays))
  return stays
}

/** By profile; of each no more than there are phrases. */
const askedBefore = new WeakMap<RedactionProfile, Map<string, boolean>>()
