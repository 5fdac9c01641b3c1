import fc from 'fast-check'
import { CompactEncrypt, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { digest, isPublicKey } from '@/lib/adapters/crypto/ports'
import { runs } from '@/scripts/thorough.mjs'
import { decryptJwe } from '../../../shared/jose/jwe'
import { sessionId } from '../../../shared/ports/ids'
import { toBase64url, utf8 } from '../../../shared/values/base64url'
import { type ResponseJweInput, readResponseJwe } from './read-response-jwe'

const other = sessionId('b8a1c9c2-7e43-4b0e-8a41-1f0c2f5d9e77')
const generate = () => generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true })
type Keys = Awaited<ReturnType<typeof generate>>
let own: Keys
let foreign: Keys
let input: ResponseJweInput
beforeAll(async () => {
  own = await generate()
  foreign = await generate()
  const openWith = (keys: Keys) => (jwe: string) =>
    decryptJwe({
      jwe,
      privateKey: keys.privateKey,
      keyManagement: ['ECDH-ES'],
      contentEncryption: ['A128GCM', 'A256GCM'],
    })
  input = {
    keys: {
      offered: { alg: 'ECDH-ES', kid: 'own', thumbprint: 'own-thumbprint', encValues: ['A128GCM', 'A256GCM'] },
      ofTester: [],
    },
    open: openWith(own),
    misderived: async (jwe) => (jwe.includes('..') ? 'no_kdf' : null),
    otherSession: async (kid) =>
      kid === 'foreign'
        ? { sessionId: other, entry: 1, thumbprint: 'foreign-thumbprint', open: openWith(foreign) }
        : null,
    ports: { digest, isPublicKey },
    seenEphemeralKey: async () => false,
  }
})

const encrypt = (
  text: string,
  { keys = own, kid = 'own', ...header }: { keys?: Keys; kid?: string } & Record<string, unknown> = {},
) =>
  new CompactEncrypt(utf8(text))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid, ...header })
    .encrypt(keys.publicKey)

describe('an encrypted answer', () => {
  it('is opened with the key of its session', async () => {
    const read = await readResponseJwe(await encrypt('{"vp_token":{},"state":"s"}'), input)
    expect(read).toMatchObject({
      compactError: null,
      headerError: null,
      header: { alg: 'ECDH-ES', enc: 'A256GCM', kid: 'own' },
      epk: { facts: { kty: 'EC', crv: 'P-256', valid: true }, seenBefore: false },
      openedWith: 'session',
      otherSession: null,
      otherThumbprint: null,
      payload: { nestedJws: false, parameters: { vp_token: {}, state: 's' }, error: null, duplicates: [] },
    })
  })

  it('to the key of another session is told apart, and its text is not kept', async () => {
    const read = await readResponseJwe(await encrypt('{"a":1}', { keys: foreign, kid: 'foreign' }), input)
    expect(read).toMatchObject({
      openedWith: 'other_session',
      otherSession: other,
      otherEntry: 1,
      otherThumbprint: 'foreign-thumbprint',
      plaintext: null,
    })
  })

  it.each(['own', 'foreign'])('that opened with the key of the %s session came with a key that is one', async (kid) => {
    const keys = kid === 'own' ? own : foreign
    const untold = { ...input, ports: { ...input.ports, isPublicKey: () => false } }
    const { epk } = await readResponseJwe(await encrypt('{}', { keys, kid }), untold)
    expect(epk?.facts).toMatchObject({ valid: true, thumbprint: expect.stringMatching(/^[\w-]{43}$/) })
  })

  it('with a key beside the curve, or in another spelling, opens nowhere and has no valid key', async () => {
    const [encoded = '', ...rest] = (await encrypt('{}')).split('.')
    const { epk, ...header } = JSON.parse(Buffer.from(encoded, 'base64url').toString())
    for (const changed of [
      { ...epk, y: epk.x },
      { ...epk, x: `${epk.x}=` },
    ]) {
      const text = [toBase64url(utf8(JSON.stringify({ ...header, epk: changed }))), ...rest].join('.')
      expect(await readResponseJwe(text, input)).toMatchObject({ openedWith: null, epk: { facts: { valid: false } } })
    }
  })

  it('with a kid of ours and the key of nobody opens nowhere', async () => {
    const read = await readResponseJwe(await encrypt('{}', { keys: await generate() }), input)
    expect(read).toMatchObject({ openedWith: null, payload: null, header: { kid: 'own' } })
  })

  it('that holds a signed JWT is read on', async () => {
    const { privateKey } = await generateKeyPair('ES256')
    const jws = await new SignJWT({ vp_token: {} }).setProtectedHeader({ alg: 'ES256' }).sign(privateKey)
    const { payload } = await readResponseJwe(await encrypt(jws), input)
    expect(payload).toMatchObject({ nestedJws: true, parameters: { vp_token: {} } })
  })

  it.each([
    ['a list', '[]', 'not_an_object'],
    ['no JSON', 'hello', 'not_json'],
  ])('that holds %s says so', async (_name, text, error) => {
    expect((await readResponseJwe(await encrypt(text), input)).payload).toMatchObject({ parameters: null, error })
  })

  it('that names a parameter twice says which', async () => {
    const { payload } = await readResponseJwe(await encrypt('{"state":"a","state":"b"}'), input)
    expect(payload?.duplicates).toEqual(['/state'])
  })

  it('is not opened when it is compressed', async () => {
    const [, ...rest] = (await encrypt('{}')).split('.')
    const header = { alg: 'ECDH-ES', enc: 'A256GCM', zip: 'DEF', epk: await exportJWK(own.publicKey) }
    const read = await readResponseJwe([toBase64url(utf8(JSON.stringify(header))), ...rest].join('.'), input)
    expect(read).toMatchObject({ header: { zip: 'DEF' }, openedWith: null })
  })

  it.each(['', 'a.b.c', 'a.b.c.d.e.f', 'a=.b.c.d.e', '....', 'eyJ9..aa.bb.cc'])(
    '%j is said to be none, or one without a header',
    async (text) => {
      const read = await readResponseJwe(text, input)
      expect(read.compactError ?? read.headerError).not.toBeNull()
      expect(read.openedWith).toBeNull()
    },
  )

  it('never rejects', async () => {
    const part = fc.oneof(
      fc.string(),
      fc.json().map((text) => toBase64url(utf8(text))),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 6 }), async (parts) => {
        expect((await readResponseJwe(parts.join('.'), input)).openedWith).toBeNull()
      }),
      runs(),
    )
  })
})
