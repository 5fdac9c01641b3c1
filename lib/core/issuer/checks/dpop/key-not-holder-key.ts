import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { quote, say } from '../../../ground/values/wording'
import { onProof } from '../../judgements/on-dpop-proof'
import type { DpopReading } from '../../read/oauth/dpop/dpop-reading'

export const dpopKeyNotHolderKey = defineCheck<DpopReading>('vci.dpop.key_not_holder_key', {
  title: 'The DPoP key differs from the keys that credentials are bound to',
  problem: 'The DPoP key is also a key that a credential is bound to',
  clauses: ['OID4VCI-1FINAL-15.4.1'],
  level: 'should',
  needs: ['vci.dpop.signature'],
  concerns: ['dpop_proof'],
  why: 'A shared key links presentations to the issuance, and serves two purposes.',
  hint: 'Use separate keys for DPoP and for holder binding.',
  run: onProof(({ thumbprint }, { holderThumbprints }) => {
    if (holderThumbprints === null || holderThumbprints.length === 0)
      return notApplicable(say`The request does not present a key for binding.`)
    return thumbprint !== null && holderThumbprints.includes(thumbprint)
      ? violated({ expected: say`two different keys`, actual: { thumbprint: quote(thumbprint) } })
      : pass()
  }),
})
