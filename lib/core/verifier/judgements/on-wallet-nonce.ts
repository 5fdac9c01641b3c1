import { notApplicable, type Outcome } from '../../engine/checks/check'
import { say } from '../../ground/values/wording'
import type { RequestFetchReading, WalletNonceReading } from '../read/request/request-fetch-reading'
import { onPost } from './on-post'

/** Runs a check on the `wallet_nonce`. */
export const onWalletNonce = (
  run: (nonce: WalletNonceReading, reading: RequestFetchReading) => Outcome,
): ((reading: RequestFetchReading) => Outcome) =>
  onPost(({ walletNonce }, reading) =>
    walletNonce === null ? notApplicable(say`The wallet sent no wallet_nonce.`) : run(walletNonce, reading),
  )
