import type { JsonObject } from '../../shared/values/json'
import { fixed, type Preset } from './preset'
import { claim, element, mdocPid, query, sdJwtPid } from './queries'

/** The issuance that HAIP describes: the cases about links are about a wallet that follows it. */
const issued = fixed('issuance', 'answer', {
  issuer_configuration_id: 'eu-pid-device-bound',
  credential_configuration_id: 'urn:eu.europa.ec.eudi:pid:1.sd-jwt.key-attestation-required',
  flow: 'authorization_code',
})

const byReference = { credential_offer_mode: 'credential_offer_uri' } as const

/** How an offer reaches a wallet. TS 119 472-3 clause 4.1, HAIP-1FINAL-4.2 */
export const offerLinkPresets: readonly Preset[] = [
  issued('haip_vci_scheme', 'An offer whose link starts with haip-vci', { ...byReference, scheme: 'haip-vci://' }),
  issued('eu_eaa_offer_scheme', 'An offer whose link starts with eu-eaa-offer', {
    ...byReference,
    scheme: 'eu-eaa-offer://',
  }),
  issued('offer_by_value', 'An offer inside the link, which starts with eu-eaa-offer', {
    credential_offer_mode: 'credential_offer',
    scheme: 'eu-eaa-offer://',
  }),
]

const answered = fixed('presentation', 'answer', { profile: 'haip' })

/** A valid request that this wallet must not answer. */
const unanswerable = fixed('presentation', 'refusal', { profile: 'haip', expect: 'refusal' })

/** The link to a request, and requests for exactly one or two claims that the PID has. OID4VP-1FINAL-6.3 */
export const baselineAnswers: readonly Preset[] = [
  answered('eu_eaap_scheme', 'A link that starts with eu-eaap', { scheme: 'eu-eaap://' }),
  answered('request_uri_method_get', 'A link that names the method get for the fetch of the request', {
    negative_test: 'request_uri_method_get',
  }),
  answered('one_claim_sd_jwt', 'One claim of the PID, as SD-JWT VC', query([sdJwtPid([claim(['family_name'])])])),
  answered('one_element_mdoc', 'One element of the PID, as mdoc', query([mdocPid([element('family_name')])])),
  answered(
    'two_claims_sd_jwt',
    'Two claims of the PID, as SD-JWT VC',
    query([sdJwtPid([claim(['family_name']), claim(['given_name'])])]),
  ),
  answered(
    'two_elements_mdoc',
    'Two elements of the PID, as mdoc',
    query([mdocPid([element('family_name'), element('given_name')])]),
  ),
]

/** A request by an algorithm outside of those agreed on, and requests for what the PID lacks. OID4VP-1FINAL-6.4.1 */
export const baselineRefusals: readonly Preset[] = [
  fixed('presentation', 'refusal', { profile: 'haip' })(
    'alg_eddsa',
    'The request is signed by an Ed25519 key, as EdDSA',
    {
      negative_test: 'alg_eddsa',
      // A campaign under another framework leaves it to the test root.
      trust_framework: 'test_root',
    },
  ),
  unanswerable(
    'one_unknown_claim_sd_jwt',
    'One claim, which the PID lacks, as SD-JWT VC',
    query([sdJwtPid([claim(['no_such_claim'])])]),
  ),
  unanswerable(
    'unknown_element_of_two',
    'One element that the mdoc has and one that it lacks',
    query([mdocPid([element('family_name'), element('no_such_element')])]),
  ),
]

const ofDegrees = (...path: (string | number | null)[]): JsonObject =>
  query([
    {
      id: 'own_type',
      format: 'dc+sd-jwt',
      meta: { vct_values: ['urn:example:degrees'] },
      claims: [claim(path)],
    },
  ])

const askedBack = (id: string, title: string, ...path: (string | number | null)[]): Preset => ({
  ...answered(id, title, ofDegrees(...path)),
  follows: 'own.degrees',
})

/** Parts of a list and of an object, which a wallet discloses alone. OID4VP-1FINAL-7.1 */
export const listPresets: readonly Preset[] = [
  askedBack('list_entry_one', 'One entry of a list, neither its first nor its last', 'degrees', 1),
  askedBack('object_member', 'One member of an object', 'address', 'locality'),
  askedBack('list_entries_all', 'All entries of a list', 'degrees', null),
  askedBack('list_entry_first', 'The first entry of a list', 'degrees', 0),
  askedBack('list_entry_last', 'The last of three entries of a list', 'degrees', 2),
]
