import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { clockTime } from '../../../engine/evidence/clock-time'
import { bare } from '../../../ground/values/bare-words'
import { say } from '../../../ground/values/wording'
import { lostResponse } from '../../judgements/lost-response'
import { onProofNonce } from '../../judgements/on-key-proof'
import type { ProofsReading } from '../../read/proof/proofs-reading'

export const nonceNotReused = defineCheck<ProofsReading>('vci.nonce.not_reused', {
  title: 'The nonce of the proof was not used before',
  problem: 'The nonce of the proof was used before',
  clauses: ['OID4VCI-1FINAL-13.8', 'OID4VCI-1FINAL-8.3.1.2'],
  level: 'must',
  rejects: 'invalid_nonce',
  refusal: (problem) => `${problem}: get a new c_nonce from the nonce endpoint for every request.`,
  judges: { token: 'proof_jwt', member: 'claims.nonce' },
  why: 'A nonce that is accepted twice lets an old proof be replayed.',
  hint: 'Ask the nonce endpoint for a new nonce before every credential request.',
  run: onProofNonce(({ state, spentAt, spentInLost }) => {
    if (state === 'spent') {
      const actual = spentAt === undefined ? bare.usedBefore : say`used up at ${clockTime(spentAt)}`
      const mismatch = { expected: say`an unused nonce`, actual }
      return spentInLost ? violated({ ...mismatch, cause: lostResponse, echo: true }) : violated(mismatch)
    }
    return state === 'unknown' || state === 'other_issuer'
      ? notApplicable(say`The nonce was not issued by this issuer.`)
      : pass()
  }),
})
