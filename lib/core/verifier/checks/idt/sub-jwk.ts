import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { quote, say } from '../../../ground/values/wording'
import { onIdTokenClaims } from '../../judgements/on-id-token'
import type { ResponseReading } from '../../read/response/response-reading'

export const idtSubJwk = defineCheck<ResponseReading>('vp.idt.sub_jwk', {
  title: 'Key in the ID Token belongs to its subject',
  problem: 'The sub_jwk of the id_token is not the bare public key whose thumbprint is sub',
  clauses: ['SIOP2-11.1', 'SIOP2-8', 'SIOP2-11'],
  level: 'must',
  rejects: 'invalid_presentation',
  needs: ['vp.idt.subject_syntax'],
  judges: { token: 'id_token', member: 'claims.sub_jwk' },
  why: 'The thumbprint ties the subject to the key; the key of a DID comes from the DID alone.',
  hint: 'With a thumbprint as sub, send its public key as sub_jwk. With a DID, leave sub_jwk out.',
  run: onIdTokenClaims(({ subject, subJwk }) => {
    if (subject.privateMembers.length > 0)
      return violated({
        expected: say`public members only`,
        actual: subject.privateMembers.map(quote),
        refusal: 'The DID that the id_token is about holds a private key.',
        hint: say`Anyone who reads this DID can sign as its subject. Make a new key, and a DID with its public members only.`,
      })
    if (subject.syntax === 'did')
      return subJwk.present
        ? violated({ expected: say`no sub_jwk beside a DID`, actual: say`sub_jwk` })
        : pass(bare.none)
    if (subJwk.isSubject === null) return notApplicable(say`The subject is not a thumbprint.`)
    if (!subJwk.present) return violated({ expected: say`sub_jwk`, actual: null })
    if (!subJwk.bare) return violated({ expected: say`a bare public key`, actual: bare.somethingElse })
    return subJwk.isSubject
      ? pass(subject.syntax === 'thumbprint_urn' ? say`as URN` : say`bare thumbprint`)
      : violated({ expected: say`the key whose thumbprint is sub`, actual: say`another key` })
  }),
})
