import { redactJwk } from '../../engine/redaction/message/redact-json'
import type { Redaction } from '../../engine/redaction/redaction'
import type { ReadToken } from '../../engine/redaction/tokens/read-token'
import { bytesOf, type CborItem, embeddedOf, integerOf, itemsOf, memberOf, textOf } from '../../shared/cbor/cbor-item'
import { createCborBudget, readCbor } from '../../shared/cbor/read-cbor'
import { fromBase64url, toBase64, toBase64url } from '../../shared/values/base64url'
import type { Json, JsonObject } from '../../shared/values/json'
import { redactElement, revealElement } from './reveal-value'
import { shownNameOfPeer, showText } from './show-text'
import { redactionOf } from './values-of-issuer'

/** Documents and elements listed; the rest is counted. */
const documentsMax = 10
const elementsMax = 128

/**
 * Describes a presented mdoc: elements by name, each with whether it is as signed by the issuer and was requested,
 * mobile security object, and device signature. Omits salts, digests and signatures. Hides the subject's values unless
 * the session reveals those of this document. `null` for anything but a `DeviceResponse`. Never throws.
 * @see OID4VP-1FINALA-B.2.5
 */
export function describePresentedMdoc(text: string, redaction: Redaction): JsonObject | null {
  const token = redaction.tokenOf(text.trim())
  const known = token?.cbor
  const budget = createCborBudget()
  const read = (part: Uint8Array | null): CborItem | null => {
    const item = part && known?.embedded.get(part)
    if (item !== undefined) return item
    const reading = part && readCbor(part, budget)
    return reading?.ok ? reading.item : null
  }
  const response = known === undefined ? read(fromBase64url(text.trim())) : known.root
  const documents = itemsOf(memberOf(response, 'documents'))
  if (response?.kind !== 'map' || documents === null) return null
  return {
    kind: 'presented_credential',
    format: 'mso_mdoc',
    version: show(memberOf(response, 'version'), redaction),
    status: integerOf(memberOf(response, 'status')),
    documents: documents
      .slice(0, documentsMax)
      .map((document, index) => describeDocument(document, token?.documents?.[index] ?? null, { read, redaction })),
    ...(documents.length > documentsMax ? { documents_omitted: documents.length - documentsMax } : {}),
  }
}

type Read = (part: Uint8Array | null) => CborItem | null
type KnownDocument = NonNullable<ReadToken['documents']>[number]

function describeDocument(
  document: CborItem,
  known: KnownDocument | null,
  { read, redaction }: { readonly read: Read; readonly redaction: Redaction },
): JsonObject {
  const issuerSigned = memberOf(document, 'issuerSigned')
  const [protectedHeader = null, unprotected = null, payload = null] =
    itemsOf(memberOf(issuerSigned, 'issuerAuth')) ?? []
  const object = read(embeddedOf(read(bytesOf(payload))))
  const elements = elementsOf(memberOf(issuerSigned, 'nameSpaces'))
  const deviceSigned = memberOf(document, 'deviceSigned')
  return {
    doc_type: show(memberOf(document, 'docType'), redaction),
    mso: object && describeObject(object, redaction),
    issuer_auth: {
      alg: integerOf(memberOf(read(bytesOf(protectedHeader)), 1)),
      x5chain: redaction.certificates(certificatesOf(memberOf(unprotected, 33))),
    },
    elements: elements.slice(0, elementsMax).map(({ namespace, encoded }, index) => {
      const item = read(embeddedOf(encoded))
      const name = textOf(memberOf(item, 'elementIdentifier')) ?? ''
      const value = memberOf(item, 'elementValue')
      const { digestOk = null, requested = null } = known?.elements[index] ?? {}
      // Masks the value even if it is shown here, so that findings and events never repeat it.
      const redacted = redactElement(value, redactionOf(name, null, null, redaction))
      // A value that does not match its digest is unsigned, so anybody could have added it.
      const revealed = digestOk === true ? (known?.revealed ?? null) : null
      return {
        namespace: shownNameOfPeer(namespace, redaction),
        element: shownNameOfPeer(name, redaction),
        digest_id: integerOf(memberOf(item, 'digestID')),
        digest_ok: digestOk,
        requested,
        random: { redacted: true, length: bytesOf(memberOf(item, 'random'))?.length ?? null },
        value: revealed === null ? redacted : revealElement(name, value, revealed, redaction),
      }
    }),
    ...(elements.length > elementsMax ? { elements_omitted: elements.length - elementsMax } : {}),
    device_signed: describeDevice(deviceSigned, read, redaction),
  }
}

