import type { IssuerKeyReading } from '../../../formats/sd-jwt-vc/read-presentation/issuer-key-reading'
import type { PresentedSubject } from '../../../oid4vp/response/response-reading'
import { defineCheck, pass, violated } from '../../check'
import { onSdJwt } from '../../judgements/presentation/on-sd-jwt'

export const vpSdjwtKeyResolved = defineCheck<PresentedSubject>('vp.sdjwt.key_resolved', {
  title: 'Key of the issuer can be found',
  clauses: ['SDJWTVC13-3.5', 'RFC9901-7.1'],
  level: 'must',
  rejects: 'invalid_presentation',
  refusal: 'The issuer key is unknown: the credential has no usable x5c, and its iss is not an issuer of this service.',
  why: 'Without its key, no one can verify who issued the credential.',
  hint: 'Present a credential with the certificates of its issuer in x5c.',
  run: onSdJwt(({ issuerKey }) =>
    issuerKey.resolved
      ? pass(issuerKey.source)
      : violated({ expected: 'a key', actual: issuerKey.reason, hint: reasons[issuerKey.reason] }),
  ),
})

/** Why a key is unknown, for the reader of the finding. */
const reasons: Readonly<Record<Extract<IssuerKeyReading, { resolved: false }>['reason'], string>> = {
  not_readable: 'The issuer-signed JWT cannot be read.',
  x5c_unreadable: 'The certificates in x5c cannot be read.',
  x5c_key_unusable: 'The first certificate in x5c has no key that can verify signatures.',
  iss_absent: 'Issuer key unknown: there is neither x5c nor iss.',
  issuer_unknown: 'Issuer key unknown: there is no x5c, and this service does not fetch metadata of other issuers.',
  kid_absent: 'The issuer has several keys, and the header names none.',
  kid_unknown: 'The issuer has no key of this kid.',
  key_unusable: 'The issuer publishes no public key under this kid.',
}
