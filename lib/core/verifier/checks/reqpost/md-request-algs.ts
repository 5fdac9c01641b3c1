import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { say } from '../../../ground/values/wording'
import { onWalletMetadata } from '../../judgements/on-wallet-metadata'
import type { RequestFetchReading } from '../../read/request/request-fetch-reading'
import { isUnsigned } from './md-no-algs-unsigned'

export const reqpostMdRequestAlgs = defineCheck<RequestFetchReading>('vp.reqpost.md_request_algs', {
  title: 'Wallet metadata lists ES256 for signed requests',
  problem: 'The wallet metadata does not list ES256 for signed requests',
  clauses: ['OID4VP-1FINAL-5.10', 'HAIP-7'],
  level: 'should',
  why: 'The verifier signs with an algorithm that the wallet can verify.',
  hint: 'List ES256 in request_object_signing_alg_values_supported.',
  run: onWalletMetadata(({ value }, { session }) => {
    if (isUnsigned(String(session.request.client_id)))
      return notApplicable(say`The verifier cannot sign; see vp.reqpost.md_no_algs_unsigned.`)
    const algs = value.request_object_signing_alg_values_supported
    if (!Array.isArray(algs)) return violated({ expected: say`an array with ES256`, actual: shown(algs) })
    return algs.includes('ES256')
      ? pass(say`ES256`)
      : violated({ expected: say`ES256`, actual: algs.slice(0, 20).map(shown) })
  }),
})
