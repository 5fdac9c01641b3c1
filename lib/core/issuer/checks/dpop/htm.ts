import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { quote, say } from '../../../ground/values/wording'
import { onProof } from '../../judgements/on-dpop-proof'
import type { DpopReading } from '../../read/oauth/dpop/dpop-reading'

export const dpopHtm = defineCheck<DpopReading>('vci.dpop.htm', {
  title: 'The DPoP proof names the HTTP method of the request',
  problem: 'The htm claim of the DPoP proof is not the HTTP method of the request',
  clauses: ['RFC9449-4.3', 'RFC9449-4.2'],
  level: 'must',
  rejects: 'invalid_dpop_proof',
  needs: ['vci.dpop.wellformed'],
  concerns: ['dpop_proof'],
  judges: { token: 'dpop', member: 'claims.htm' },
  why: 'It prevents a proof for one kind of request from being used for another.',
  hint: 'Set htm to the method of this request in upper case, here POST.',
  run: onProof(({ claims }, { method }) => {
    if (typeof claims.htm !== 'string') return notApplicable(say`The proof has no htm; see vci.dpop.claims_complete.`)
    return claims.htm === method
      ? pass(quote(method))
      : violated({ expected: quote(method), actual: shown(claims.htm) })
  }),
})
