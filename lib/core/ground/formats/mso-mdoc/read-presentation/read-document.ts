import { type CborItem, memberOf, textOf } from '../../../cbor/cbor-item'
import type { PresentationInput } from '../../reading-of-presentation'
import type { EmbeddedReader } from './embedded-reader'
import { mdocClaimTree } from './mdoc-claim-tree'
import type { DocumentReading, X5chainReading } from './mso-mdoc-reading'
import { readCose } from './read-cose'
import { readDeviceSigned } from './read-device-signed'
import { readElements } from './read-elements'
import { readMobileSecurityObject } from './read-mobile-security-object'
import { readX5chain } from './read-x5chain'
import type { HandoverInput } from './session-transcript'
import { verifySign1, withKeyFit } from './verify-cose'

/** A document, and the bytes of what its issuer signed. */
export interface OpenedDocument {
  readonly reading: DocumentReading
  /** `issuerAuth` as received; `null` when there is none. */
  readonly issuerAuth: Uint8Array | null
}

/** Reads one document of a device response, all of it. Rejects only when a port does. */
export async function readDocument(
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
  return {
    issuerAuth: issuerAuth?.encoded ?? null,
    reading: {
      docType: textOf(docType),
      errors: errorsIn(memberOf(item, 'errors')),
      issuerAuth: withKeyFit(cose.reading, issuerJwk, input.coseAlgorithms.issuer),
      x5chain,
      issuerSignature: verifySign1(cose, {
        payload: cose.payload,
        publicJwk: issuerJwk,
        verify: input.verifySignature,
      }),
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
