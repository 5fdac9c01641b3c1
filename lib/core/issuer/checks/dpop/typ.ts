import { defineCheck } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { judgeTyp } from '../../judgements/judge-typ'
import { onProof } from '../../judgements/on-dpop-proof'
import type { DpopReading } from '../../read/oauth/dpop/dpop-reading'

export const dpopTyp = defineCheck<DpopReading>('vci.dpop.typ', {
  title: 'The DPoP proof is typed dpop+jwt',
  problem: { subject: 'The typ header parameter of the DPoP proof', must: 'be dpop+jwt' },
  clauses: ['RFC9449-4.2', 'RFC9449-4.3'],
  level: 'must',
  rejects: 'invalid_dpop_proof',
  needs: ['vci.dpop.wellformed'],
  concerns: ['dpop_proof'],
  judges: { token: 'dpop', member: 'header.typ' },
  why: 'The explicit type prevents a JWT signed for another purpose from passing as a proof.',
  hint: 'Set the JOSE header parameter typ to dpop+jwt.',
  run: onProof(({ header }) => judgeTyp(header.typ, say`dpop+jwt`)),
})
