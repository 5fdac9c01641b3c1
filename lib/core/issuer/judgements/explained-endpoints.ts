import type { CheckId } from '../../shared/ports/check-id'
import { laboratoryOf } from '../../shared/ports/laboratory'
import { effectOn, gone, type Happened, isEmpty, type Rule, written } from './change-at-place'

const pathOf = (text: string): readonly string[] => (URL.canParse(text) ? new URL(text).pathname.split('/') : [])

/** Nothing that a request could be pushed to is left, or the metadata no longer asks for pushed requests. RFC9126-5 */
const needsNoPush = (happened: Happened): boolean =>
  happened.member === 'require_pushed_authorization_requests'
    ? happened.touched.some(({ is }) => is !== true)
    : isEmpty(happened) || !written(happened).some((text) => URL.canParse(text))

/** The request in the address, where it cannot or need not be pushed. Without either there is no request at all. */
const plainRequest: Rule = ({ seen }, happened) => seen.includes('plain parameters') && needsNoPush(happened)

/** Parameters of a request that was not pushed. */
const plainParameters: Rule = ({ reason, seen }, happened) =>
  reason === 'others' && seen.includes('response_type') && needsNoPush(happened)

/** No challenge, where its endpoint is elsewhere or nowhere; that of a written one. A used one is the wallet's mistake. */
const challenge: Rule = ({ reason = '' }, { did }) =>
  reason.startsWith('missing') || (did === 'changed' && reason.startsWith('unknown'))

/** Another issuer of this service, of which a change wrote an address, or to whose offer it led. */
const otherIssuer: Rule = ({ seen }, happened) =>
  happened.did === 'changed' &&
  (happened.member === 'credential_offer_uri' ||
    written(happened).some((text) => seen.some((id) => pathOf(text).includes(laboratoryOf(id) ?? id))))

/** No server metadata of this issuer, where its server is no longer named. OID4VCI-1FINAL-12.2.4 */
const serverIsGone: Rule = (_, happened) =>
  gone(happened).length > 0 || happened.touched.some(({ was }) => was === undefined)

/** Nothing looked up for a credential that is another now, or gone. Another member beside it explains nothing. */
const otherCredential: Rule = (_, { touched }) =>
  touched.some((one) => {
    if (one.pointer.endsWith('/credential')) return true
    const effect = effectOn('credential', one)
    return 'inside' in effect || effect.was.kind !== effect.now.kind || effect.was.length !== effect.now.length
  })

/** Whether an access token was written. Which one is a secret, so whose it is and until when is not known here. */
const writesToken = ({ touched }: Happened): boolean =>
  touched.some((one) => {
    const effect = effectOn('access_token', one)
    return !('inside' in effect) && effect.now.kind === 'string'
  })

/** A token that a change wrote, none where none is left, or one that is over and was said to last. */
const tokenValid: Rule = ({ reason = '' }, happened) => {
  if (happened.member === 'expires_in')
    return (
      reason === 'expired' &&
      happened.touched.some(({ was, is }) => typeof is !== 'number' || typeof was !== 'number' || is > was)
    )
  return writesToken(happened)
    ? ['unknown', 'malformed', 'bad_signature', 'other_issuer', 'expired'].includes(reason)
    : reason === 'absent'
}

/** Any client, where the token may be that of another one: the wallet names the client of its own token request. */
const clientOfToken: Rule = (_, happened) => writesToken(happened)

/** The detail type of credentials, where the metadata came to list it. OID4VCI-1FINAL-5.1.1 */
const detailsAnnounced: Rule = (_, happened) => written(happened).includes('openid_credential')

/** A client that names itself, where it is no longer said that it need not. OID4VCI-1FINAL-12.3 */
const anonymousNoLonger: Rule = (_, { touched }) => touched.some(({ is }) => is !== true)

/** What explains violations about endpoints and servers, told by what was written. */
export const rulesOfEndpoints: Readonly<Partial<Record<CheckId, Rule>>> = {
  'vci.par.used': plainRequest,
  'vci.authorize.only_expected_params': plainParameters,
  'vci.wallet_attestation.challenge': challenge,
  'vci.flow.issuer_isolation': otherIssuer,
  'vci.metadata.as_fetched': serverIsGone,
  'vci.par.authorization_details_not_used': detailsAnnounced,
  'vci.token.authorization_details_not_used': detailsAnnounced,
  'vci.token.no_client_id_anonymous': anonymousNoLonger,
}

/** The same about tokens and credentials, told by kinds and places: the values are secrets, which the record has not. */
export const rulesOfResponses: Readonly<Partial<Record<CheckId, Rule>>> = {
  'vci.metadata.jwks_fetched': otherCredential,
  'vci.status.fetched': otherCredential,
  'vci.credential.token_valid': tokenValid,
  'vci.deferred.token_valid': tokenValid,
  'vci.notification.token': tokenValid,
  'vci.proof.jwt.iss': clientOfToken,
  'vci.proof.jwt.iss_absent_anonymous': clientOfToken,
}
