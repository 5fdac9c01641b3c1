import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { say, word } from '../../../ground/values/wording'
import type { CredentialReading } from '../../read/credential-reading'

/** Proof types whose proofs are strings. OID4VCI-1FINALA-F.1, OID4VCI-1FINALA-F.3 */
const stringTypes = ['jwt', 'attestation']

export const credentialProofsCount = defineCheck<CredentialReading>('vci.credential.proofs_count', {
  title: 'Request contains exactly one proof in an array, as a string if it is a jwt or an attestation',
  problem: 'The request does not contain exactly one proof as a string in an array',
  clauses: ['OID4VCI-1FINAL-12.2.4', 'OID4VCI-1FINAL-8.2', 'OID4VCI-1FINALA-F'],
  level: 'must',
  rejects: 'invalid_credential_request',
  refusal: 'Send an array of exactly one proof, as a string: this issuer does not announce batch issuance.',
  needs: ['vci.credential.proofs_one_type', 'vci.credential.proofs_present'],
  why: 'Without batch_credential_issuance in the metadata an issuer takes one proof.',
  hint: 'Send one proof per request; several attested keys fit into one key attestation.',
  run: ({ body: { proofs }, batch }) => {
    if (!proofs.sent) return notApplicable(say`The request has no proofs.`)
    const refusal =
      batch === null ? {} : { refusal: 'Send an array of proofs, each a string; one of type attestation stands alone.' }
    if (!proofs.isArray) return violated({ expected: say`an array`, actual: bare.anotherValue, ...refusal })
    // How many a batch may have is up to vci.batch.size. There is one attestation in any case: OID4VCI-1FINALA-F.3.
    const isBatch = batch !== null && proofs.types[0] !== 'attestation' && proofs.elements.length > 1
    if (!isBatch && proofs.elements.length !== 1)
      return violated({ expected: 1, actual: proofs.elements.length, ...refusal })
    // Some other proof types use objects, e.g. `di_vp`; what is wrong then is the type.
    const text = stringTypes.some((type) => type === proofs.types[0])
    const other = text ? proofs.elements.find((element) => typeof element !== 'string') : undefined
    return other === undefined
      ? pass(proofs.elements.length)
      : violated({ expected: say`a string`, actual: word(typeof other), ...refusal })
  },
})
