import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { bare } from '../../../ground/values/bare-words'
import { say } from '../../../ground/values/wording'
import { onWalletMetadata } from '../../judgements/on-wallet-metadata'
import type { RequestFetchReading } from '../../read/request/request-fetch-reading'

export const reqpostMdNoAlgsUnsigned = defineCheck<RequestFetchReading>('vp.reqpost.md_no_algs_unsigned', {
  title: 'Wallet metadata lists no algorithms for a request that cannot be signed',
  problem: 'The wallet metadata lists signature algorithms although the prefix redirect_uri rules out signed requests',
  clauses: ['OID4VP-1FINAL-5.10'],
  level: 'must',
  why: 'Under this prefix nobody can sign, so a list would promise to verify what is never there.',
  hint: 'Leave request_object_signing_alg_values_supported out if the client_id has the prefix redirect_uri.',
  run: onWalletMetadata(({ value }, { session }) => {
    if (!isUnsigned(String(session.request.client_id))) return notApplicable(say`The verifier can sign its requests.`)
    const algs = value.request_object_signing_alg_values_supported
    return algs === undefined
      ? pass(bare.absent)
      : violated({ expected: bare.absent, actual: Array.isArray(algs) ? algs.slice(0, 20).map(shown) : shown(algs) })
  }),
})

/** Whether requests under a client id cannot be signed. OID4VP-1FINAL-5.9.3 */
export const isUnsigned = (clientId: string): boolean => clientId.startsWith('redirect_uri:')
