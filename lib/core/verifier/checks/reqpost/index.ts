import type { Check } from '../../../engine/checks/check'
import type { RequestFetchReading } from '../../read/request/request-fetch-reading'
import { vpReqpostAccept } from './accept'
import { vpReqpostContentType } from './content-type'
import { vpReqpostEncryptionPossible } from './encryption-possible'
import { vpReqpostMdClientIdPrefixes } from './md-client-id-prefixes'
import { vpReqpostMdFormatMatch } from './md-format-match'
import { vpReqpostMdJwksShape } from './md-jwks-shape'
import { vpReqpostMdMinimal } from './md-minimal'
import { vpReqpostMdRequestAlgs } from './md-request-algs'
import { vpReqpostMdResponseEncryption } from './md-response-encryption'
import { vpReqpostMdResponseTypesModes } from './md-response-types-modes'
import { vpReqpostMdVpFormats } from './md-vp-formats'
import { vpReqpostParamsKnown } from './params-known'
import { vpReqpostParamsUnique } from './params-unique'
import { vpReqpostQueryEmpty } from './query-empty'
import { vpReqpostUtf8 } from './utf8'
import { vpReqpostWalletMetadataJson } from './wallet-metadata-json'
import { vpReqpostWalletNonce } from './wallet-nonce'
import { vpReqpostWalletNonceEntropy } from './wallet-nonce-entropy'
import { vpReqpostWalletNonceFresh } from './wallet-nonce-fresh'

/** Checks of what a wallet posts to fetch the Request Object. */
export const requestPostChecks: readonly Check<RequestFetchReading>[] = [
  vpReqpostContentType,
  vpReqpostAccept,
  vpReqpostUtf8,
  vpReqpostQueryEmpty,
  vpReqpostParamsUnique,
  vpReqpostParamsKnown,
  vpReqpostWalletNonce,
  vpReqpostWalletNonceEntropy,
  vpReqpostWalletNonceFresh,
  vpReqpostWalletMetadataJson,
  vpReqpostMdVpFormats,
  vpReqpostMdFormatMatch,
  vpReqpostMdClientIdPrefixes,
  vpReqpostMdRequestAlgs,
  vpReqpostMdResponseEncryption,
  vpReqpostMdResponseTypesModes,
  vpReqpostMdJwksShape,
  vpReqpostEncryptionPossible,
  vpReqpostMdMinimal,
]
