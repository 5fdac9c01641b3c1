import { defineCheck, notApplicable, pass, tolerated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onProofNonce } from '../../judgements/on-key-proof'
import type { ProofsReading } from '../../read/proof/proofs-reading'

export const nonceSource = defineCheck<ProofsReading>('vci.nonce.source', {
  title: 'The nonce of the proof comes from the nonce endpoint',
  problem: 'The nonce of the proof does not come from the nonce endpoint',
  clauses: ['OID4VCI-1FINAL-8.2', 'OID4VCI-1FINAL-7'],
  level: 'should',
  impossibleIn: ['no_nonce_endpoint'],
  judges: { token: 'proof_jwt', member: 'claims.nonce' },
  why: 'In OpenID4VCI 1.0 nonces come from the nonce endpoint only; other issuers send none with the token.',
  hint: 'Use the nonce_endpoint of the metadata; we send a c_nonce with the token only for older wallets.',
  run: (reading) =>
    reading.hasNonceEndpoint ? judge(reading) : notApplicable(say`This issuer has no nonce endpoint.`),
})

const judge = onProofNonce(({ source }) => {
  if (source === null) return notApplicable(say`The nonce was not issued by this issuer.`)
  return source === 'nonce_endpoint'
    ? pass(say`nonce endpoint`)
    : tolerated({ expected: say`nonce endpoint`, actual: say`token response` })
})
