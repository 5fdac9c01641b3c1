import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { laboratoryOf } from '../../../ground/ports/laboratory'
import { quote, say } from '../../../ground/values/wording'
import { onAttestation } from '../../judgements/on-client-authentication'
import type { ClientAuthenticationReading } from '../../read/oauth/client-authentication/client-authentication-reading'

export const walletAttestationNotReusedAcrossIssuers = defineCheck<ClientAuthenticationReading>(
  'vci.wallet_attestation.not_reused_across_issuers',
  {
    title: 'Wallet attestation is used at one issuer only',
    problem: 'The wallet attestation was used at another issuer too',
    clauses: ['HAIP-4.4.1'],
    level: 'must',
    profile: 'haip',
    concerns: ['client'],
    why: 'The same key at two issuers lets them find out that they serve the same user.',
    hint: 'Use a wallet attestation with a separate key for each issuer.',
    run: onAttestation(({ history, cnf }) => {
      if (cnf.thumbprint === null) return notApplicable(say`There is no key to compare.`)
      return history.keySeenAt === null
        ? pass()
        : violated({ expected: say`a key of this issuer only`, actual: { seen_at: named(history.keySeenAt) } })
    }),
  },
)

/** An issuer as it may be told: one that is another session's own has an address that this session does not have. */
const named = (issuerId: string) =>
  laboratoryOf(issuerId) === null ? quote(issuerId) : say`an issuer that another session has for itself`
