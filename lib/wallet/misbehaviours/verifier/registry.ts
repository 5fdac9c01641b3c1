import type { JsonObject } from '../../json'
import { annexCMisbehaviours } from './annex-c'
import { asking, claims, inIssuance, inMetadata, misbehaviour, pid } from './builders'
import { dcApiMisbehaviours } from './dc-api'
import { dcRefusalMisbehaviours } from './dc-refusal'
import { dcqlMisbehaviours } from './dcql'
import { encryptionMisbehaviours } from './encryption'
import { errorMisbehaviours } from './errors'
import { idTokenMisbehaviours } from './id-token'
import { keyBindingMisbehaviours } from './key-binding'
import { mdocDeviceMisbehaviours } from './mdoc-device'
import { mdocElementMisbehaviours } from './mdoc-elements'
import { mdocIssuerMisbehaviours } from './mdoc-issuer'
import { mdocResponseMisbehaviours } from './mdoc-response'
import type { PresentationMisbehaviour } from './misbehaviour'
import { refusalMisbehaviours } from './refusal'
import { requestMisbehaviours } from './request'
import { requestPostMisbehaviours } from './request-post'
import { responseMisbehaviours } from './response'
import { sdJwtMisbehaviours } from './sd-jwt'
import { transactionDataMisbehaviours } from './transaction-data'
import { trustMisbehaviours, trustRefusalMisbehaviours } from './trust'
import { vpTokenMisbehaviours } from './vp-token'

/** What each refusal test of the prefix of the client identifier makes wrong (OID4VP-1FINAL-5.9.3). */
const careless: readonly (readonly [negativeTest: string, although: string])[] = [
  ['redirect_uri_signed', 'a verifier that cannot sign has signed'],
  ['va_sub_mismatch', 'the verifier attestation is for another client'],
  ['va_missing', 'there is no verifier attestation'],
  ['va_redirect_uris_mismatch', 'the verifier attestation lists another response_uri'],
  ['va_wrong_pop_key', 'another key has signed than that of the verifier attestation'],
  ['va_untrusted_issuer', 'nobody trusts the issuer of the verifier attestation'],
  ['va_bad_signature', 'the signature of the verifier attestation is wrong'],
  ['san_dns_mismatch', 'the certificate names another host than the client_id'],
  ['san_dns_foreign_host', 'the response goes to another host than the client_id names'],
  ['did_unknown_key', 'the key that signed is not in the DID document'],
  ['redirect_uri_not_https', 'the address in the client_id is no https URL'],
  ['pre_registered_with_metadata', 'a registered verifier sends client_metadata'],
]

const presentsAlthough = (negativeTest: string, although: string, isAdvisory = false) =>
  misbehaviour(
    `vp.negative.rejected~${negativeTest}`,
    `Presents although ${although}`,
    isAdvisory ? 'accepted' : { status: 400, error: 'request_should_have_been_rejected' },
    {
      needs: { sessionOptions: { negative_test: negativeTest }, profile: { verification: 'none' } },
      byProfile: 'response',
    },
  )

/** What a wallet does wrong about how verifiers are known. */
const prefixMisbehaviours: PresentationMisbehaviour[] = [
  ...careless.map(([negativeTest, although]) => presentsAlthough(negativeTest, although)),
  presentsAlthough('did_no_metadata', 'the client_metadata is empty', true),
  inMetadata(
    'vp.reqpost.md_no_algs_unsigned',
    'Lists signature algorithms for a verifier that cannot sign',
    (metadata) => {
      metadata.request_object_signing_alg_values_supported = ['ES256']
    },
    { needs: { sessionOptions: { client_id_prefix: 'redirect_uri' } } },
  ),
]

/** A PID with one wrong claim, which the query asks for, and for the claims beside it. */
const showing = (
  id: string,
  title: string,
  name: string,
  value: unknown,
  { beside = [], alsoFails = [] }: { beside?: string[]; alsoFails?: string[] } = {},
): PresentationMisbehaviour =>
  inIssuance(
    id,
    title,
    'accepted',
    ({ disclosable }: { disclosable: JsonObject }) => {
      disclosable[name] = value
    },
    { needs: asking(pid(claims(...[name, ...beside].map((one) => [one])))), alsoFails },
  )

/** Errors in the claims of a PID. The wallet plays the issuer. */
const pidMisbehaviours: PresentationMisbehaviour[] = [
  showing('vp.pid.sd_dates', 'Shows a birthdate that is not a date', 'birthdate', '30.02.1984'),
  showing('vp.pid.sd_countries', 'Shows a nationality that is not a country code', 'nationalities', ['Sweden']),
  showing('vp.pid.sd_types', 'Shows an address that is a text', 'address', 'Storgatan 1, Umeå'),
  showing('vp.pid.sd_email', 'Shows an email address that is none', 'email', 'asa at example'),
  showing('vp.pid.sd_phone', 'Shows a phone number without its country', 'phone_number', '070 000 00 01'),
  showing('vp.pid.sd_sex', 'Shows a sex that the rulebook does not know', 'sex', 7),
  showing('vp.pid.sd_jurisdiction', 'Shows a jurisdiction of another country', 'issuing_jurisdiction', 'IT-BO', {
    beside: ['issuing_country'],
  }),
  showing('vp.pid.sd_picture', 'Shows a link in place of a portrait', 'picture', 'https://issuer.example/portrait.jpg'),
  inIssuance(
    'vp.pid.sd_domestic',
    'Shows a national PID whose type names its country in words',
    'accepted',
    ({ payload }) => {
      payload.vct = 'urn:eudi:pid:sweden:1'
    },
    { needs: asking(pid({ meta: { vct_values: ['urn:eudi:pid:se:1', 'urn:eudi:pid:sweden:1'] } })) },
  ),
  showing('vp.pid.known_names', 'Shows a claim under the name that mdocs have for it', 'birth_date', '1984-02-29', {
    // A correct wallet has no such claim, and presents nothing.
    alsoFails: ['vp.sdjwt.issuer_trusted'],
  }),
]

/** Every misbehaviour of the wallet while it presents, in flow order. */
export const presentationMisbehaviours: readonly PresentationMisbehaviour[] = [
  ...requestMisbehaviours,
  ...requestPostMisbehaviours,
  ...responseMisbehaviours,
  ...encryptionMisbehaviours,
  ...vpTokenMisbehaviours,
  ...dcqlMisbehaviours,
  ...sdJwtMisbehaviours,
  ...keyBindingMisbehaviours,
  ...mdocResponseMisbehaviours,
  ...mdocIssuerMisbehaviours,
  ...mdocElementMisbehaviours,
  ...mdocDeviceMisbehaviours,
  ...errorMisbehaviours,
  ...pidMisbehaviours,
  ...transactionDataMisbehaviours,
  ...idTokenMisbehaviours,
  ...refusalMisbehaviours,
  ...prefixMisbehaviours,
  ...dcRefusalMisbehaviours,
  ...dcApiMisbehaviours,
  ...annexCMisbehaviours,
  ...trustMisbehaviours,
  ...trustRefusalMisbehaviours,
]

/**
 * The misbehaviour of that name.
 *
 * @throws RangeError when there is none
 */
export function findPresentationMisbehaviour(id: string): PresentationMisbehaviour {
  const found = presentationMisbehaviours.find((entry) => entry.id === id)
  if (found === undefined) throw new RangeError(`There is no misbehaviour named ${id}`)
  return found
}
