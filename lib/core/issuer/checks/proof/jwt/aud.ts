import { defineCheck, pass, tolerated, violated } from '../../../../engine/checks/check'
import { shown } from '../../../../engine/judgements/shown'
import { quote, say } from '../../../../ground/values/wording'
import { onJwtProof } from '../../../judgements/on-key-proof'
import type { ProofsReading } from '../../../read/proof/proofs-reading'

export const proofJwtAud = defineCheck<ProofsReading>('vci.proof.jwt.aud', {
  title: 'The jwt proof is made for this issuer',
  problem: {
    subject: 'The aud claim of the proof',
    must: 'be the Credential Issuer Identifier of this issuer, as a string',
  },
  clauses: ['OID4VCI-1FINALA-F.1'],
  level: 'must',
  rejects: 'invalid_proof',
  needs: ['vci.proof.jwt.parse'],
  judges: { token: 'proof_jwt', member: 'claims.aud' },
  why: 'It prevents a proof made for one issuer from being used at another.',
  hint: 'Set aud to credential_issuer of the metadata, character by character, as one string.',
  run: onJwtProof(({ claims: { aud } }, { credentialIssuer }) => {
    if (aud === credentialIssuer) return pass(quote(credentialIssuer))
    if (Array.isArray(aud) && aud.length === 1 && aud[0] === credentialIssuer) {
      return tolerated({
        expected: quote(credentialIssuer),
        actual: [quote(credentialIssuer)],
        hint: say`Send aud as a string, not as an array.`,
      })
    }
    const actual = Array.isArray(aud) ? aud.slice(0, 5).map(shown) : shown(aud)
    return violated({ expected: quote(credentialIssuer), actual })
  }),
})
