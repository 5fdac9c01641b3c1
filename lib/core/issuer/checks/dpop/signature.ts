import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onProof } from '../../judgements/on-dpop-proof'
import type { DpopReading } from '../../read/oauth/dpop/dpop-reading'

export const dpopSignature = defineCheck<DpopReading>('vci.dpop.signature', {
  title: 'The signature of the DPoP proof verifies with its key',
  problem: 'The signature of the DPoP proof does not verify with its jwk',
  clauses: ['RFC9449-4.3'],
  level: 'must',
  rejects: 'invalid_dpop_proof',
  needs: ['vci.dpop.alg', 'vci.dpop.jwk_present'],
  concerns: ['dpop_proof'],
  judges: { token: 'dpop', member: 'signature' },
  why: 'Only the signature shows that the sender holds the private key.',
  hint: 'Sign header and claims as sent, with the private half of the jwk; ES256 signatures are r and s, 64 bytes, not DER.',
  run: onProof(({ header, signature }) => {
    if (signature === 'valid') return pass()
    if (signature === 'unverifiable')
      return notApplicable(say`Without a usable key and a published algorithm there is nothing to verify.`)
    return violated({
      actual: say`does not verify`,
      ...(header.crit !== undefined && {
        hint: say`The header has crit, but this service supports no extensions: leave it out.`,
      }),
    })
  }),
})
