import type { RequestFetchReading } from '../../../oid4vp/request/request-fetch-reading'
import { defineCheck, pass, violated } from '../../check'
import { onWalletNonce } from '../../judgements/presentation/on-wallet-nonce'

export const vpReqpostWalletNonceFresh = defineCheck<RequestFetchReading>('vp.reqpost.wallet_nonce_fresh', {
  title: 'wallet_nonce is a new one for each fetch',
  clauses: ['OID4VP-1FINAL-5.10'],
  level: 'info',
  why: 'A nonce that comes again lets the answer to an earlier fetch pass for a new one.',
  hint: 'Make a fresh wallet_nonce for every fetch.',
  run: onWalletNonce(({ seenBefore }) =>
    seenBefore ? violated({ expected: 'a fresh value', actual: 'a value that came before' }) : pass(),
  ),
})
