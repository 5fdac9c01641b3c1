import { defineCheck, notApplicable, pass, violated } from '../../../../engine/checks/check'
import { quote, say } from '../../../../ground/values/wording'
import { onJwtProof } from '../../../judgements/on-key-proof'
import type { ProofsReading } from '../../../read/proof/proofs-reading'

export const proofJwtSignature = defineCheck<ProofsReading>('vci.proof.jwt.signature', {
  title: 'The signature of the jwt proof verifies with the key it names',
  problem: 'The signature of the proof does not verify with the key that the proof names',
  clauses: ['OID4VCI-1FINALA-F.4', 'OID4VCI-1FINALA-F.1'],
  level: 'must',
  rejects: 'invalid_proof',
  needs: ['vci.proof.jwt.alg', 'vci.proof.jwt.key_type'],
  judges: { token: 'proof_jwt', member: 'signature' },
  why: 'Only the signature shows that the wallet holds the private key.',
  hint: 'Sign header and claims as sent with the private half of the named key; ES256 signatures are r and s, 64 bytes, not DER.',
  run: onJwtProof(({ header, signature, key }) => {
    if (signature === 'valid') return pass({ thumbprint: quote(key?.jwk.thumbprint) ?? null })
    if (signature === 'unverifiable')
      return notApplicable(say`Without a usable key and a published algorithm there is nothing to verify.`)
    return violated({
      expected: say`made with the key that the proof names`,
      actual: { thumbprint: quote(key?.jwk.thumbprint) ?? null },
      ...(header.crit !== undefined && {
        hint: say`The header has crit, but this service supports no extensions: leave it out.`,
      }),
    })
  }),
})
