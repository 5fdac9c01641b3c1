import { defineCheck } from '../../../engine/checks/check'
import { judgeAlg } from '../../judgements/judge-alg'
import { onProof } from '../../judgements/on-dpop-proof'
import type { DpopReading } from '../../read/oauth/dpop/dpop-reading'

export const dpopAlg = defineCheck<DpopReading>('vci.dpop.alg', {
  title: 'The DPoP proof is signed with a published asymmetric algorithm',
  problem: 'The alg of the DPoP proof is not one of dpop_signing_alg_values_supported',
  clauses: ['RFC9449-4.2', 'RFC9449-4.3'],
  level: 'must',
  rejects: 'invalid_dpop_proof',
  needs: ['vci.dpop.wellformed'],
  concerns: ['dpop_proof'],
  judges: { token: 'dpop', member: 'header.alg' },
  why: 'An unsigned proof, or one made with a shared secret, does not prove possession of a private key.',
  hint: 'Sign with an algorithm of dpop_signing_alg_values_supported in the authorization server metadata.',
  run: onProof(({ header }, { algorithms }) => judgeAlg(header.alg, algorithms)),
})
