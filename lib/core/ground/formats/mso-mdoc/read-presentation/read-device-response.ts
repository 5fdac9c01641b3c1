import { integerOf, itemsOf, memberOf, textOf } from '../../../cbor/cbor-item'
import { cborBytesMax } from '../../../cbor/read-cbor'
import { fromBase64, withoutPadding } from '../../../values/base64'
import { fromBase64url, toBase64url } from '../../../values/base64url'
import type { PresentationInput } from '../../reading-of-presentation'
import { CborCollector } from './embedded-reader'
import type { MsoMdocReading } from './mso-mdoc-reading'
import { readDocument } from './read-document'
import { concatenate, type HandoverInput, handoverInfo, sessionTranscript } from './session-transcript'

/** Documents of one response that are looked into, as long as the budget of the answer lasts. */
export const documentsMax = 10

/**
 * Reads a presented mdoc, a `DeviceResponse` in base64url, and finds everything that is wrong with it: no error hides
 * another one, and none ends the reading. Whatever is sent, it costs no more than the bounds of CBOR allow. Rejects only
 * when a port does. OID4VP-1FINALA-B.2.5, OID4VP-1FINALA-B.2.6.1
 */
export async function readDeviceResponse(text: string, input: PresentationInput): Promise<MsoMdocReading> {
  const { bytes, spelling } = decode(text)
  const collector = new CborCollector(input.budget.cbor)
  if (spelling === 'too_long') collector.refuse('too_large')
  const response = bytes && collector.whole(bytes)
  const handover: HandoverInput = {
    clientId: input.clientId,
    nonce: input.nonce,
    jwkThumbprint: input.responseKey?.thumbprint ?? null,
    responseUri: input.responseUri,
    ...bindingOf(input),
  }
  const documents = itemsOf(memberOf(response, 'documents'))
  const looked = (documents ?? []).slice(0, Math.min(documentsMax, input.budget.documents))
  input.budget.documents -= looked.length
  const opened = await Promise.all(
    looked.map((document) => readDocument(document, { handover, embedded: collector.embedded, input })),
  )
  const signed = opened.flatMap(({ issuerAuth }) => issuerAuth ?? [])
  return {
    format: 'mso_mdoc',
    text: text.trim(),
    encoding: { spelling, characters: text.length },
    cbor: collector.facts(),
    items: collector.read(),
    isMap: response?.kind === 'map',
    version: textOf(memberOf(response, 'version')),
    status: integerOf(memberOf(response, 'status')),
    documentCount: documents?.length ?? null,
    documentErrors: itemsOf(memberOf(response, 'documentErrors'))?.length ?? 0,
    documents: opened.map(({ reading }) => reading),
    transcript: { handover, handoverInfo: handoverInfo(handover), encoded: sessionTranscript(handover, input.digest) },
    holderKey: opened[0]?.reading.mso?.deviceKey.thumbprint ?? null,
    instance: signed.length === 0 ? null : toBase64url(input.digest('sha-256', concatenate(...signed))),
  }
}

/** What stands in the handover of an answer through a browser; nothing for an answer to a link. */
const bindingOf = ({ browser }: PresentationInput): Pick<HandoverInput, 'origin' | 'encryptionInfo'> =>
  browser === undefined
    ? {}
    : {
        origin: browser.origin,
        ...(browser.encryptionInfo === undefined ? {} : { encryptionInfo: browser.encryptionInfo }),
      }

/** Characters beyond which nothing is decoded: the bound of CBOR, in base64. */
const charactersMax = Math.ceil((cborBytesMax * 4) / 3)

function decode(text: string): {
  readonly bytes: Uint8Array | null
  readonly spelling: MsoMdocReading['encoding']['spelling']
} {
  if (text.length > charactersMax) return { bytes: null, spelling: 'too_long' }
  const bytes = fromBase64url(text)
  if (bytes !== null) return { bytes, spelling: 'base64url' }
  const repaired = repair(text)
  return repaired === null ? { bytes: null, spelling: 'unreadable' } : { bytes: repaired, spelling: 'repaired' }
}

/** The bytes of a text that is base64 in another spelling: with padding, the other alphabet, or white space in it. */
function repair(text: string): Uint8Array | null {
  const characters = withoutPadding(text.replaceAll(/\s/g, '').replaceAll('-', '+').replaceAll('_', '/'))
  return fromBase64(characters.padEnd(Math.ceil(characters.length / 4) * 4, '='))
}
