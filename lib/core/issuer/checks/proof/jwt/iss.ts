import { defineCheck, notApplicable, pass, violated } from '../../../../engine/checks/check'
import { shown } from '../../../../engine/judgements/shown'
import { quote, say } from '../../../../ground/values/wording'
import { onJwtProof } from '../../../judgements/on-key-proof'
import type { ProofsReading } from '../../../read/proof/proofs-reading'

export const proofJwtIss = defineCheck<ProofsReading>('vci.proof.jwt.iss', {
  title: 'The iss of the jwt proof, if present, is the client of the access token',
  problem: {
    subject: 'The iss claim of the proof',
    must: 'be the client_id that the access token was given to, or be left out',
  },
  clauses: ['OID4VCI-1FINALA-F.1'],
  level: 'must',
  rejects: 'invalid_proof',
  needs: ['vci.proof.jwt.parse'],
  judges: { token: 'proof_jwt', member: 'claims.iss' },
  why: 'A proof of another client does not belong to this access token.',
  hint: 'Set iss to the client_id of the token request, not to a DID or a key thumbprint.',
  run: onJwtProof(({ claims: { iss } }, { clientId }) => {
    if (clientId === null)
      return notApplicable(say`The access token is anonymous; see vci.proof.jwt.iss_absent_anonymous.`)
    return iss === undefined || iss === clientId
      ? pass(quote(iss))
      : violated({ expected: shown(clientId), actual: shown(iss) })
  }),
})
