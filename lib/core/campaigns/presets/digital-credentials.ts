import type { DcApiProtocol } from '../../shared/ports/dc-api'
import type { JsonObject } from '../../shared/values/json'
import { verifierDeviation } from '../../verifier/deviations'
import { browserEntryDeviations, browserParameterDeviations } from '../../verifier/deviations/browser-requests'
import type { VerifierDeviation } from '../../verifier/deviations/verifier-deviation'
import { asHeading, fixed, type Preset } from './preset'
import { claim, element, mdocPid, query, sdJwtPid } from './queries'

const haip = fixed('presentation', 'answer', { profile: 'haip' })
const base = fixed('presentation', 'answer', { profile: 'openid4vp' })

const names = ['family_name', 'given_name']
const sdJwt = query([sdJwtPid(names.map((name) => claim([name])))])
const mdoc = query([mdocPid(names.map((name) => element(name)))])

const through = (...protocols: readonly DcApiProtocol[]): JsonObject => ({
  presentation_channel: 'dc_api',
  dc_api_protocols: [...protocols],
})

/** Correct requests for a browser to carry: each form alone, and all at once. HAIP-5.2, OID4VP-1FINALA-A.1 */
const rightRequests: readonly Preset[] = [
  haip('dc_signed_sd_jwt', 'A signed request through the browser, for an SD-JWT VC', {
    ...through('openid4vp-v1-signed'),
    ...sdJwt,
  }),
  haip('dc_unsigned_sd_jwt', 'An unsigned request through the browser, for an SD-JWT VC', {
    ...through('openid4vp-v1-unsigned'),
    ...sdJwt,
  }),
  haip('dc_multisigned_sd_jwt', 'A request with two signatures through the browser, for an SD-JWT VC', {
    ...through('openid4vp-v1-multisigned'),
    ...sdJwt,
  }),
  haip('dc_signed_mdoc', 'A signed request through the browser, for an mdoc', {
    ...through('openid4vp-v1-signed'),
    ...mdoc,
  }),
  base('dc_plain_sd_jwt', 'A response in the clear through the browser, with an SD-JWT VC', {
    ...through('openid4vp-v1-signed'),
    response_mode: 'direct_post',
    ...sdJwt,
  }),
  base('dc_iso_mdoc', 'A request of ISO/IEC 18013-7 through the browser, for an mdoc', {
    ...through('org-iso-mdoc'),
    ...mdoc,
  }),
  base('dc_all_protocols', 'An mdoc in four requests at once, of which the wallet answers one', {
    ...through('openid4vp-v1-signed', 'openid4vp-v1-multisigned', 'openid4vp-v1-unsigned', 'org-iso-mdoc'),
    ...mdoc,
  }),
]

/**
 * Tests of any request that a browser may carry too. Tests of queries and encryption would show the same as by link.
 */
const ofAnyChannel: readonly string[] = [
  ...['bad_signature', 'alg_none', 'no_typ', 'wrong_typ', 'self_signed_leaf', 'root_in_x5c'],
  ...['expired_request', 'wrong_aud', 'client_id_wrong_hash', 'client_id_unknown_prefix', 'client_id_origin_prefix'],
  ...['missing_nonce', 'required_unmatchable', 'no_usable_enc_key'],
]

/** The session of a test in a browser, with the members that it needs. */
function ofTest({ id, title, expects, needs = {} }: VerifierDeviation, presetId = id): Preset {
  const { dc_api_protocols: protocols = ['openid4vp-v1-signed'], response_mode } = needs
  const isMdoc = protocols.includes('org-iso-mdoc')
  const body = {
    negative_test: id,
    ...through(...protocols),
    ...(response_mode === 'direct_post' ? { response_mode } : {}),
    ...(isMdoc ? mdoc : sdJwt),
  }
  const profile = isMdoc ? 'openid4vp' : 'haip'
  const heading = presetId === id ? asHeading(title) : `Through the browser: ${asHeading(title)}`
  return fixed('presentation', expects === 'refusal' ? 'refusal' : 'answer', { profile })(presetId, heading, body)
}

const tests = [...browserParameterDeviations, ...browserEntryDeviations]
const named = (id: string): VerifierDeviation[] => [verifierDeviation(id)].filter((one) => one !== null)

/** Requests that a browser carries: those to answer before those to refuse. OID4VP-1FINALA-A */
export const digitalCredentialPresets: readonly Preset[] = [
  ...rightRequests,
  ...tests.filter(({ expects }) => expects === 'going_on').map((one) => ofTest(one)),
  ...tests.filter(({ expects }) => expects === 'refusal').map((one) => ofTest(one)),
  ...ofAnyChannel.flatMap(named).map((one) => ofTest(one, `dc_${one.id}`)),
]
