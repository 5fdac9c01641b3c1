import { defineCheck, notApplicable, pass, violated } from '../../../../engine/checks/check'
import { quote, say } from '../../../../ground/values/wording'
import type { ProofsReading } from '../../../read/proof/proofs-reading'

export const proofJwtKeyFresh = defineCheck<ProofsReading>('vci.proof.jwt.key_fresh', {
  title: 'The keys presented for binding are new in this session',
  problem: 'A key presented for binding was used in another session',
  clauses: ['OID4VCI-1FINAL-15.4.1', 'RFC9901-10.1'],
  level: 'should',
  why: 'Two credentials bound to one key show every verifier that they belong to the same person.',
  hint: 'Make new holder keys for every issuance.',
  run: ({ holderKeys, sessionId }) => {
    if (sessionId === null) return notApplicable(say`The request belongs to no session.`)
    if (holderKeys.length === 0) return notApplicable(say`No key was proven or attested.`)
    const reused = holderKeys.filter(({ firstSession }) => firstSession !== null && firstSession !== sessionId)
    return reused.length === 0
      ? pass({ keys: holderKeys.length })
      : violated({
          expected: say`keys of this session only`,
          actual: { seen_in_another_session: reused.map(({ thumbprint }) => quote(thumbprint)) },
        })
  },
})
