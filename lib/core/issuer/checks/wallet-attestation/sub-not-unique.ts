import { defineCheck, notObserved, pass, tolerated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onAttestation } from '../../judgements/on-client-authentication'
import type { ClientAuthenticationReading } from '../../read/oauth/client-authentication/client-authentication-reading'

export const walletAttestationSubNotUnique = defineCheck<ClientAuthenticationReading>(
  'vci.wallet_attestation.sub_not_unique',
  {
    title: 'Subject of the wallet attestation does not single this wallet out',
    problem: 'The subject of the wallet attestation singles this wallet out',
    clauses: ['HAIP-4.4.1', 'OID4VCI-1FINAL-15.4.4'],
    level: 'must',
    profile: 'haip',
    needs: ['vci.wallet_attestation.sub'],
    concerns: ['client'],
    why: 'A subject of its own in every wallet lets issuers recognise its user.',
    hint: 'Give all wallet instances of a provider the same sub.',
    run: onAttestation(({ history }) => {
      if (history.subject === 'first') return notObserved(say`No other session of this wallet provider was seen.`)
      return history.subject === 'shared'
        ? pass()
        : tolerated({
            expected: say`a sub that other sessions have too`,
            actual: say`a sub that was never seen before`,
          })
    }),
  },
)
