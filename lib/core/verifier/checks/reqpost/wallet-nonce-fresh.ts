import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { say } from '../../../ground/values/wording'
import { onWalletNonce } from '../../judgements/on-wallet-nonce'
import type { RequestFetchReading } from '../../read/request/request-fetch-reading'

export const reqpostWalletNonceFresh = defineCheck<RequestFetchReading>('vp.reqpost.wallet_nonce_fresh', {
  title: 'The wallet_nonce is new for each fetch',
  problem: 'The wallet_nonce was used before',
  clauses: ['OID4VP-1FINAL-5.10'],
  level: 'info',
  why: 'With a repeated nonce, an old request object passes as a new one.',
  hint: 'Generate a fresh wallet_nonce for every fetch.',
  run: onWalletNonce(({ seenBefore }) =>
    seenBefore ? violated({ expected: say`a fresh value`, actual: bare.aValueThatCameBefore }) : pass(),
  ),
})
