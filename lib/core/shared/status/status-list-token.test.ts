import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { getListFromStatusListJWT } from '@sd-jwt/jwt-status-list'
import { describe, expect, it } from 'vitest'
import { signer as signerOf } from '@/lib/adapters/crypto/signer'
import { zlib } from '@/lib/adapters/zlib/zlib'
import { type CborMap, CborTag, type CborValue, readCbor } from '@/lib/wallet/formats/mso-mdoc/cbor'
import { epochMillis } from '../time/time'
import { packStatuses } from './status-bits'
import { type StatusListClaims, statusListCwt, statusListJwt } from './status-list-token'

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const leaf = Buffer.from('a certificate')
const signer = { ...signerOf(privateKey), x5c: [leaf.toString('base64')] }
const claims: StatusListClaims = {
  uri: 'https://example.com/statuslists/1',
  issuedAt: epochMillis(1_686_920_170_000),
  expiresAt: epochMillis(2_291_720_170_000),
  ttlSeconds: 43_200,
  bits: 1,
  compressed: zlib.deflate(Uint8Array.of(0xb9, 0xa3)),
}

describe('a status list token', () => {
  it('as JWT says what the example of the specification says', () => {
    // TSL14-5.1
    const [header, payload] = statusListJwt(claims, signer)
      .split('.')
      .slice(0, 2)
      .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as unknown)
    expect(header).toEqual({ typ: 'statuslist+jwt', alg: 'ES256', kid: signer.kid, x5c: signer.x5c })
    expect(payload).toEqual({
      exp: 2291720170,
      iat: 1686920170,
      status_list: { bits: 1, lst: 'eNrbuRgAAhcBXQ' },
      sub: 'https://example.com/statuslists/1',
      ttl: 43200,
    })
  })

  it('as JWT is read by an independent library', () => {
    const bits = 2
    const bytes = packStatuses([[131_071, 2]], { bits, size: 131_072 })
    const list = getListFromStatusListJWT(statusListJwt({ ...claims, bits, compressed: zlib.deflate(bytes) }, signer))
    expect([list.getBitsPerStatus(), list.getStatus(131_071), list.getStatus(131_070)]).toEqual([2, 2, 0])
  })

  it('as CWT has header and claims of the example, under tag 18 and no other', () => {
    // TSL14-5.2
    const token = readCbor(Buffer.from(statusListCwt(claims, signer)))
    if (!(token instanceof CborTag) || !Array.isArray(token.value)) throw new Error('not tagged')
    expect(token.tag).toBe(18)
    const [header, unprotected, payload, signature] = token.value as [Buffer, CborMap, Buffer, Buffer]
    expect(header.toString('hex')).toBe('a2012610781a6170706c69636174696f6e2f7374617475736c6973742b637774')
    expect(unprotected).toEqual(new Map([[33, leaf]]))
    const read = readCbor(payload) as CborMap
    expect(Object.fromEntries([...read].filter(([name]) => name !== 65533))).toEqual({
      2: 'https://example.com/statuslists/1',
      4: 2291720170,
      6: 1686920170,
      65534: 43200,
    })
    // The list in CBOR, as in the specification. TSL14-4.3
    expect(payload.toString('hex')).toContain('a2646269747301636c73744a78dadbb918000217015d')
    const signed = Buffer.concat([
      Buffer.from('846a5369676e617475726531', 'hex'),
      Buffer.from([0x58, header.length]),
      header,
      Buffer.from([0x40, 0x58, payload.length]),
      payload,
    ])
    const key = createPublicKey(publicKey.export({ type: 'spki', format: 'pem' }))
    expect(verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, signature)).toBe(true)
  })

  it('as CWT holds a list that is as long as memory allows, and names a chain of certificates', () => {
    const compressed = new Uint8Array(300_000)
    const token = readCbor(
      Buffer.from(statusListCwt({ ...claims, compressed }, { ...signer, x5c: [...signer.x5c, ...signer.x5c] })),
    ) as CborTag
    const [, unprotected, payload] = token.value as [CborValue, CborMap, Buffer]
    expect(unprotected.get(33)).toEqual([leaf, leaf])
    expect(payload.length).toBeGreaterThan(300_000)
  })

  it('as CWT is not made without a certificate', () => {
    expect(() => statusListCwt(claims, signerOf(privateKey))).toThrow(/certificate/)
  })
})
