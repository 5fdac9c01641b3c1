import type { CheckId } from '../../shared/ports/check-id'
import { isObject, type Json } from '../../shared/values/json'
import {
  effectOn,
  gone,
  type Happened,
  isEmpty,
  isOtherOffer,
  onlyWritten,
  outline,
  type Rule,
  written,
} from './change-at-place'

const attested = ['attest_jwt_client_auth', 'attest_jwt_client_auth_dpop']

/** No authentication, where the metadata no longer has the method of wallets. HAIP-4.4.1 */
const clientPresent: Rule = (_, happened) =>
  attested.some((method) => gone(happened).includes(method)) &&
  !attested.some((method) => written(happened).includes(method))

/** A method that was written, or the one that a missing list means. RFC8414-2 */
const methodAdvertised: Rule = ({ seen }, happened) =>
  happened.did === 'removed' ? seen.every((one) => one === 'client_secret_basic') : onlyWritten(seen, happened)

const isDpop = (type: string): boolean => type.toLowerCase() === 'dpop'

/** Another type of token than the one of this issuer. */
const isOtherType = (happened: Happened): boolean => isEmpty(happened) || !written(happened).some(isDpop)

/** No proof, where the metadata no longer has the algorithm that all wallets know, or the token is of another type. */
const dpopPresent: Rule = (_, happened) =>
  happened.member === 'token_type' ? isOtherType(happened) : gone(happened).includes('ES256')

/** The scheme that was written; any one, where none is. */
const dpopScheme: Rule = ({ seen }, happened) => {
  if (isEmpty(happened)) return true
  const types = written(happened).map((type) => type.toLowerCase())
  return seen.some((one) =>
    // The check names these alone, as any other word may be the token.
    one === 'another scheme'
      ? types.some((type) => !['bearer', 'basic', 'dpop'].includes(type))
      : types.includes(one.toLowerCase()),
  )
}

/** Told that a token lasts longer than it does, or not how long. */
const isToldLonger = ({ touched }: Happened): boolean =>
  touched.some(({ was, is }) => typeof is !== 'number' || typeof was !== 'number' || is > was)

const refreshInTime: Rule = (_, happened) => isToldLonger(happened)

/** No refresh, without a token that works, or of an access token that seems to last. */
const refreshes: Rule = (_, happened) => happened.member === 'refresh_token' || isToldLonger(happened)

/** Scopes that were granted, or that a change wrote as granted. */
const refreshScope: Rule = ({ seen, expected }, happened) => {
  const known = [...written(happened), ...(typeof expected === 'string' ? [expected] : [])].flatMap((text) =>
    text.split(' '),
  )
  return seen.flatMap((text) => text.split(' ')).every((one) => known.includes(one))
}

/** A token that was written is unknown here; none can be sent where none is left. */
const refreshKnown: Rule = ({ reason }, { did }) => reason === (did === 'removed' ? 'absent' : 'unknown')

const asksForCode = (happened: Happened): readonly boolean[] =>
  happened.touched.flatMap((one) => {
    const effect = effectOn('tx_code', one)
    return 'inside' in effect ? [] : [effect.now.kind === 'object']
  })

/** No code, where the offer no longer asks for one. OID4VCI-1FINAL-4.1.1 */
const txCodeSent: Rule = ({ reason }, happened) =>
  isOtherOffer(happened) || (reason === 'missing' && asksForCode(happened).includes(false))

/** A code, where the offer came to ask for one. */
const txCodeNotExpected: Rule = (_, happened) => isOtherOffer(happened) || asksForCode(happened).includes(true)

const lengthOf = (value: Json): Json => (isObject(value) ? ((value.length as Json | undefined) ?? null) : null)

/** A code of another length where that was changed, of other characters where the kind of input was. */
const txCodeShape: Rule = ({ expected, actual }, happened) => {
  if (isOtherOffer(happened)) return true
  const isOtherLength = lengthOf(expected) !== null && lengthOf(expected) !== lengthOf(actual)
  return happened.touched.some((one) => {
    const effect = effectOn('tx_code', one)
    return 'inside' in effect ? effect.inside[0] === (isOtherLength ? 'length' : 'input_mode') : true
  })
}

/** Whether a difference makes an entry one about something else, which no wallet takes for its own. RFC9396-2 */
const isOtherEntry = ({ pointer }: Happened['touched'][number]): boolean =>
  /\/(?:type|credential_configuration_id)$/.test(pointer)

const identifiers = 'credential_identifiers'

/** The configuration instead of an identifier, where no identifier is left. */
const identifiersUsed: Rule = (_, { touched }) =>
  touched.some((one) => {
    if (isOtherEntry(one)) return true
    const effect = effectOn(identifiers, one)
    return 'inside' in effect
      ? outline(one.is).kind !== 'string'
      : !(effect.now.kind === 'array' && effect.now.length > 0)
  })

/** Whether identifiers were written that may be the ones that came. */
const writesIdentifiers = ({ touched }: Happened): boolean =>
  touched.some((one) => {
    const effect = effectOn(identifiers, one)
    return 'inside' in effect ? one.is !== undefined : effect.now.kind === 'array' && effect.now.length > 0
  })

/** An identifier that was written. One of another grant is none of them. */
const identifiersKnown: Rule = ({ reason }, happened) =>
  (reason === 'unknown' || reason === 'malformed') && writesIdentifiers(happened)

/** An identifier, where a change gave some. */
const usesConfiguration: Rule = (_, happened) => writesIdentifiers(happened)

/** Fewer credentials, where identifiers are gone. */
const identifiersEach: Rule = (_, { touched }) =>
  touched.some((one) => {
    if (isOtherEntry(one)) return true
    const effect = effectOn(identifiers, one)
    return 'inside' in effect || effect.now.kind !== 'array' || effect.now.length < effect.was.length
  })

/** What explains violations about clients and what they were granted, told by what was written. */
export const rulesOfClients: Readonly<Partial<Record<CheckId, Rule>>> = {
  'vci.client_auth.present': clientPresent,
  'vci.client_auth.method_advertised': methodAdvertised,
  'vci.dpop.header_present': dpopPresent,
  'vci.dpop.scheme': dpopScheme,
  'vci.refresh.in_time': refreshInTime,
  'vci.refresh.scope': refreshScope,
}

/** The same, told by kinds and places: the values are secrets, which the record has not. */
export const rulesOfKinds: Readonly<Partial<Record<CheckId, Rule>>> = {
  'vci.token.tx_code_sent': txCodeSent,
  'vci.token.tx_code_not_expected': txCodeNotExpected,
  'vci.token.tx_code_shape': txCodeShape,
  'vci.refresh.token_known': refreshKnown,
  'vci.deferred.refreshes': refreshes,
  'vci.identifiers.used': identifiersUsed,
  'vci.identifiers.known': identifiersKnown,
  'vci.identifiers.each': identifiersEach,
  'vci.credential.uses_configuration_id': usesConfiguration,
}
