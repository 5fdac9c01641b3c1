import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { say } from '../../../ground/values/wording'
import type { ClientAuthenticationReading } from '../../read/oauth/client-authentication/client-authentication-reading'

export const parClientIdIsAttestationSub = defineCheck<ClientAuthenticationReading>(
  'vci.par.client_id_is_attestation_sub',
  {
    title: 'Client id is the subject of the wallet attestation',
    problem: { subject: 'The client_id', must: 'be the sub of the wallet attestation' },
    clauses: ['HAIP-4.4.1', 'ABCA-6.4'],
    level: 'must',
    profile: 'haip',
    rejects: 'invalid_client',
    concerns: ['client'],
    impossibleIn: ['pre_authorized_code'],
    why: 'The attestation speaks about one client, and no other may use it.',
    hint: 'Set client_id to the sub claim of the wallet attestation.',
    run: ({ endpoint, clientId, attestation }) => {
      if (endpoint !== 'par') return notApplicable(say`The request is not a pushed request.`)
      const sub = attestation?.attestation?.claims.sub
      if (clientId === null || typeof sub !== 'string') return notApplicable(say`There are no two names to compare.`)
      return clientId === sub ? pass() : violated({ expected: shown(sub), actual: shown(clientId) })
    },
  },
)
