import { type CborItem, integerOf, itemsOf, memberOf, textOf } from '../../../cbor/cbor-item'
import { cborBytesMax } from '../../../cbor/read-cbor'
import { fromBase64, fromBase64url, toBase64url, withoutPadding } from '../../../values/base64url'
import type { PresentationInput } from '../../reading-of-presentation'
import { CborCollector, type EmbeddedReader } from './embedded-reader'
import type { DocumentReading, MsoMdocReading, X5chainReading } from './mso-mdoc-reading'
import { issuerSignatureMistake, readCose, readX5chain, verifySign1, withKeyFit } from './read-cose'
import { readDeviceSigned } from './read-device-signed'
import { mdocClaimTree, readElements } from './read-elements'
import { readMobileSecurityObject } from './read-mobile-security-object'
import { concatenate, type HandoverInput, handoverInfo, sessionTranscript } from './session-transcript'

/** A document, with the bytes that its issuer signed. */
interface OpenedDocument {
  readonly reading: DocumentReading
  /** As received; `null` if absent. */
  readonly issuerAuth: Uint8Array | null
}

/** Reads one document of a device response completely. Rejects only if a port does. */
async function readDocument(
  item: CborItem,
  {
    handover,
    embedded,
    input,
  }: { readonly handover: HandoverInput; readonly embedded: EmbeddedReader; readonly input: PresentationInput },
): Promise<OpenedDocument> {
  const docType = memberOf(item, 'docType')
  const issuerSigned = memberOf(item, 'issuerSigned')
  const issuerAuth = memberOf(issuerSigned, 'issuerAuth')
  const cose = readCose(issuerAuth, { allowed: input.coseAlgorithms.issuer, mac: false, embedded })
  const x5chain = readX5chain(cose.x5chain, input)
  const issuerJwk = x5chain?.facts.readable ? x5chain.facts.certificates[0].publicJwk : null
  const object = await readMobileSecurityObject(cose.payload, embedded)
  const nameSpaces = memberOf(issuerSigned, 'nameSpaces')
  const elements = readElements(nameSpaces, { object, embedded, digest: input.digest })
  const mso = object?.reading ?? null
  const signed = { payload: cose.payload, publicJwk: issuerJwk, verify: input.verifySignature }
  const issuerSignature = verifySign1(cose, signed)
  return {
    issuerAuth: issuerAuth?.encoded ?? null,
    reading: {
      docType: textOf(docType),
      errors: errorsIn(memberOf(item, 'errors')),
      issuerAuth: withKeyFit(cose.reading, issuerJwk, input.coseAlgorithms.issuer),
      x5chain,
      x5chainTextLabel: cose.x5chainTextLabel,
      issuerSignature,
      issuerSignatureMistake:
        issuerSignature.result === 'invalid'
          ? issuerSignatureMistake(cose, {
              ...signed,
              deviceJwk: mso?.deviceKey.publicJwk ?? null,
              otherCertificates: x5chain?.facts.readable
                ? x5chain.facts.certificates.slice(1).map(({ publicJwk }) => publicJwk)
                : [],
            })
          : null,
      issuerTrusted: trustOf(x5chain),
      mso,
      namespacesReadable:
        nameSpaces === null ||
        (nameSpaces.kind === 'map' && nameSpaces.entries.every(([, items]) => items.kind === 'array')),
      elements,
      device: await readDeviceSigned(memberOf(item, 'deviceSigned'), {
        docType: docType?.kind === 'text' ? docType : null,
        mso,
        issuerJwk,
        handover,
        embedded,
        input,
      }),
      claimTree: mdocClaimTree(elements),
    },
  }
}

const errorsIn = (errors: CborItem | null): number =>
  errors?.kind === 'map'
    ? errors.entries.reduce((sum, [, items]) => sum + (items.kind === 'map' ? items.entries.length : 1), 0)
    : 0

function trustOf(x5chain: X5chainReading | null): boolean | null {
  if (!x5chain?.facts.readable || x5chain.facts.trust === 'no_anchor') return null
  return x5chain.facts.trust === 'trusted'
}

/** Most documents read per response, as long as its budget lasts. */
export const documentsMax = 10

/**
 * Reads a presented mdoc, a `DeviceResponse` in base64url, and collects everything that is wrong with it: no error
 * hides another or ends the reading. Costs no more than the CBOR bounds allow, whatever is sent. Rejects only if a port
 * does. OID4VP-1FINALA-B.2.5, OID4VP-1FINALA-B.2.6.1
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

/** Handover values specific to a request through a browser; empty for a link. */
const bindingOf = ({ browser }: PresentationInput): Pick<HandoverInput, 'origin' | 'encryptionInfo'> =>
  browser === undefined
    ? {}
    : {
        origin: browser.origin,
        ...(browser.encryptionInfo === undefined ? {} : { encryptionInfo: browser.encryptionInfo }),
      }

/** Longest text to decode: the CBOR bound, in base64. */
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

/** Decodes base64 in another spelling: padded, in the other alphabet, or with white space. */
function repair(text: string): Uint8Array | null {
  const characters = withoutPadding(text.replaceAll(/\s/g, '').replaceAll('-', '+').replaceAll('_', '/'))
  return fromBase64(characters.padEnd(Math.ceil(characters.length / 4) * 4, '='))
}
