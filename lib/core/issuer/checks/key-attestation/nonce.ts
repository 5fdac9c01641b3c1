import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say, word } from '../../../ground/values/wording'
import { lostResponse } from '../../judgements/lost-response'
import { onKeyAttestation } from '../../judgements/on-key-proof'
import type { ProofsReading } from '../../read/proof/proofs-reading'

const words = {
  unknown: 'a nonce that this issuer never issued',
  other_issuer: 'a nonce from another issuer of this service',
  spent: 'a nonce that was used before',
} as const

export const keyAttestationNonce = defineCheck<ProofsReading>('vci.key_attestation.nonce', {
  title: 'The key attestation carries an unused nonce of this issuer',
  problem: 'The key attestation carries no unused c_nonce of this issuer',
  clauses: ['OID4VCI-1FINALA-F.1', 'OID4VCI-1FINALA-F.3', 'OID4VCI-1FINALA-D.1'],
  level: 'must',
  rejects: 'invalid_nonce',
  refusal: 'The key attestation must carry a c_nonce of this issuer that was not used before.',
  judges: { token: 'key_attestation', member: 'claims.nonce' },
  why: 'It shows that the attestation was made for this issuance and not copied from an earlier one.',
  hint: 'Fetch a c_nonce first, and have the wallet provider put it into the nonce claim of the key attestation.',
  run: (reading) =>
    onKeyAttestation(({ nonce: { state, spentInLost } }, { carrier, conditions }) => {
      if (state === 'absent' && !reading.hasNonceEndpoint)
        return notApplicable(say`This issuer has no nonce endpoint, so that a key attestation needs no nonce.`)
      // An expired one is refused by vci.nonce.alive: the wallet could not know.
      if (state === 'fresh' || state === 'expired') return pass()
      const expected = say`an unused nonce of this issuer`
      if (state === 'not_a_string') return violated({ expected, actual: say`not a string`, error: 'invalid_proof' })
      if (spentInLost) return violated({ expected, actual: say`used before`, cause: lostResponse, echo: true })
      if (state !== 'absent') return violated({ expected, actual: word(words[state]) })
      // Appendix F.1 demands it, D.1 calls it optional, and the nonce of the proof around it shows freshness already.
      const refused = carrier === 'attestation_proof' || conditions.strictNonce
      return violated({ expected, actual: null, error: refused ? 'invalid_proof' : null })
    })(reading),
})
