import { defineCheck, notApplicable, pass, violated } from '../../../../engine/checks/check'
import { shown } from '../../../../engine/judgements/shown'
import { say } from '../../../../ground/values/wording'
import { onJwtProof } from '../../../judgements/on-key-proof'
import type { ProofsReading } from '../../../read/proof/proofs-reading'

export const proofJwtIssAbsentAnonymous = defineCheck<ProofsReading>('vci.proof.jwt.iss_absent_anonymous', {
  title: 'The jwt proof has no iss after anonymous access to the token endpoint',
  problem: 'The jwt proof has an iss after anonymous access to the token endpoint',
  clauses: ['OID4VCI-1FINALA-F.1'],
  level: 'must',
  needs: ['vci.proof.jwt.parse', 'vci.credential.token_valid'],
  judges: { token: 'proof_jwt', member: 'claims.iss' },
  why: 'A wallet that stays anonymous at the token endpoint must not name itself afterwards.',
  hint: 'Leave iss out of the proof when the token request carried no client_id.',
  run: onJwtProof(({ claims: { iss } }, { clientId }) => {
    if (clientId !== null) return notApplicable(say`The access token was given to a named client.`)
    return iss === undefined ? pass() : violated({ expected: say`no iss`, actual: shown(iss) })
  }),
})
