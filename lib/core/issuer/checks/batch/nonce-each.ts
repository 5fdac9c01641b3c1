import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { say } from '../../../ground/values/wording'
import type { ProofsReading } from '../../read/proof/proofs-reading'

const words = {
  not_a_string: say`not a string`,
  unknown: bare.aNonceThatThisIssuerNeverIssued,
  other_issuer: say`a nonce from another issuer of this service`,
  spent: say`a nonce that was used before`,
  expired: say`a nonce that has expired`,
} as const

export const batchNonceEach = defineCheck<ProofsReading>('vci.batch.nonce_each', {
  title: 'Every proof of a batch carries a valid nonce',
  problem: 'A proof of the batch carries no valid nonce',
  clauses: ['OID4VCI-1FINAL-8.3.1.2', 'OID4VCI-1FINALA-F.1'],
  level: 'must',
  rejects: 'invalid_nonce',
  refusal: 'Put a c_nonce of the nonce endpoint that was not used before into every proof of the batch.',
  needs: ['vci.proof.jwt.parse'],
  impossibleIn: ['no_batch'],
  why: 'A proof without a nonce may be old, and the credential would be bound to a key that the wallet may have lost.',
  hint: 'Ask the nonce endpoint once, and put its c_nonce into every proof of the request.',
  run: ({ nonce: first, others }) => {
    if (others.length === 0) return notApplicable(say`The request has fewer than two proofs.`)
    for (const [index, { nonce }] of others.entries()) {
      // The nonce of the first proof is judged by checks of its own.
      if (nonce === null || nonce.state === 'fresh' || (nonce.digest !== null && nonce.digest === first?.digest))
        continue
      const expected = say`an unused nonce of this issuer`
      const hint = say`Proof ${index + 2} of ${others.length + 1}: put the c_nonce of the nonce endpoint into every proof.`
      if (nonce.state === 'absent') return violated({ expected, actual: null, hint, error: 'invalid_proof' })
      const error = nonce.state === 'not_a_string' ? 'invalid_proof' : 'invalid_nonce'
      return violated({ expected, actual: words[nonce.state], hint, error })
    }
    return pass({ proofs: others.length + 1 })
  },
})
