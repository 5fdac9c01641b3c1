import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { say } from '../../../ground/values/wording'
import { lostResponse } from '../../judgements/lost-response'
import { onProof } from '../../judgements/on-dpop-proof'
import type { DpopReading } from '../../read/oauth/dpop/dpop-reading'

export const dpopJtiUnique = defineCheck<DpopReading>('vci.dpop.jti_unique', {
  title: 'The DPoP proof was not used before',
  problem: 'The jti of the DPoP proof was used before with this key',
  clauses: ['RFC9449-11.1', 'RFC9449-4.2'],
  level: 'must',
  rejects: 'invalid_dpop_proof',
  refusal: (problem) => `${problem}: make a new proof for every request.`,
  needs: ['vci.dpop.wellformed'],
  concerns: ['dpop_proof'],
  judges: { token: 'dpop', member: 'claims.jti' },
  why: 'A proof that is accepted twice can be replayed by anyone who has seen it.',
  hint: 'Make a new proof with a new random jti for every request, retries included.',
  run: onProof(({ jtiDigest, jtiSeen, jtiSeenIn }, { history }) => {
    if (jtiDigest === null) return notApplicable(say`Without a jti and a usable key, reuse cannot be detected.`)
    if (!jtiSeen) return pass()
    const mismatch = { expected: say`a new jti`, actual: bare.usedBefore }
    return history.lost !== null && history.lost.exchangeId === jtiSeenIn
      ? violated({ ...mismatch, cause: lostResponse, echo: true })
      : violated(mismatch)
  }),
})
