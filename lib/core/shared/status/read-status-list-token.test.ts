import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { verifySignature } from '@/lib/adapters/crypto/ports'
import { certificateReader } from '@/lib/adapters/crypto/read-certificates'
import { signer as signerOf } from '@/lib/adapters/crypto/signer'
import { zlib } from '@/lib/adapters/zlib/zlib'
import { runs } from '@/scripts/thorough.mjs'
import { signJwt } from '../jose/jwt'
import { addSeconds, epochMillis } from '../time/time'
import { utf8 } from '../values/base64url'
import { readStatusListToken } from './read-status-list-token'
import { packStatuses, statusAt } from './status-bits'
import { type StatusListClaims, statusListCwt, statusListJwt } from './status-list-token'

const now = epochMillis(1_795_176_000_000)
const signer = signerOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)
const stranger = signerOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)
const uri = 'https://issuer.example/status/1'
const right: StatusListClaims = {
  uri,
  issuedAt: now,
  expiresAt: addSeconds(now, 86_400),
  ttlSeconds: 60,
  bits: 2,
  compressed: zlib.deflate(packStatuses([[7, 1]], { bits: 2, size: 100 })),
}

const read = (body: Uint8Array, credentialKey: Readonly<Record<string, unknown>> | null = { ...signer.publicJwk }) =>
  readStatusListToken(body, {
    uri,
    now,
    readCertificates: certificateReader([], { now: () => now }),
    verifySignature,
    inflate: zlib.inflate,
    credentialKey,
  })
const jwt = (change: Partial<StatusListClaims> = {}, by = signer) => utf8(statusListJwt({ ...right, ...change }, by))
const raw = (claims: object, header: object = { typ: 'statuslist+jwt' }) =>
  utf8(signJwt({ signer, header: { ...header }, claims: { ...claims } }))

describe('a status list token', () => {
  it('that is right has no problem, and says what it lists', async () => {
    const { problems, list } = await read(jwt())
    expect(problems).toEqual([])
    expect(list && [7, 8, 99, 100].map((index) => statusAt(list.bytes, { bits: list.bits, index }))).toEqual([
      1,
      0,
      0,
      null,
    ])
  })

  it.each<[string, Uint8Array, string[]]>([
    ['of another address', jwt({ uri: `${uri}0` }), ['sub']],
    ['that has expired', jwt({ issuedAt: addSeconds(now, -99), expiresAt: now }), ['expired']],
    ['from the future', jwt({ issuedAt: addSeconds(now, 61) }), ['iat']],
    ['of a stranger', jwt({}, stranger), ['signature']],
    ['with a ttl of nothing', jwt({ ttlSeconds: 0 }), ['ttl']],
    ['that is no ZLIB', jwt({ compressed: Uint8Array.of(1, 2, 3) }), ['compression']],
    ['larger than the bound', jwt({ compressed: zlib.deflate(new Uint8Array(16 * 1024 * 1024 + 1)) }), ['compression']],
    ['that is another kind of token', raw({ sub: uri, iat: 1, status_list: {} }, { typ: 'JWT' }), ['typ', 'list']],
    ['with bits that nobody packs', raw({ sub: uri, iat: 1, status_list: { bits: 3, lst: 'eNo' } }), ['list']],
    ['that is a page', utf8('<!doctype html>'), ['unreadable']],
    ['that is nothing', new Uint8Array(), ['unreadable']],
    ['whose claims are a list', utf8('e30.W10.AAAA'), ['unreadable']],
  ])('%s cannot be relied on', async (_words, body, problems) => {
    expect((await read(body)).problems).toEqual(problems)
  })

  it('without certificates is held to the key of the credential, if that is known', async () => {
    expect((await read(jwt(), null)).problems).toEqual(['no_key'])
  })

  it('as CWT is read with the certificates that it names', async () => {
    const body = statusListCwt(right, { ...signer, x5c: ['AAAA'] })
    // An invalid certificate yields no key; everything else is as in the JWT.
    expect(await read(body)).toMatchObject({ problems: ['no_key'], list: { bits: 2 } })
    expect((await read(body.subarray(1))).problems).toEqual(['unreadable'])
  })

  it('is read or refused, whatever comes, and never throws', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.uint8Array({ maxLength: 200 }),
          fc.tuple(fc.nat(), fc.nat(255)).map(([at, byte]) => {
            const bytes = Uint8Array.from(statusListCwt(right, { ...signer, x5c: ['AAAA'] }))
            bytes[at % bytes.length] = byte
            return bytes
          }),
          fc.json().map((claims) => utf8(`e30.${Buffer.from(claims).toString('base64url')}.AAAA`)),
        ),
        async (body) => {
          expect(Array.isArray((await read(body)).problems)).toBe(true)
        },
      ),
      runs(500),
    )
  })
})
