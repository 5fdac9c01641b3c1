import { defineCheck, notApplicable, pass } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { judgeNotBefore } from '../../judgements/judge-time'
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
    const judged = (['iat', 'nbf'] as const).flatMap((name) =>
      claims[name] === undefined ? [] : [judgeNotBefore(claims[name], now, say`the wallet attestation`, name)],
    )
    return judged.find(({ result }) => result === 'violated') ?? pass()
  }),
})
