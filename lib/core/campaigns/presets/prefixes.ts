import { verifierDeviation } from '../../verifier/deviations'
import { clientIdPrefixDeviations } from '../../verifier/deviations/client-identifiers'
import { asHeading, fixed, type Preset } from './preset'
import { claim, decoyKey, query, sdJwtPid } from './queries'

const answer = fixed('presentation', 'answer', { profile: 'openid4vp' })

const trustsRoot = 'The wallet must trust the test root as issuer of verifier attestations.'

const registered =
  'Register this service with the wallet as wallet-capture; the page of the session says what to register.'

/** What a person has to do before a test of a prefix. */
const personOf: Readonly<Record<string, string>> = {
  verifier_attestation: trustsRoot,
  pre_registered: registered,
}

/** The test with the same name. It names its prefix, so that a campaign sends it under the test root. */
function ofDeviation(id: string): Preset {
  const { title = id, expects = 'refusal', needs = {} } = verifierDeviation(id) ?? {}
  const { client_id_prefix: prefix = 'x509_hash', request_delivery } = needs
  const preset = fixed('presentation', expects === 'refusal' ? 'refusal' : 'answer', { profile: 'openid4vp' })(
    id,
    asHeading(title),
    {
      negative_test: id,
      client_id_prefix: prefix,
      ...(request_delivery === 'by_value' ? { request_delivery } : {}),
      ...(prefix === 'pre_registered' ? { registered_client_id: 'wallet-capture' } : {}),
    },
    personOf[prefix],
  )
  return prefix === 'x509_san_dns' ? { ...preset, needsHostName: true } : preset
}

/** Verifiers with another client identifier prefix than HAIP's, right and wrong. OID4VP-1FINAL-5.9.3 */
export const prefixPresets: readonly Preset[] = [
  {
    ...answer('x509_san_dns', 'A verifier that is known by the host in its certificate', {
      client_id_prefix: 'x509_san_dns',
    }),
    needsHostName: true,
  },
  answer(
    'verifier_attestation',
    'A verifier with an attestation',
    // Only the query distinguishes its sessions from those of the next preset.
    { client_id_prefix: 'verifier_attestation', ...query([sdJwtPid([claim(['family_name'])])]) },
    trustsRoot,
  ),
  answer(
    'va_outer_metadata',
    'A verifier with an attestation, and metadata outside of client_metadata',
    {
      client_id_prefix: 'verifier_attestation',
      presentation_request: { jwks: { keys: [decoyKey] }, encrypted_response_enc_values_supported: ['A192GCM'] },
    },
    trustsRoot,
  ),
  answer('did', 'A verifier with a DID', { client_id_prefix: 'decentralized_identifier' }),
  answer('redirect_uri', 'An unsigned request in the link', {
    client_id_prefix: 'redirect_uri',
    request_delivery: 'by_value',
  }),
  answer('redirect_uri_by_post', 'An unsigned request that is fetched by POST', {
    client_id_prefix: 'redirect_uri',
    request_uri_method: 'post',
  }),
  ...clientIdPrefixDeviations.map(({ id }) => ofDeviation(id)),
]

const titleOf = (test: string): string => asHeading(verifierDeviation(test)?.title ?? test)

const ofTest = (expects: 'answer' | 'refusal', test: string): Preset =>
  fixed('presentation', expects, { profile: 'haip' })(test, titleOf(test), { negative_test: test })

/** An attestation about the verifier with a correct proof. OID4VP-1FINAL-5.11.1 */
export const rightVerifierInfo: readonly Preset[] = [ofTest('answer', 'verifier_info_key_bound')]

/** Attestations about the verifier with a wrong proof. */
export const wrongVerifierInfo: readonly Preset[] = ['verifier_info_unbound', 'verifier_info_bad_proof'].map((test) =>
  ofTest('refusal', test),
)
