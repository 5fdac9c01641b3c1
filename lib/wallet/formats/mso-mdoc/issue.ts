import { createHash } from 'node:crypto'
import type { WalletKey } from '../../jose/key'
import { type CborMap, type CborTag, type CborValue, type CoseHeaders, embed, sign1, writeCbor } from './cbor'

/** The input of an mdoc, before a misbehaviour changes it. */
export interface MdocDraft {
  /** The mobile security object without its digests, which are computed from the elements. */
  mobileSecurityObject: CborMap
  namespace: string
  /** Elements by name, in the order of their digest ids. */
  elements: Map<string, CborValue>
  headers: CoseHeaders
  key: WalletKey
  /** Returns the salt of one element. */
  salt: () => Buffer
  /** Changes the digests of the namespace, keyed by digest id. Only for misbehaviour. */
  digests?: (digests: CborMap) => void
}

/** The public key of a device as a COSE_Key on P-256 (RFC 9053 section 7.1.1). */
export function coseKeyOf({ publicJwk: { x, y } }: WalletKey): CborMap {
  return new Map<number, CborValue>([
    [1, 2],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ])
}

/**
 * Issues an mdoc (ISO/IEC 18013-5 section 9.1.2): `IssuerSigned` in base64url, with every element. For tests and for
 * the misbehaviours of this wallet.
 */
export function issueMsoMdoc(draft: MdocDraft): string {
  const { mobileSecurityObject, namespace, elements, headers, key, salt } = draft
  const items = [...elements].map(([name, value], digestId) =>
    issuerSignedItem({ digestId, name, value, salt: salt() }),
  )
  const hash = hashOf(mobileSecurityObject.get('digestAlgorithm'))
  const digests: CborMap = new Map(items.map(({ encoded }, digestId) => [digestId, hash(encoded)]))
  draft.digests?.(digests)
  const signed = new Map(mobileSecurityObject).set('valueDigests', new Map([[namespace, digests]]))
  const issuerSigned: CborMap = new Map<string, CborValue>([
    ['nameSpaces', new Map([[namespace, items]])],
    ['issuerAuth', sign1(headers, writeCbor(embed(writeCbor(signed))), key)],
  ])
  return writeCbor(issuerSigned).toString('base64url')
}

/** `IssuerSignedItemBytes` (ISO/IEC 18013-5 section 8.3.2.1.2.2). */
export function issuerSignedItem({
  digestId,
  name,
  value,
  salt,
}: {
  digestId: number
  name: string
  value: CborValue
  salt: Buffer
}): CborTag {
  return embed(
    writeCbor(
      new Map<string, CborValue>([
        ['digestID', digestId],
        ['random', salt],
        ['elementIdentifier', name],
        ['elementValue', value],
      ]),
    ),
  )
}

/** The digest by that algorithm name. An unknown name means SHA-256, for misbehaviour. */
function hashOf(digestAlgorithm: CborValue | undefined): (bytes: Buffer) => Buffer {
  const name = digestAlgorithm === 'SHA-512' ? 'sha512' : 'sha256'
  return (bytes) => createHash(name).update(bytes).digest()
}
