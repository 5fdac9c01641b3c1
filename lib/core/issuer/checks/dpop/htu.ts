import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { quote, say } from '../../../ground/values/wording'
import { onProof } from '../../judgements/on-dpop-proof'
import type { DpopReading } from '../../read/oauth/dpop/dpop-reading'

export const dpopHtu = defineCheck<DpopReading>('vci.dpop.htu', {
  title: 'The DPoP proof names the endpoint it is sent to',
  problem: 'The htu claim of the DPoP proof is not the address of this endpoint',
  clauses: ['RFC9449-4.3', 'RFC9449-4.2'],
  level: 'must',
  rejects: 'invalid_dpop_proof',
  needs: ['vci.dpop.wellformed'],
  concerns: ['dpop_proof'],
  judges: { token: 'dpop', member: 'claims.htu' },
  why: 'It prevents a proof that one server has seen from being replayed at another.',
  hint: 'Take htu from the address in the metadata, exactly as published, without query and fragment.',
  run: onProof(({ claims, htu }, { endpointUrl }) => {
    if (htu === 'missing') return notApplicable(say`The proof has no htu; see vci.dpop.claims_complete.`)
    // The query may contain anything, so it stays out of the finding.
    const actual = shown(typeof claims.htu === 'string' ? claims.htu.replace(/[?#].*$/s, '') : claims.htu)
    return htu === 'different' ? violated({ expected: quote(endpointUrl), actual }) : pass(actual)
  }),
})
