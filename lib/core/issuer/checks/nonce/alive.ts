import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import type { ProofsReading } from '../../read/proof/proofs-reading'

/**
 * Lets the issuer refuse its own nonce once it has expired. That is not the wallet's error: it is not told a lifetime,
 * and may use a nonce until it is refused. So the response is `invalid_nonce`, but the finding is only a warning;
 * `vci.nonce.recovery` says what the wallet did next.
 */
export const nonceAlive = defineCheck<ProofsReading>('vci.nonce.alive', {
  title: 'The nonce of the proof has not expired',
  problem: 'The nonce has expired',
  clauses: ['OID4VCI-1FINAL-13.8', 'OID4VCI-1FINAL-8.3.1.2'],
  level: 'info',
  rejects: 'invalid_nonce',
  refusal: (problem) =>
    `${problem}: get a new c_nonce from the nonce endpoint and repeat the request with a new proof.`,
  why: 'The issuer decides how long a nonce is valid; a wallet may use it until it is refused.',
  hint: 'The wallet did nothing wrong: get a new nonce from nonce_endpoint and repeat the request with a new proof at once.',
  run: ({ nonce, keyAttestation }) => {
    const attested = keyAttestation?.conditions.demanded ? (keyAttestation.jwt?.nonce.state ?? null) : null
    const states = [nonce?.state ?? null, attested]
    if (states.includes('expired'))
      return violated({ expected: say`a nonce that has not expired`, actual: say`an expired nonce from this issuer` })
    return states.includes('fresh') ? pass() : notApplicable(say`The request carries no nonce that could expire.`)
  },
})
