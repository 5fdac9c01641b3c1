import { generateKeyPairSync, type JsonWebKey, type KeyObject, sign, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeOwnCertificate } from '@/lib/testing/own-certificate'
import { runs } from '@/scripts/thorough.mjs'
import { logoPngBase64 } from '../../issuer/configurations/logo'
import {
  isPrivateKeyDer,
  privateKeysIn,
  privateKeysInSteps,
  textWithoutPrivateKeys,
  withoutPrivateKeys,
} from './private-keys'

type Pair = { readonly publicKey: KeyObject; readonly privateKey: KeyObject }

const pairs: readonly (readonly [name: string, pair: Pair])[] = [
  ['P-256', generateKeyPairSync('ec', { namedCurve: 'P-256' })],
  ['P-521', generateKeyPairSync('ec', { namedCurve: 'P-521' })],
  ['secp256k1', generateKeyPairSync('ec', { namedCurve: 'secp256k1' })],
  ['explicit parameters', generateKeyPairSync('ec', { namedCurve: 'P-256', paramEncoding: 'explicit' })],
  ['Ed25519', generateKeyPairSync('ed25519')],
  ['X25519', generateKeyPairSync('x25519')],
  ['RSA', generateKeyPairSync('rsa', { modulusLength: 2048 })],
  ['RSA-PSS', generateKeyPairSync('rsa-pss', { modulusLength: 2048 })],
]

const derOf = (key: KeyObject, type: string): Buffer => key.export({ type: type as 'pkcs8', format: 'der' })

const derHook = { exports: {} as { withoutPrivateKeys: (value: unknown, instead: () => unknown) => unknown } }

new Function(
  'module',
  readFileSync(new URL('../../../../pb_hooks/scoreboard/private-keys.js', import.meta.url), 'utf8'),
)(derHook)

describe('a private key in DER', () => {
  it.each(pairs)('is told from its public key: %s', (name, { publicKey, privateKey }) => {
    const types = ['pkcs8', ...(/^(P-|secp|explicit)/.test(name) ? ['sec1'] : []), ...(name === 'RSA' ? ['pkcs1'] : [])]
    for (const type of types) expect([type, isPrivateKeyDer(derOf(privateKey, type))]).toEqual([type, true])
    expect(isPrivateKeyDer(derOf(publicKey, 'spki'))).toBe(false)
    if (name === 'RSA') expect(isPrivateKeyDer(derOf(publicKey, 'pkcs1'))).toBe(false)
  })

  it('is no certificate, no picture, and none of what starts like any of these', async () => {
    const { chain } = await makeOwnCertificate()
    const pems = chain.match(/-----BEGIN[\s\S]*?-----END CERTIFICATE-----/g) ?? []
    expect(pems.length).toBeGreaterThan(0)
    const others = [...pems.map((pem) => new X509Certificate(pem).raw), Buffer.from(logoPngBase64, 'base64')]
    for (const bytes of others)
      for (const start of [bytes, ...Array.from({ length: 40 }, (_, at) => bytes.subarray(at))])
        expect(isPrivateKeyDer(start)).toBe(false)
  })

  it('is not seen in other bytes, SD-JWTs and mdocs among them, whatever their length', () => {
    const sdJwtPart = fc.json().map((json) => Buffer.from(json))
    const cbor = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from([0xa2, 0x6a, ...bytes]))
    const sequence = fc.uint8Array({ maxLength: 120 }).map((bytes) => Buffer.from([0x30, bytes.length, ...bytes]))
    fc.assert(
      fc.property(fc.array(fc.oneof(sdJwtPart, cbor, sequence), { minLength: 1, maxLength: 3 }), (parts) => {
        const text = parts.map((part) => part.toString('base64url')).join('~')
        expect(parts.map(isPrivateKeyDer)).not.toContain(true)
        expect(privateKeysIn(text)).toEqual([])
      }),
      runs(),
    )
  })

  it('is the same for the hook, also where a byte of it is another', () => {
    const keys = pairs.flatMap(([name, { privateKey }]) => [
      derOf(privateKey, 'pkcs8'),
      ...(name === 'RSA' ? [derOf(privateKey, 'pkcs1')] : []),
      ...(name === 'P-256' ? [derOf(privateKey, 'sec1')] : []),
    ])
    fc.assert(
      fc.property(
        fc.constantFrom(...keys),
        fc.nat(60),
        fc.nat(255),
        fc.option(fc.nat(200)),
        (key, at, byte, length) => {
          const bytes = Uint8Array.from(key).slice(0, length ?? undefined)
          if (at < bytes.length) bytes[at] = byte
          const text = Buffer.from(bytes).toString('base64')
          if (text.length < 40) return
          expect(derHook.exports.withoutPrivateKeys(text, () => 'taken') === 'taken').toBe(isPrivateKeyDer(bytes))
          expect(privateKeysIn(text).length > 0).toBe(isPrivateKeyDer(bytes))
        },
      ),
      runs(),
    )
  })
})

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })

