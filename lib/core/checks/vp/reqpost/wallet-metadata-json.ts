import type { RequestFetchReading } from '../../../oid4vp/request/request-fetch-reading'
import { defineCheck, notApplicable, pass, violated } from '../../check'
import { onPost } from '../../judgements/presentation/on-post'

export const vpReqpostWalletMetadataJson = defineCheck<RequestFetchReading>('vp.reqpost.wallet_metadata_json', {
  title: 'wallet_metadata is a JSON object',
  clauses: ['OID4VP-1FINAL-5.10'],
  level: 'must',
  why: 'The verifier adapts its request to the metadata, which it can only do when it can read them.',
  hint: 'Serialise the metadata as a JSON object and send that text as the one value of wallet_metadata.',
  run: onPost(({ walletMetadata }) => {
    if (walletMetadata === null) return notApplicable('The wallet sent no wallet_metadata.')
    return walletMetadata.fault === null
      ? pass(`${walletMetadata.bytes} bytes`)
      : violated({ expected: 'a JSON object', actual: walletMetadata.fault })
  }),
})
