import { redactedWords } from '../../shared/mutations/differences'
import type { CheckId } from '../../shared/ports/check-id'
import { isObject, type Json } from '../../shared/values/json'
import { effectOn, type Happened, isOtherOffer, memberIn, outline, parsed, type Rule } from './change-at-place'

/**
 * What the link offers now: an offer in it, or `unknown`, if it is behind an address or holds a secret, of which the
 * record has the length alone; `null` for nothing, and where the link did not change.
 */
function offerInLink(happened: Happened): Record<string, Json> | 'unknown' | null {
  if (!isOtherOffer(happened)) return null
  const { member, touched } = happened
  const is = touched.map((one) => one.is).find((one) => one !== undefined)
  if (is === undefined) return null
  if (member === 'credential_offer_uri' || redactedWords(is) !== null) return 'unknown'
  const offer = typeof is === 'string' ? parsed(is) : undefined
  return isObject(offer) ? (offer as Record<string, Json>) : null
}

/** What changes did to the member of a grant, in an offer or in a link with one. */
function effectsInOffer(name: string, happened: Happened): readonly ('written' | 'gone' | 'none')[] {
  const inLink = offerInLink(happened)
  if (inLink === 'unknown') return ['written', 'gone']
  if (isOtherOffer(happened)) return [outline(memberIn(inLink, name)).kind === 'string' ? 'written' : 'gone']
  return happened.touched.map((one) => {
    const effect = effectOn(name, one)
    if ('inside' in effect) return 'gone'
    if (effect.now.kind === 'string') return 'written'
    return effect.was.kind === 'absent' ? 'none' : 'gone'
  })
}

/** Names of the grants that a change offers. */
function grantsWritten(happened: Happened): readonly string[] {
  const namesIn = (value: unknown): string[] => (isObject(value) ? Object.keys(value) : [])
  const inLink = offerInLink(happened)
  if (inLink !== null && inLink !== 'unknown') return namesIn(inLink.grants)
  return happened.touched.flatMap(({ pointer, is }) => {
    const [, member, grant] = pointer.split('/')
    if (member !== 'grants' || is === undefined) return []
    return grant === undefined ? namesIn(is) : [grant.replaceAll('~1', '/').replaceAll('~0', '~')]
  })
}

/** Whether a change took away a grant as a whole. */
const isGrantGone = (happened: Happened): boolean =>
  offerInLink(happened) !== null ||
  happened.touched.some(({ pointer, is }) => pointer.split('/').length <= 3 && !isObject(is))

/**
 * A grant that was written. Where none is left a wallet takes one that the server metadata names, and without a code
 * of the offer that is the authorization code. OID4VCI-1FINAL-4.1.1
 */
const otherGrant: Rule = ({ seen: [grant = ''] }, happened) => {
  if (offerInLink(happened) === 'unknown') return true
  const names = grantsWritten(happened)
  return names.includes(grant) || (names.length === 0 && isGrantGone(happened) && grant === 'authorization_code')
}

/** Characters of a grant type that its check shows. */
const shownMax = 80

/** A grant type that a change wrote, of those that this issuer does not know. */
const unknownGrant: Rule = ({ reason, seen: [grant = ''] }, happened) => {
  if (reason === 'absent' || reason === 'other_name') return false
  if (offerInLink(happened) === 'unknown') return true
  return grantsWritten(happened).some((name) => name === grant || (grant.length === shownMax && name.startsWith(grant)))
}

/** A value that a change wrote into the offer; none, where none is left. What nobody wrote is guessed. */
const asOffered =
  (name: string, absent: string): Rule =>
  ({ reason = '' }, happened) => {
    const effects = effectsInOffer(name, happened)
    return reason === absent
      ? effects.includes('gone')
      : effects.includes('written') && ['unknown', 'other_issuer', 'expired'].includes(reason)
  }

/** No fetch, where the reference is another one, which this issuer does not see, or gone, or an offer stands beside it. */
const notDereferenced: Rule = (_, happened) =>
  happened.member === 'credential_offer_uri' || offerInLink(happened) !== null

/** A fetch, where the link came to have a reference. Which one it is may be a secret. */
const fetched: Rule = (_, { member, did }) => member === 'credential_offer_uri' && did === 'changed'

/** What explains violations about the offer, told by kinds and places: codes and states are not in the record. */
export const rulesOfOffers: Readonly<Partial<Record<CheckId, Rule>>> = {
  'vci.offer.grant_respected': otherGrant,
  'vci.token.grant_type': unknownGrant,
  'vci.par.issuer_state_returned': asOffered('issuer_state', 'missing'),
  'vci.token.preauth_code_valid': asOffered('pre-authorized_code', 'absent'),
  'vci.offer.dereferenced': notDereferenced,
  'vci.offer.no_fetch_by_value': fetched,
}
