import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { clockSkewFutureSeconds } from '../../../ground/time/lifetimes'
import { say } from '../../../ground/values/wording'
import { onAttestation } from '../../judgements/on-client-authentication'
import type { ClientAuthenticationReading } from '../../read/oauth/client-authentication/client-authentication-reading'

export const walletAttestationIatNbf = defineCheck<ClientAuthenticationReading>('vci.wallet_attestation.iat_nbf', {
  title: 'Wallet attestation was not made in the future',
  problem: 'The iat or nbf of the wallet attestation is not a number of seconds, or is in the future',
  clauses: ['ABCA-5.1'],
  level: 'must',
  rejects: 'invalid_client',
  concerns: ['client'],
  why: 'A time in the future shows a wrong clock, or a date in milliseconds.',
  hint: 'Set iat and nbf in seconds and check the clock of the wallet provider.',
  run: onAttestation(({ claims }, { now }) => {
    if (claims.iat === undefined && claims.nbf === undefined) return notApplicable(say`Neither iat nor nbf is there.`)
    const latest = Math.floor(now / 1000) + clockSkewFutureSeconds
    const bad = (['iat', 'nbf'] as const).filter(
      (name) => claims[name] !== undefined && !(typeof claims[name] === 'number' && claims[name] <= latest),
    )
    return bad.length === 0
      ? pass()
      : violated({
          expected: { until: latest },
          actual: Object.fromEntries(bad.map((name) => [name, shown(claims[name])])),
        })
  }),
})
