import { bytesOf, type CborItem, integerOf, memberOf } from '../../../cbor/cbor-item'
import { readPublicJwk } from '../../../jose/jwk-facts'
import { toBase64url } from '../../../values/base64url'
import type { DeviceKeyReading } from './mobile-security-object-reading'

/** Labels of a COSE_Key: RFC 9052 section 7.1, RFC 9053 section 7. */
const label = { kty: 1, crv: -1, x: -2, y: -3, d: -4 } as const
const ktyNames: ReadonlyMap<number, string> = new Map([
  [1, 'OKP'],
  [2, 'EC'],
])
const crvNames: ReadonlyMap<number, string> = new Map([
  [1, 'P-256'],
  [2, 'P-384'],
  [3, 'P-521'],
  [6, 'Ed25519'],
])

/** Reads the key of a device. Never throws. RFC9053-7 */
export async function readCoseKey(item: CborItem | null): Promise<DeviceKeyReading> {
  const kty = nameOf(ktyNames, memberOf(item, label.kty))
  const crv = nameOf(crvNames, memberOf(item, label.crv))
  const y = memberOf(item, label.y)
  const facts = await readPublicJwk({
    kty,
    crv,
    x: encoded(memberOf(item, label.x)),
    ...(kty === 'EC' ? { y: encoded(y) } : {}),
  })
  return {
    present: item !== null,
    isMap: item?.kind === 'map',
    kty,
    crv,
    compressed: y?.kind === 'simple' && typeof y.value === 'boolean',
    hasPrivatePart: memberOf(item, label.d) !== null,
    valid: facts.valid,
    publicJwk: facts.publicJwk,
    thumbprint: facts.thumbprint,
  }
}

function nameOf(names: ReadonlyMap<number, string>, item: CborItem | null): string | null {
  const value = integerOf(item)
  return value === null ? null : (names.get(value) ?? null)
}

function encoded(item: CborItem | null): string | null {
  const bytes = bytesOf(item)
  return bytes && toBase64url(bytes)
}
