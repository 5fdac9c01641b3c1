import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { say } from '../../../ground/values/wording'
import { onAttestation } from '../../judgements/on-client-authentication'
import type { ClientAuthenticationReading } from '../../read/oauth/client-authentication/client-authentication-reading'

export const walletAttestationSub = defineCheck<ClientAuthenticationReading>('vci.wallet_attestation.sub', {
  title: 'Wallet attestation is about the client that sends it',
  problem: { subject: 'The sub of the wallet attestation', must: 'be there and equal to client_id' },
  clauses: ['ABCA-5.1', 'ABCA-6.3', 'OID4VCI-1FINALA-E'],
  level: 'must',
  rejects: 'invalid_client',
  concerns: ['client'],
  why: 'An attestation about another client says nothing about this one.',
  hint: 'Set sub to the client_id of the wallet, and send the same client_id.',
  run: onAttestation(({ claims }, { clientId }) => {
    if (typeof claims.sub !== 'string' || claims.sub === '')
      return violated({ expected: say`sub`, actual: shown(claims.sub) })
    return clientId === null || clientId === claims.sub
      ? pass(shown(claims.sub))
      : violated({ expected: shown(clientId), actual: shown(claims.sub) })
  }),
})
