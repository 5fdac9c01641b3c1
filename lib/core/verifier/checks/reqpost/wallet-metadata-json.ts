import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onPost } from '../../judgements/on-post'
import type { RequestFetchReading } from '../../read/request/request-fetch-reading'

export const reqpostWalletMetadataJson = defineCheck<RequestFetchReading>('vp.reqpost.wallet_metadata_json', {
  title: 'Wallet metadata is a JSON object',
  problem: 'The wallet metadata is not a JSON object',
  clauses: ['OID4VP-1FINAL-5.10'],
  level: 'must',
  counterpart: 'ExtractWalletMetadataAndNonceFromRequestUriPost',
  why: 'The verifier can only adapt its request to metadata that it can read.',
  hint: 'Serialize the metadata as one JSON object and send that text as wallet_metadata.',
  run: onPost(({ walletMetadata }) => {
    if (walletMetadata === null) return notApplicable(say`The wallet sent no wallet_metadata.`)
    return walletMetadata.error === null
      ? pass(say`${walletMetadata.bytes} bytes`)
      : violated({ expected: say`a JSON object`, actual: walletMetadata.error })
  }),
})
