import { defineCheck, notApplicable, pass, tolerated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { quote, say } from '../../../ground/values/wording'
import { onProof } from '../../judgements/on-dpop-proof'
import type { DpopReading } from '../../read/oauth/dpop/dpop-reading'

export const dpopHtuExact = defineCheck<DpopReading>('vci.dpop.htu_exact', {
  title: 'The DPoP proof spells the address of the endpoint as published, without query and fragment',
  problem: 'The htu of the DPoP proof spells the address of the endpoint differently',
  clauses: ['RFC9449-4.2', 'RFC9449-4.3'],
  level: 'should',
  needs: ['vci.dpop.htu'],
  concerns: ['dpop_proof'],
  judges: { token: 'dpop', member: 'claims.htu' },
  why: 'Servers should normalise before comparing, but one that compares plain text refuses any other spelling.',
  hint: 'Copy the address from the metadata into htu: no default port, no upper case in the host, no query, no fragment.',
  run: onProof(({ claims, htu }, { endpointUrl }) => {
    if (htu === 'exact') return pass()
    if (htu !== 'normalised') return notApplicable(say`The htu is absent or names another address; see vci.dpop.htu.`)
    const text = String(claims.htu)
    const actual = shown(text.replace(/[?#].*$/s, ''))
    return tolerated({
      expected: quote(endpointUrl),
      actual: /[?#]/.test(text) ? { htu: actual, has_query_or_fragment: true } : actual,
    })
  }),
})
