import { defineCheck } from '../../../engine/checks/check'
import { judgeSupport } from '../../judgements/judge-support'
import type { ResponseReading } from '../../read/response/response-reading'

export const dcapiSignedSupported = defineCheck<ResponseReading>('vp.dcapi.signed_supported', {
  title: 'Wallet answers signed requests',
  problem: 'The wallet returned an error for a right signed request',
  clauses: ['HAIP-5.2', 'OID4VP-1FINALA-A.1'],
  level: 'must',
  profile: 'haip',
  why: 'The verifier chooses the form of its request, so wallets take all three.',
  hint: 'Answer requests with the protocol openid4vp-v1-signed.',
  run: judgeSupport('openid4vp-v1-signed'),
})
