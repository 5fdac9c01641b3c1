import { generateKeyPairSync } from 'node:crypto'
import { CompactEncrypt } from 'jose'
import { describe, expect, it } from 'vitest'
import { toBase64url, utf8 } from '../values/base64url'
import { decryptJwe, seal, unseal } from './jwe'

const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })

const keyManagement = ['ECDH-ES', 'ECDH-ES+A128KW', 'ECDH-ES+A256KW']

const contentEncryption = ['A128GCM', 'A192GCM', 'A256GCM', 'A128CBC-HS256', 'A256CBC-HS512']

const open = async (jwe: string, algorithms = { keyManagement, contentEncryption }) => {
  const bytes = await decryptJwe({ jwe, privateKey: pair.privateKey, ...algorithms })
  return bytes && Buffer.from(bytes).toString()
}

const encrypt = (alg: string, enc: string, parties: { apu?: Uint8Array; apv?: Uint8Array } = {}) =>
  new CompactEncrypt(utf8('text'))
    .setProtectedHeader({ alg, enc })
    .setKeyManagementParameters(parties)
    .encrypt(pair.publicKey)

describe('a JWE to a key of ours', () => {
  it.each(keyManagement.flatMap((alg) => contentEncryption.map((enc) => [alg, enc] as const)))(
    'opens under %s with %s, and not where they are not named',
    async (alg, enc) => {
      const jwe = await encrypt(alg, enc)
      expect(await open(jwe)).toBe('text')
      expect(
        await open(jwe, { keyManagement, contentEncryption: contentEncryption.filter((other) => other !== enc) }),
      ).toBeNull()
      expect(
        await open(jwe, { keyManagement: keyManagement.filter((other) => other !== alg), contentEncryption }),
      ).toBeNull()
    },
  )

  it('opens whatever bytes name the parties, text or none', async () => {
    for (const apu of [Uint8Array.of(0xff, 0xfe, 0), utf8('Alice')])
      expect(await open(await encrypt('ECDH-ES', 'A128GCM', { apu, apv: Uint8Array.of(0x80) }))).toBe('text')
  })

  it('does not open once its parties were changed', async () => {
    const [header = '', ...rest] = (await encrypt('ECDH-ES', 'A128GCM', { apu: utf8('Alice') })).split('.')
    const changed = { ...JSON.parse(Buffer.from(header, 'base64url').toString()), apu: toBase64url(utf8('Mallo')) }
    expect(await open([toBase64url(utf8(JSON.stringify(changed))), ...rest].join('.'))).toBeNull()
  })

  it('does not open compressed, with an extension, or longer than any body may be', async () => {
    const compressed = await new CompactEncrypt(utf8('text'))
      .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A128GCM', zip: 'DEF' })
      .encrypt(pair.publicKey)
    expect(await open(compressed)).toBeNull()
    const extended = await new CompactEncrypt(utf8('text'))
      .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A128GCM', crit: ['of_ours'], of_ours: true })
      .encrypt(pair.publicKey, { crit: { of_ours: true } })
    expect(await open(extended)).toBeNull()
    const long = await new CompactEncrypt(new Uint8Array(4 * 1024 * 1024))
      .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A128GCM' })
      .encrypt(pair.publicKey)
    expect(long.length).toBeGreaterThan(5 * 1024 * 1024)
    expect(await open(long)).toBeNull()
  })
})

const [key, other] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)]

describe('a sealed text', () => {
  it('never repeats its key stream within a text or between keys', async () => {
    const zeros = '\0'.repeat(96)
    const sealed = await Promise.all([key, other].map((each) => seal({ text: zeros, key: each })))
    const streams = sealed.map((jwe) => Buffer.from(jwe.split('.')[3] ?? '', 'base64url'))
    const blocks = streams.flatMap((stream) => [0, 32, 64].map((at) => stream.subarray(at, at + 32).toString('hex')))
    expect(new Set(blocks).size).toBe(6)
    expect(await unseal({ sealed: sealed[0] ?? '', key })).toBe(zeros)
  })

  it('is another one each time, under the same key too', async () => {
    const sealed = await Promise.all([1, 2, 3].map(() => seal({ text: 'the same', key })))
    expect(new Set(sealed.map((jwe) => jwe.split('.')[3])).size).toBe(3)
  })

  it('opens under no other key, and not as another kind of JWE', async () => {
    expect(await unseal({ sealed: await seal({ text: 'x', key }), key: other })).toBeNull()
    const wrapped = await new CompactEncrypt(Buffer.from('x'))
      .setProtectedHeader({ alg: 'A256KW', enc: 'A256GCM' })
      .encrypt(key)
    expect(await unseal({ sealed: wrapped, key })).toBeNull()
    for (const text of ['', 'x', '....', 'a.b.c.d.e']) expect(await unseal({ sealed: text, key })).toBeNull()
  })
})
