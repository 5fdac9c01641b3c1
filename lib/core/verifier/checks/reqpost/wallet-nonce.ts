import { defineCheck, pass, tolerated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onPost } from '../../judgements/on-post'
import type { RequestFetchReading } from '../../read/request/request-fetch-reading'

export const reqpostWalletNonce = defineCheck<RequestFetchReading>('vp.reqpost.wallet_nonce', {
  title: 'Wallet sends a wallet_nonce',
  problem: 'The wallet sent no wallet_nonce',
  clauses: ['OID4VP-1FINAL-5.10'],
  level: 'info',
  why: 'Without it, someone can replay a recorded request object to the wallet.',
  hint: 'Send a fresh wallet_nonce and compare it with the one in the request object.',
  run: onPost(({ walletNonce }) =>
    walletNonce === null ? tolerated({ expected: say`wallet_nonce`, actual: null }) : pass(),
  ),
})
