import { defineCheck, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { judgeExpiry } from '../../judgements/judge-time'
import { onAttestation } from '../../judgements/on-client-authentication'
import type { ClientAuthenticationReading } from '../../read/oauth/client-authentication/client-authentication-reading'

export const walletAttestationExp = defineCheck<ClientAuthenticationReading>('vci.wallet_attestation.exp', {
  title: 'Wallet attestation has an expiry that lies ahead',
  problem: 'The wallet attestation has no exp or has expired',
  clauses: ['ABCA-5.1'],
  level: 'must',
  rejects: 'invalid_client',
  refusal: (problem) => `${problem}: fetch a new one.`,
  concerns: ['client'],
  why: 'An attestation without an end could be used for ever after the wallet was lost.',
  hint: 'Set exp and fetch a new attestation before it passes.',
  run: onAttestation(({ claims }, { now }) =>
    claims.exp === undefined
      ? violated({ expected: say`exp`, actual: null })
      : judgeExpiry(claims.exp, now, 0, say`the wallet attestation`),
  ),
})
