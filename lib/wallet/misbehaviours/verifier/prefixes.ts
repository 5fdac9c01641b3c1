import { inMetadata, misbehaviour } from './builders'
import type { PresentationMisbehaviour } from './misbehaviour'

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
export const prefixMisbehaviours: PresentationMisbehaviour[] = [
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
