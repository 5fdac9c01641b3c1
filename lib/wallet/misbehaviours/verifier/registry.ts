import type { JsonObject } from '../../json'
import type { VerifierRun } from '../../verifier/verifier-run'
import { surprisesOf } from '../misbehaviour'
import { asking, claims, inIssuance, inMetadata, misbehaviour, pid } from './builders'
import { annexCMisbehaviours, dcApiMisbehaviours, dcRefusalMisbehaviours } from './dc-api'
import { dcqlMisbehaviours } from './dcql'
import { encryptionMisbehaviours } from './encryption'
import { idTokenMisbehaviours } from './id-token'
import { keyBindingMisbehaviours } from './key-binding'
import { mdocDeviceMisbehaviours, mdocResponseMisbehaviours } from './mdoc-device'
import { mdocElementMisbehaviours, mdocIssuerMisbehaviours } from './mdoc-issuer'
import { endOf, type PresentationMisbehaviour } from './misbehaviour'
import { errorMisbehaviours, refusalMisbehaviours } from './refusal'
import { requestMisbehaviours, requestPostMisbehaviours } from './request'
import { responseMisbehaviours } from './response'
import { sdJwtMisbehaviours } from './sd-jwt'
import { paymentMisbehaviours, transactionDataMisbehaviours } from './transaction-data'
import { trustMisbehaviours, trustRefusalMisbehaviours } from './trust'
import { vpTokenMisbehaviours } from './vp-token'

/**
 * Each negative test of the client identifier prefix, and what else a careless wallet's response lacks
 * (OID4VP-1FINAL-5.9.3).
 */
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

/** Misbehaviours about identifying verifiers. */
const prefixMisbehaviours: PresentationMisbehaviour[] = [
  ...careless.map(([negativeTest, although]) => presentsAlthough(negativeTest, although)),
  presentsAlthough('did_no_metadata', 'the client_metadata is empty', true),
  presentsAlthough('no_vp_formats', 'the request does not say which formats it takes', true),
  inMetadata(
    'vp.reqpost.md_no_algs_unsigned',
    'Lists signature algorithms for a verifier that cannot sign',
    (metadata) => {
      metadata.request_object_signing_alg_values_supported = ['ES256']
    },
    { needs: { sessionOptions: { client_id_prefix: 'redirect_uri' } } },
  ),
]

/** A PID with one wrong claim, which the query asks for together with others. */
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
  ...paymentMisbehaviours,
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

/** Differences between a verifier's response to a misbehaviour and the documentation, one sentence each. */
export function presentationSurprises(misbehaviour: PresentationMisbehaviour, run: VerifierRun): string[] {
  return surprisesOf(misbehaviour, endOf(misbehaviour), run)
}

/** Checks of presentations that one run of this wallet cannot make fail, and why. */
export const presentationNotProvokable: Readonly<Record<string, string>> = {
  'vp.request.fetched': 'Without fetching the request the wallet has nothing to respond to.',
  'vp.request.answerable': 'It is about the query of the tester; the flows of tester-requests show it.',
  'vp.request.tls': 'This service offers nothing older than TLS 1.2; only a proxy before it can.',
  'vp.transport.served': 'The wallet answers at the address that it was given; the flows of refusals-told show others.',
  'vp.response.state_at_shared_address':
    'No request names the shared address; the flows of refusals-told send a response there.',
  'vp.response.received': 'A wallet that stays silent leaves nothing to judge.',
  'vp.response.in_time': 'Needs a wallet that waits until the request has expired, which takes a minute at least.',
  'vp.response.latency': 'Only tells a time.',
  'vp.jwe.ignores_unusable_key': 'Nobody can encrypt to a key that is not usable.',
  'vp.jwe.key_without_use': 'A wallet that does not take the key sends nothing to judge.',
  'vp.token.multiple_honoured':
    'One credential is right too; the flows of laboratory-identifiers show a wallet that shows one of two.',
  'vp.token.option_chosen': 'The user may choose any option.',
  'vp.dcql.no_binding_accepted': 'Where no proof is required, both with and without one are right.',
  'vp.sdjwt.status_value': 'Takes a credential that its issuer revoked; the flows of laboratory-status show it.',
  'vp.sdjwt.status_token': 'Takes a list that its issuer forged; the flows of laboratory-status show it.',
  'vp.mdoc.status_value': 'Takes a document that its issuer revoked; the flows of laboratory-status show it.',
  'vp.mdoc.status_token': 'Takes a list that its issuer forged; the flows of laboratory-status show it.',
  'vp.sdjwt.issuer_listed': 'Needs a service that relies on lists of issuers; the flows of trust-lists show it.',
  'vp.mdoc.issuer_listed': 'Needs a service that relies on lists of issuers; the flows of trust-lists show it.',
  'vp.txn.mdoc_elements': 'Only lists what the device signed.',
  'vp.request.no_plain_fetch': 'Needs a service behind a proxy that speaks https; the flow plain-fetch shows it.',
  'vp.negative.fetch_behaviour': 'Refusing before and after the fetch are both right.',
}
