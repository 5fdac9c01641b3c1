import { defineCheck, notObserved, pass, violated } from '../../../engine/checks/check'
import type {
  IssuerDocument,
  IssuerMetadataError,
} from '../../../ground/formats/sd-jwt-vc/issuer-metadata/issuer-metadata-reading'
import { isOwnError } from '../../../ground/formats/sd-jwt-vc/issuer-metadata/issuer-metadata-reading'
import type { IssuerKeyReading } from '../../../ground/formats/sd-jwt-vc/read-presentation/issuer-key-reading'
import type { Wording } from '../../../ground/values/wording'
import { say, word } from '../../../ground/values/wording'
import { onSdJwt } from '../../judgements/on-sd-jwt'
import type { PresentedSubject } from '../../read/response/response-reading'

export const sdjwtKeyResolved = defineCheck<PresentedSubject>('vp.sdjwt.key_resolved', {
  title: 'Key of the issuer can be found',
  problem: 'The issuer key is unknown',
  clauses: ['SDJWTVC13-3.5', 'RFC9901-7.1'],
  level: 'must',
  rejects: 'invalid_presentation',
  refusal: (problem) => `${problem}: the credential has no usable x5c, and no usable key is known for its iss.`,
  why: 'Without its key, no one can verify who issued the credential.',
  hint: 'Present a credential with the certificates of its issuer in x5c.',
  run: onSdJwt(({ issuerKey }) => {
    if (issuerKey.resolved) return pass(word(issuerKey.source))
    if (issuerKey.reason !== 'metadata_unusable')
      return violated({ expected: say`a key`, actual: word(issuerKey.reason), hint: reasons[issuerKey.reason] })
    const { document, error } = issuerKey
    const hint = say`Issuer key unknown: ${documents[document]} ${errors[error]}.`
    if (isOwnError(error)) return notObserved(hint)
    return violated({ expected: say`a key`, actual: say`${word(document)}: ${word(error)}`, hint })
  }),
})

type Unresolved = Extract<IssuerKeyReading, { resolved: false }>

/** Why a key is unknown, for the reader of the finding. */
const reasons: Readonly<Record<Exclude<Unresolved['reason'], 'metadata_unusable'>, Wording>> = {
  not_readable: say`The issuer-signed JWT cannot be read.`,
  x5c_unreadable: say`The certificates in x5c cannot be read.`,
  x5c_key_unusable: say`The first certificate in x5c has no key that can verify signatures.`,
  iss_absent: say`Issuer key unknown: there is neither x5c nor iss.`,
  issuer_unknown: say`Issuer key unknown: there is no x5c, and the keys of other issuers are not fetched. Put the certificates of the issuer into x5c, or start this service with FETCH_ISSUER_METADATA=on.`,
  kid_absent: say`The issuer has several keys, and the header names none.`,
  kid_unknown: say`The issuer has no key of this kid.`,
  key_unusable: say`The issuer publishes no public key under this kid.`,
}

const documents: Readonly<Record<IssuerDocument, Wording>> = {
  issuer_metadata: say`the metadata of the issuer (/.well-known/jwt-vc-issuer)`,
  jwks_uri: say`the jwks_uri in the metadata of the issuer`,
}

const errors: Readonly<Record<IssuerMetadataError['error'], Wording>> = {
  not_https: say`is not asked for, because the address is not an https URL without user name, query and fragment`,
  own_host: say`is not asked for, because the host is this service`,
  too_many_issuers: say`is not asked for, because several other issuers were already asked for this response`,
  busy: say`is not asked for, because too many other requests are under way: try again`,
  share_taken: say`is not asked for, because this client’s network has as many requests under way as it may have: try again`,
  host_unknown: say`cannot be fetched: the host name is not known`,
  address_not_public: say`is not asked for, because the host is not at a public address`,
  certificate_untrusted: say`cannot be fetched: the certificate of the host is not trusted`,
  unreachable: say`cannot be fetched: the host does not respond`,
  timed_out: say`did not arrive in time`,
  too_large: say`is too large`,
  redirected: say`redirects elsewhere, and redirects are not followed`,
  status_not_200: say`did not come with status 200`,
  not_json: say`is not JSON, or its Content-Type does not say so`,
  not_an_object: say`is not a JSON object`,
  issuer_differs: say`has another issuer than the iss of the credential`,
  no_keys: say`has no keys`,
  two_key_sets: say`has both jwks and jwks_uri`,
  key_set_unreadable: say`has no readable JWK Set`,
}