function describeObject(object: CborItem, redaction: Redaction): JsonObject {
  const validity = memberOf(object, 'validityInfo')
  const digests = memberOf(object, 'valueDigests')
  const status = memberOf(object, 'status')
  const instant = (name: string): Json => {
    const item = memberOf(validity, name)
    return show(item?.kind === 'tag' ? item.content : item, redaction)
  }
  return {
    version: show(memberOf(object, 'version'), redaction),
    digest_algorithm: show(memberOf(object, 'digestAlgorithm'), redaction),
    doc_type: show(memberOf(object, 'docType'), redaction),
    validity: { signed: instant('signed'), valid_from: instant('validFrom'), valid_until: instant('validUntil') },
    digests: Object.fromEntries(
      namesOf(digests).map((namespace) => {
        const found = memberOf(digests, namespace)
        return [shownNameOfPeer(namespace, redaction), { count: found?.kind === 'map' ? found.entries.length : 0 }]
      }),
    ),
    device_key: describeKey(memberOf(memberOf(object, 'deviceKeyInfo'), 'deviceKey'), redaction),
    status: namesOf(status).map((name) => shownNameOfPeer(name, redaction)),
  }
}

const curves: Readonly<Record<number, string>> = { 1: 'P-256', 2: 'P-384', 3: 'P-521' }

/** Type and keyed thumbprint of a device key, as for any holder. */
function describeKey(key: CborItem | null, redaction: Redaction): JsonObject | null {
  const [x, y] = [bytesOf(memberOf(key, -2)), bytesOf(memberOf(key, -3))]
  const crv = curves[integerOf(memberOf(key, -1)) ?? 0]
  if (x === null || y === null || crv === undefined) return null
  return redactJwk({ kty: 'EC', crv, x: toBase64url(x), y: toBase64url(y) }, false, redaction)
}

function describeDevice(deviceSigned: CborItem | null, read: Read, redaction: Redaction): JsonObject | null {
  if (deviceSigned === null) return null
  const deviceAuth = memberOf(deviceSigned, 'deviceAuth')
  const namespaces = read(embeddedOf(memberOf(deviceSigned, 'nameSpaces')))
  return {
    methods: namesOf(deviceAuth).map((name) => shownNameOfPeer(name, redaction)),
    elements: namesOf(namespaces).flatMap((namespace) =>
      namesOf(memberOf(namespaces, namespace)).map(
        (name) => `${shownNameOfPeer(namespace, redaction)}/${shownNameOfPeer(name, redaction)}`,
      ),
    ),
  }
}

/** In reading order, because elements are identified by index. */
const elementsOf = (nameSpaces: CborItem | null): { namespace: string; encoded: CborItem }[] =>
  nameSpaces?.kind === 'map'
    ? nameSpaces.entries.flatMap(([name, items]) => {
        const namespace = textOf(name)
        return namespace === null ? [] : (itemsOf(items) ?? []).map((encoded) => ({ namespace, encoded }))
      })
    : []

/** First names in a map. */
const namesOf = (item: CborItem | null): string[] =>
  item?.kind === 'map' ? item.entries.flatMap(([name]) => textOf(name) ?? []).slice(0, elementsMax) : []

const certificatesOf = (item: CborItem | null): Json =>
  (item?.kind === 'bytes' ? [item] : (itemsOf(item) ?? [])).map((entry) => {
    const bytes = bytesOf(entry)
    return bytes && toBase64(bytes)
  })

const show = (item: CborItem | null, redaction: Redaction): Json => {
  const text = textOf(item)
  return text === null ? null : showText(text, redaction)
}
