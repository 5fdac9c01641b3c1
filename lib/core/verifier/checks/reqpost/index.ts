import type { Check } from '../../../engine/checks/check'
import type { RequestFetchReading } from '../../read/request/request-fetch-reading'
import { reqpostAccept } from './accept'
import { reqpostContentType } from './content-type'
import { reqpostEncryptionPossible } from './encryption-possible'
import { reqpostMdClientIdPrefixes } from './md-client-id-prefixes'
import { reqpostMdFormatMatch } from './md-format-match'
import { reqpostMdJwksShape } from './md-jwks-shape'
import { reqpostMdMinimal } from './md-minimal'
import { reqpostMdNoAlgsUnsigned } from './md-no-algs-unsigned'
import { reqpostMdRequestAlgs } from './md-request-algs'
import { reqpostMdResponseEncryption } from './md-response-encryption'
import { reqpostMdResponseTypesModes } from './md-response-types-modes'
import { reqpostMdVpFormats } from './md-vp-formats'
import { reqpostParamsKnown } from './params-known'
import { reqpostParamsUnique } from './params-unique'
import { reqpostQueryEmpty } from './query-empty'
import { reqpostUtf8 } from './utf8'
import { reqpostWalletMetadataJson } from './wallet-metadata-json'
import { reqpostWalletNonce } from './wallet-nonce'
import { reqpostWalletNonceEntropy } from './wallet-nonce-entropy'
import { reqpostWalletNonceFresh } from './wallet-nonce-fresh'

/** Checks of what a wallet posts to fetch the Request Object. */
export const requestPostChecks: readonly Check<RequestFetchReading>[] = [
  reqpostContentType,
  reqpostAccept,
  reqpostUtf8,
  reqpostQueryEmpty,
  reqpostParamsUnique,
  reqpostParamsKnown,
  reqpostWalletNonce,
  reqpostWalletNonceEntropy,
  reqpostWalletNonceFresh,
  reqpostWalletMetadataJson,
  reqpostMdVpFormats,
  reqpostMdFormatMatch,
  reqpostMdClientIdPrefixes,
  reqpostMdRequestAlgs,
  reqpostMdNoAlgsUnsigned,
  reqpostMdResponseEncryption,
  reqpostMdResponseTypesModes,
  reqpostMdJwksShape,
  reqpostEncryptionPossible,
  reqpostMdMinimal,
]
