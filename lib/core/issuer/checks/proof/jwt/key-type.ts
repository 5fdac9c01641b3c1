import { defineCheck, notApplicable, pass, violated } from '../../../../engine/checks/check'
import { judgeKeyUse } from '../../../../engine/judgements/judge-key-use'
import { shown } from '../../../../engine/judgements/shown'
import { say } from '../../../../ground/values/wording'
import { onJwtProof } from '../../../judgements/on-key-proof'
import type { ProofsReading } from '../../../read/proof/proofs-reading'

export const proofJwtKeyType = defineCheck<ProofsReading>('vci.proof.jwt.key_type', {
  title: 'The key of the jwt proof is a valid EC key on P-256',
  problem: 'The key of the proof is no valid EC key on the curve P-256',
  clauses: ['OID4VCI-1FINALA-F.4', 'HAIP-7', 'RFC7517-4'],
  level: 'must',
  rejects: 'invalid_proof',
  refusal: 'The key of the proof must be an EC key on the curve P-256 with valid coordinates.',
  needs: ['vci.proof.jwt.parse'],
  judges: { token: 'proof_jwt', member: 'header.jwk' },
  why: 'The credential is bound to this key and verifiers must be able to use it.',
  hint: 'Make an EC key pair on P-256 and send both coordinates in full length, 32 bytes each.',
  run: onJwtProof(({ key, header }) => {
    if (key === null) return notApplicable(say`No key could be found; see vci.proof.jwt.key_reference.`)
    const { kty, crv, valid } = key.jwk
    const actual = { kty: shown(kty), crv: shown(crv), valid }
    if (!valid || kty !== 'EC' || crv !== 'P-256')
      return violated({ expected: { kty: say`EC`, crv: say`P-256`, valid: true }, actual })
    // A key that an attestation lists is judged there.
    return (key.via === 'jwk' ? judgeKeyUse(header.jwk, { verifies: 'ES256' }) : null) ?? pass(actual)
  }),
})
