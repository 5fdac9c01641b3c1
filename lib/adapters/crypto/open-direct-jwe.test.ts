import { generateKeyPairSync, type JsonWebKey } from 'node:crypto'
import { CompactEncrypt, importJWK } from 'jose'
import { describe, expect, it } from 'vitest'
import { decryptJwe } from '@/lib/core/jose/decrypt-jwe'
import { openDirectJwe } from './open-direct-jwe'

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const keyManagement = ['ECDH-ES', 'ECDH-ES+A128KW']
const contentEncryption = ['A128GCM', 'A192GCM', 'A256GCM', 'A128CBC-HS256']

const openedAtOnce = (jwe: string, accepted = contentEncryption): Buffer | null => {
  const bytes = openDirectJwe(jwe, privateKey, accepted)
  return bytes && Buffer.from(bytes)
}
const openedByLibrary = async (jwe: string): Promise<Buffer | null> => {
  const bytes = await decryptJwe({ jwe, privateKey, keyManagement, contentEncryption })
  return bytes && Buffer.from(bytes)
}

async function encrypt(
  header: { readonly alg?: string; readonly enc: string; readonly [member: string]: unknown },
  parties: { readonly apu?: Uint8Array; readonly apv?: Uint8Array } = {},
  jwk: JsonWebKey = publicKey.export({ format: 'jwk' }),
): Promise<string> {
  const { alg = 'ECDH-ES' } = header
  return new CompactEncrypt(Buffer.from('{"vp_token":{"ü":1}}'))
    .setProtectedHeader({ ...header, alg })
    .setKeyManagementParameters(parties)
    .encrypt(await importJWK({ ...jwk } as Parameters<typeof importJWK>[0], alg))
}

/** The same JWE with another header. What it holds opens no more: its header is authenticated. */
function withHeader(jwe: string, change: (header: Record<string, unknown>) => unknown): string {
  const [header = '', ...rest] = jwe.split('.')
  const changed = JSON.stringify(change(JSON.parse(Buffer.from(header, 'base64url').toString())))
  return [Buffer.from(changed).toString('base64url'), ...rest].join('.')
}

describe('the usual answer, opened at once', () => {
  it.each(['A128GCM', 'A192GCM', 'A256GCM'])('holds what the library finds in it, for %s', async (enc) => {
    for (const parties of [
      {},
      { apu: Buffer.from('Alice'), apv: Buffer.from('Bob') },
      { apu: Uint8Array.of(0xff, 0, 0x80) },
      { apv: Buffer.from('nonce of the request') },
    ])
      for (const others of [{}, { kid: 'ü', typ: 'JWT', cty: 'json' }]) {
        const jwe = await encrypt({ enc, ...others }, parties)
        const opened = openedAtOnce(jwe)
        expect(opened?.toString()).toBe('{"vp_token":{"ü":1}}')
        expect(opened).toEqual(await openedByLibrary(jwe))
        expect(openedAtOnce(jwe, ['A128CBC-HS256'])).toBeNull()
      }
  })

  it('is left to the library where it is not the usual one', async () => {
    const x25519 = generateKeyPairSync('x25519').publicKey.export({ format: 'jwk' })
    for (const jwe of [
      await encrypt({ enc: 'A128CBC-HS256' }),
      await encrypt({ alg: 'ECDH-ES+A128KW', enc: 'A128GCM' }),
      await encrypt({ enc: 'A128GCM', of_wallet: 1 }),
      await encrypt({ enc: 'A128GCM' }, {}, x25519),
    ])
      expect(openedAtOnce(jwe)).toBeNull()
  })

  it('opens nothing that the library refuses', async () => {
    const jwe = await encrypt({ enc: 'A128GCM', kid: 'k' }, { apu: Buffer.from('Alice'), apv: Buffer.from('Bob') })
    const [header = '', key = '', iv = '', ciphertext = '', tag = ''] = jwe.split('.')
    const flipped = (part: string): string => (part.startsWith('A') ? 'B' : 'A') + part.slice(1)
    const wrong = [
      [header, key, flipped(iv), ciphertext, tag].join('.'),
      [header, key, iv, flipped(ciphertext), tag].join('.'),
      [header, key, iv, ciphertext, flipped(tag)].join('.'),
      [header, 'AAAA', iv, ciphertext, tag].join('.'),
      [header, key, iv.slice(0, 12), ciphertext, tag].join('.'),
      [header, key, iv, ciphertext, tag.slice(0, 16)].join('.'),
      [header, key, iv, `${ciphertext}=`, tag].join('.'),
      [header, key, iv, ciphertext, tag, ''].join('.'),
      [header, key, iv, ciphertext].join('.'),
      ...[
        (all: Record<string, unknown>) => ({ ...all, apu: all.apv }),
        (all: Record<string, unknown>) => ({ ...all, apu: 'A' }),
        (all: Record<string, unknown>) => ({ ...all, apu: 7 }),
        (all: Record<string, unknown>) => ({ ...all, enc: 'A256GCM' }),
        (all: Record<string, unknown>) => ({ ...all, enc: 'toString' }),
        (all: Record<string, unknown>) => ({ ...all, epk: null }),
        (all: Record<string, unknown>) => ({ ...all, epk: { ...Object(all.epk), x: Object(all.epk).y } }),
        (all: Record<string, unknown>) => ({ ...all, zip: 'DEF' }),
        () => [],
        () => null,
      ].map((change) => withHeader(jwe, change)),
      '',
      '....',
      'a.b.c.d.e',
    ]
    for (const text of wrong) {
      expect(openedAtOnce(text)).toBeNull()
      expect(await openedByLibrary(text)).toBeNull()
    }
  })
})
