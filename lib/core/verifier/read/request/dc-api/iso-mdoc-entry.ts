import type { DcqlQuery } from '../../../../ground/dcql/dcql-query'
import type { DcApiEntry } from '../../../../ground/ports/dc-api'
import { invariant } from '../../../../ground/ports/errors'
import type { JwsSigner, Ports } from '../../../../ground/ports/ports'
import type { JsonObject } from '../../../../ground/values/json'
import { ownOrigin } from '../../../identity/own-origin'
import { annexCTranscript } from '../../annex-c/annex-c-transcript'
import { makeDeviceRequest } from '../../annex-c/device-request'
import { type BrowserTest, changedEncryptionInfo, changedReader } from './browser-test'

/**
 * `data` of a request in the form of ISO/IEC 18013-7: signed anew at each call, with the `encryptionInfo` of the entry. `test`: what
 * is altered of that, and of the signature of the reader.
 * @see ISO18013-7-C
 */
export function isoMdocData(
  entry: DcApiEntry,
  { query, signer, test }: { readonly query: DcqlQuery | null; readonly signer: JwsSigner; readonly test: BrowserTest },
  { settings, ports }: { readonly settings: { readonly baseUrl: string }; readonly ports: Pick<Ports, 'digest'> },
): JsonObject {
  const encryptionInfo = changedEncryptionInfo(entry, test)
  invariant(encryptionInfo !== undefined && query !== null, 'A session asks for mdocs with encryptionInfo and a query.')
  const transcript = annexCTranscript({ encryptionInfo, origin: ownOrigin(settings.baseUrl) }, ports.digest)
  return {
    deviceRequest: makeDeviceRequest(query, { transcript, signer: changedReader(signer, test) }),
    encryptionInfo,
  }
}
