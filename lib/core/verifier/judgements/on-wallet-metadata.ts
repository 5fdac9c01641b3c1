import { notApplicable, type Outcome } from '../../engine/checks/check'
import { say } from '../../ground/values/wording'
import type { RequestFetchReading, WalletMetadataReading } from '../read/request/request-fetch-reading'
import { onPost } from './on-post'

/** Metadata that is a JSON object. */
type ReadableMetadata = WalletMetadataReading & { readonly value: Readonly<Record<string, unknown>> }

/** Runs a check on the wallet's metadata; unreadable metadata has its own check. */
export const onWalletMetadata = (
  run: (metadata: ReadableMetadata, reading: RequestFetchReading) => Outcome,
): ((reading: RequestFetchReading) => Outcome) =>
  onPost(({ walletMetadata }, reading) => {
    if (walletMetadata === null) return notApplicable(say`The wallet sent no wallet_metadata.`)
    const { value } = walletMetadata
    if (value === null) return notApplicable(say`The metadata cannot be read; see vp.reqpost.wallet_metadata_json.`)
    return run({ ...walletMetadata, value }, reading)
  })