const { privateKey: rsa, publicKey: rsaPublic } = generateKeyPairSync('rsa', { modulusLength: 2048 })

const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })

const jwk = privateKey.export({ format: 'jwk' })

const der = (key: KeyObject, type: 'pkcs8' | 'sec1' | 'pkcs1'): Buffer =>
  key.export({ type: type as 'pkcs8', format: 'der' })

const percent = (text: string): string =>
  [...text].map((one) => `%${one.charCodeAt(0).toString(16).padStart(2, '0')}`).join('')

const without = (key: JsonWebKey, name: string): object =>
  Object.fromEntries(Object.entries(key).filter(([one]) => one !== name))

/** The counterpart in PocketBase's hooks, which strips definitions before visitors see them. */
const hook = { exports: {} as { withoutPrivateKeys: typeof withoutPrivateKeys } }

new Function(
  'module',
  readFileSync(new URL('../../../../pb_hooks/scoreboard/private-keys.js', import.meta.url), 'utf8'),
)(hook)

const ways = { service: withoutPrivateKeys, hook: hook.exports.withoutPrivateKeys }

describe('private keys in a value', () => {
  it.each<[string, unknown]>([
    ['PKCS#8', pem],
    ['SEC1', privateKey.export({ type: 'sec1', format: 'pem' })],
    ['PKCS#1', rsa.export({ type: 'pkcs1', format: 'pem' })],
    ['encrypted', privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' })],
    ['of OpenSSH', '-----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl'],
    ['of OpenPGP', '-----BEGIN PGP PRIVATE KEY BLOCK-----'],
    ['among other text', `see below: ${pem} (end)`],
    ['with written line breaks', String(pem).replaceAll('\n', '\\n')],
    ['an EC JWK', jwk],
    ['an RSA JWK', rsa.export({ format: 'jwk' })],
    ['a symmetric JWK', { kty: 'oct', k: 'c2VjcmV0' }],
    ['JSON in a text', JSON.stringify({ keys: [jwk] })],
    ['JSON in JSON', JSON.stringify({ jwks: JSON.stringify({ keys: [jwk] }) })],
    ['JSON in base64url', Buffer.from(JSON.stringify({ note: pem })).toString('base64url')],
    ['PEM in base64', Buffer.from(String(pem)).toString('base64')],
    ['in the payload of a JWT', `e30.${Buffer.from(JSON.stringify({ jwk })).toString('base64url')}.c2ln`],
    ['as a name', { [String(pem)]: 1 }],
    ['percent-encoded', encodeURIComponent(String(pem))],
    ['percent-encoded in each character', `x${percent(String(pem))}`],
    ['percent-encoded twice', encodeURIComponent(encodeURIComponent(String(pem)))],
    ['of a form', `key=${String(pem).replaceAll(' ', '+')}`],
    ['PKCS#8 in base64', der(privateKey, 'pkcs8').toString('base64')],
    ['PKCS#8 in base64url', der(privateKey, 'pkcs8').toString('base64url')],
    [
      'PKCS#8 in lines',
      (
        der(privateKey, 'pkcs8')
          .toString('base64')
          .match(/.{1,64}/g) ?? []
      ).join('\n'),
    ],
    ['PKCS#8 of Ed25519', der(generateKeyPairSync('ed25519').privateKey, 'pkcs8').toString('base64url')],
    ['PKCS#8 of RSA', der(rsa, 'pkcs8').toString('base64')],
    ['SEC1 in base64', der(privateKey, 'sec1').toString('base64')],
    ['PKCS#1 in base64', der(rsa, 'pkcs1').toString('base64')],
    ['DER in JSON in a text', JSON.stringify({ key: der(rsa, 'pkcs1').toString('base64url') })],
    ['DER in base64 twice', Buffer.from(der(privateKey, 'sec1').toString('base64')).toString('base64url')],
    ['an EC JWK without kty', without(jwk, 'kty')],
    ['an OKP JWK without kty', without(generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }), 'kty')],
    ['an RSA JWK without kty', without(rsa.export({ format: 'jwk' }), 'kty')],
    ['a JWK among words', `My keys: ${JSON.stringify({ keys: [publicKey.export({ format: 'jwk' }), jwk] })}, in use.`],
    ['JSON of a text of JSON', JSON.stringify(JSON.stringify(jwk))],
    ['JSON of a text in base64', JSON.stringify(der(privateKey, 'pkcs8').toString('base64'))],
    ['a JWK without kty in a text', JSON.stringify({ jwk: without(jwk, 'kty') })],
    ['a JWK with an object inside, among words', `My key: ${JSON.stringify({ ...jwk, ext: { made: 1 } })}`],
    ['a JWK in an escaped text, among words', `body: ${JSON.stringify(JSON.stringify(jwk))}`],
    ['a JWK as Python prints it', JSON.stringify(jwk).replaceAll('"', "'")],
    ['a JWK as JavaScript writes it', JSON.stringify(jwk).replace(/"(\w+)":/g, '$1: ')],
    ['a JWK as a name', { [JSON.stringify(jwk)]: 1 }],
    ['DER as a name', { [der(privateKey, 'pkcs8').toString('base64')]: 1 }],
  ])('%s', (_name, key) => {
    expect(privateKeysIn(key)).toEqual([[]])
    expect(privateKeysIn({ a: [1, { b: key }], c: key })).toEqual([['a', 1, 'b'], ['c']])
    for (const without of Object.values(ways)) {
      expect(without(key, () => 'taken')).toBe('taken')
      expect(without({ a: [1, { b: key, d: 'kept' }], c: key }, () => 'taken')).toEqual({
        a: [1, { b: 'taken', d: 'kept' }],
        c: 'taken',
      })
    }
  })

  it('are not seen where there are none', () => {
    for (const value of [
      publicKey.export({ type: 'spki', format: 'pem' }),
      publicKey.export({ format: 'jwk' }),
      { d: 'no kty here' },
      { d: 'no', crv: 'P-256' },
      { d: 1, n: 'a', e: 'b' },
      'In%20private%2C BEGIN%20of a key',
      publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
      rsaPublic.export({ type: 'spki', format: 'der' }).toString('base64'),
      rsaPublic.export({ type: 'pkcs1', format: 'der' }).toString('base64url'),
      sign('sha256', Buffer.from('x'), privateKey).toString('base64'),
      // An SNMP message starts alike.
      Buffer.from('302602010104067075626c6963a019020101020100020100300e300c06082b060102010101000500', 'hex').toString(
        'base64',
      ),
      '-----BEGIN CERTIFICATE-----',
      '{"kty": not JSON',
      `My key: ${JSON.stringify(publicKey.export({ format: 'jwk' }))}, and {"d":"it"}`,
      '"kty" and {"d":"x"}',
      `{'kty': 'EC', 'kid': '${jwk.d}'}`,
      `No kty, and d: "${jwk.d}"`,
      { [JSON.stringify(publicKey.export({ format: 'jwk' }))]: 1 },
      null,
      7,
    ])
      for (const without of Object.values(ways)) {
        expect(privateKeysIn(value)).toEqual([])
        expect(without(value, () => 'taken')).toEqual(value)
      }
  })

  it('are looked for in whatever comes, also if it is deep or has many', () => {
    fc.assert(
      fc.property(fc.json(), (text) => void privateKeysIn(JSON.parse(text))),
      runs(),
    )
    let deep: unknown = pem
    for (let level = 0; level < 50_000; level++) deep = [deep]
    expect(privateKeysIn(deep)).toEqual([])
    for (const without of Object.values(ways))
      expect(JSON.stringify(without(deep, (held) => ({ held })))).toMatch(/^\[{101}\{"held":""\}\]{101}$/)
    expect(privateKeysIn(Array(50).fill(pem))).toHaveLength(20)
  })

  it('are looked for in steps, however a text is divided', () => {
    const many = Array.from({ length: 9000 }, () => 'a'.repeat(80))
    const json = [`[${'{},'.repeat(40_000)}1]`, `${'['.repeat(90)}${'1,'.repeat(40_000)}1${']'.repeat(90)}`]
    for (const value of [`${'a'.repeat(43)}.`.repeat(23_000), `${'aB3'.repeat(8)}.`.repeat(40_000), many, ...json]) {
      const steps = privateKeysInSteps(value)
      let turns = 0
      while (!steps.next().done) turns += 1
      expect(turns).toBeGreaterThan(8)
    }
  })

  it('are taken out where they are found, and nowhere else, by the service and by the hook', () => {
    const inText = fc.constantFrom('', 'Moss ', '{"a":[').map((before) => `${before}${pem}`)
    const held = fc.oneof(fc.constantFrom<unknown>(pem, jwk, JSON.stringify({ jwk }), btoa(String(pem))), inText)
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 4 },
        held,
        fc.jsonValue({ maxDepth: 2 }),
        fc.string({ unit: 'binary' }).map((text) => Buffer.from(text.repeat(20)).toString('base64url')),
        fc.array(tie('any'), { maxLength: 3 }),
        fc.dictionary(fc.string(), tie('any'), { maxKeys: 3 }),
      ),
    })).any
    fc.assert(
      fc.property(value, (given) => {
        const [service, ofHook] = Object.values(ways).map((without) => without(given, () => 'taken'))
        expect(ofHook).toEqual(service)
        expect(privateKeysIn(service)).toEqual([])
        if (privateKeysIn(given).length === 0) expect(service).toEqual(given)
      }),
      runs(),
    )
  })

  it('are not looked for without end by the hook: what it has no time for is not shown', () => {
    const taken = ways.hook(Array(3).fill('a word '.repeat(140_000)), () => 'taken') as string[]
    expect(taken.map((text) => text === 'taken')).toEqual([false, false, true])
  })

  it('are sought in a text of any length', () => {
    const text = 'x'.repeat(8 * 1024 * 1024)
    expect(privateKeysIn([text])).toEqual([])
    expect(privateKeysIn([`${text} ${pem}`])).toEqual([[0]])
  })
})

