import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onWalletNonce } from '../../judgements/on-wallet-nonce'
import type { RequestFetchReading } from '../../read/request/request-fetch-reading'

/** Length of 128 bits in base64url. */
const charactersMin = 22

/** A timestamp in digits or ISO 8601, or a version 1 UUID. */
const timeBased = /^\d+$|^\d{4}-\d{2}-\d{2}T|^[0-9a-f]{8}-[0-9a-f]{4}-1[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const reqpostWalletNonceEntropy = defineCheck<RequestFetchReading>('vp.reqpost.wallet_nonce_entropy', {
  title: 'The wallet_nonce is hard to guess',
  problem: 'The wallet_nonce is easy to guess',
  clauses: ['OID4VP-1FINAL-5.10'],
  level: 'info',
  why: 'A guessable nonce does not protect against the replay of an old request.',
  hint: 'Generate at least 16 random bytes and encode them in base64url.',
  run: onWalletNonce(({ value, usable }) => {
    if (!usable)
      return violated({ expected: say`at most 512 visible ASCII characters`, actual: say`${value.length} characters` })
    if (!/^[A-Za-z0-9._~-]*$/.test(value))
      return violated({ expected: say`URL-safe characters`, actual: say`other characters` })
    if (value.length < charactersMin)
      return violated({ expected: say`at least ${charactersMin} characters`, actual: say`${value.length} characters` })
    if (new Set(value).size < 8)
      return violated({ expected: say`random characters`, actual: say`a few characters repeated` })
    if (timeBased.test(value))
      return violated({
        expected: say`random characters`,
        actual: say`only digits, a point in time, or a time-based UUID`,
      })
    return pass(say`${value.length} characters`)
  }),
})
