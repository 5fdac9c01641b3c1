import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { quote, say } from '../../../ground/values/wording'
import { onProof } from '../../judgements/on-dpop-proof'
import type { DpopReading } from '../../read/oauth/dpop/dpop-reading'

export const dpopKeyFresh = defineCheck<DpopReading>('vci.dpop.key_fresh', {
  title: 'The DPoP key is new in this session',
  problem: 'The DPoP key was used in an earlier session',
  clauses: ['OID4VCI-1FINAL-15.4', 'RFC9449-10'],
  level: 'info',
  needs: ['vci.dpop.signature'],
  concerns: ['dpop_proof'],
  why: 'A key that is reused across sessions lets servers recognise the same wallet.',
  hint: 'Make a new DPoP key for every issuance session.',
  run: onProof(({ thumbprint, keyFirstSession }, { sessionId }) => {
    if (sessionId === null) return notApplicable(say`The request belongs to no session yet.`)
    return keyFirstSession === null || keyFirstSession === sessionId
      ? pass(quote(thumbprint))
      : violated({
          expected: say`a key of this session only`,
          actual: { thumbprint: quote(thumbprint), seen_in: say`another session` },
        })
  }),
})