const { privateKey: typedKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })

const typedPem = String(typedKey.export({ type: 'pkcs8', format: 'pem' }))

const typedJwk = typedKey.export({ format: 'jwk' })

const secrets = [typedJwk.d ?? '', ...typedPem.split('\n').slice(1, 3)]

const mark = '[private key, not kept]'

describe('what somebody typed', () => {
  it.each([
    ['a word', 'Payments, 2nd try'],
    ['JSON as it was spelt', '{"a":  [1.0], "kty": "EC"}'],
    ['a public key', JSON.stringify({ ...typedJwk, d: undefined })],
    ['JSON that is not finished', '{"a": [1, '],
  ])('stays without a private key in it: %s', (_name, text) => {
    expect(textWithoutPrivateKeys(text)).toBe(text)
  })

  it('loses the key of JSON alone, wherever it stands', () => {
    const typed = {
      version: 1,
      name: typedPem,
      steps: [{ session: { client_metadata: { jwks: { keys: [typedJwk] } }, flow: 'x' } }],
    }
    expect(JSON.parse(textWithoutPrivateKeys(JSON.stringify(typed)))).toEqual({
      version: 1,
      name: mark,
      steps: [{ session: { client_metadata: { jwks: { keys: [mark] } }, flow: 'x' } }],
    })
  })

  it('loses the key of a text, and keeps the words before it', () => {
    expect(textWithoutPrivateKeys(`see below: ${typedPem}`)).toMatch(/^see below: \[private key, not kept\]/)
    expect(
      textWithoutPrivateKeys(`Proc-Type: 4,ENCRYPTED\n${typedPem.replace('\n', '\nDEK-Info: AES-128-CBC,00\n\n')}`),
    ).toContain(mark)
  })

  it.each([
    ['PEM', typedPem],
    ['PEM with headers', typedPem.replace('\n', '\nDEK-Info: AES-128-CBC,00\n\n')],
    ['PEM that is cut', typedPem.slice(0, 150)],
    ['PEM in JSON that is not finished', `{"private_key": ${JSON.stringify(typedPem)}, `],
    ['a JWK in JSON that is not finished', `${JSON.stringify({ jwk: typedJwk })}, `],
    ['a JWK that is cut', JSON.stringify({ kty: 'EC', d: typedJwk.d }).slice(0, -3)],
    ['base64', Buffer.from(typedPem).toString('base64')],
    ['more than are told apart', JSON.stringify(Array.from({ length: 30 }, () => typedJwk))],
  ])('holds nothing of a private key: %s', (_name, text) => {
    const kept = textWithoutPrivateKeys(text)
    expect(kept).toContain(mark)
    for (const secret of secrets) {
      expect(kept).not.toContain(secret)
      expect(kept).not.toContain(Buffer.from(secret).toString('base64').slice(4, -4))
    }
  })
})
