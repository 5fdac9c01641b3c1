import { defineCheck } from '../../../engine/checks/check'
import { judgeSupport } from '../../judgements/judge-support'
import type { ResponseReading } from '../../read/response/response-reading'

export const dcapiUnsignedSupported = defineCheck<ResponseReading>('vp.dcapi.unsigned_supported', {
  title: 'Wallet answers unsigned requests',
  problem: 'The wallet returned an error for a right unsigned request',
  clauses: ['HAIP-5.2', 'OID4VP-1FINALA-A.1'],
  level: 'must',
  profile: 'haip',
  why: 'The verifier chooses the form of its request, so wallets take all three.',
  hint: 'Answer requests with the protocol openid4vp-v1-unsigned.',
  run: judgeSupport('openid4vp-v1-unsigned'),
})
