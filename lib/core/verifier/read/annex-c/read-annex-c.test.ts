import { createHash } from 'node:crypto'
import { cborEncode } from '@owf/mdoc'
import { describe, expect, it } from 'vitest'
import { responseKeys } from '@/lib/adapters/crypto/decrypter'
import { digest, isPublicKey } from '@/lib/adapters/crypto/ports'
import { type AnnexCChanges, annexCTranscriptOf, readEncryptionInfo, sealAnnexC } from '@/lib/testing/presented/annex-c'
import { makeDeviceResponseBytes, mdocParties } from '@/lib/testing/presented/make-device-response'
import { toBase64url } from '../../../shared/values/base64url'
import { annexCTranscript } from './annex-c-reading'
import { makeEncryptionInfo } from './device-request'
import { type AnnexCInput, readAnnexC } from './read-annex-c'

const keys = responseKeys(new Uint8Array(32))
const newKey = async () => {
  const made = await keys.createResponseKey()
  const opened = await keys.openResponseKey(made.sealed)
  return { publicJwk: { ...made.publicJwk }, open: opened!.openHpke }
}
const [own, other] = [await newKey(), await newKey()]
const origin = 'https://verifier.example'
const nonce = 'bm9uY2Utb2YtdGhpcy1lbnRyeS1vZi0zMi1ieXRlcyE'
const encryptionInfo = makeEncryptionInfo(nonce, { kty: 'EC', crv: 'P-256', x: own.publicJwk.x, y: own.publicJwk.y })
const binding = { encryptionInfo, origin }
const input: AnnexCInput = { ...binding, open: own.open, openOthers: [other.open], ports: { digest, isPublicKey } }
const plaintext = makeDeviceResponseBytes(await mdocParties())
const transcript = annexCTranscriptOf(encryptionInfo, origin)
const sha256 = (bytes: Uint8Array) => new Uint8Array(createHash('sha256').update(bytes).digest())

const read = async (changes: AnnexCChanges = {}, text = plaintext) =>
  readAnnexC({ response: await sealAnnexC(text, binding, changes) }, input)

describe('encryptionInfo and the transcript', () => {
  it('hold what an independent CBOR library finds in them', () => {
    const found = readEncryptionInfo(encryptionInfo)
    expect(found.name).toBe('dcapi')
    expect(toBase64url(found.nonce)).toBe(nonce)
    expect(found.publicJwk).toEqual({ kty: 'EC', crv: 'P-256', x: own.publicJwk.x, y: own.publicJwk.y })
    expect(annexCTranscript(binding, digest)).toEqual(transcript)
  })

  it('are bound to the text of encryptionInfo, as mdoc-ts has it', () => {
    const text = 'gmVkY2FwaaJlbm9uY2VQAAECAwQFBgcICQoLDA0OD3JyZWNpcGllbnRQdWJsaWNLZXmkAQIgASFYIA'
    const hash = 'b1d05b3cc73cfcc4ad210f14dc039258ba01a46832e929c0b336845c59f56c92'
    const made = annexCTranscript({ encryptionInfo: text, origin: 'https://verifier.example.com' }, digest)
    expect(Buffer.from(made).toString('hex')).toBe(`83f6f6826564636170695820${hash}`)
  })

  it('send the characters of a nonce that is not base64url', () => {
    const { x, y } = own.publicJwk
    const info = makeEncryptionInfo('a.tester~chose-this', { kty: 'EC', crv: 'P-256', x, y })
    expect(Buffer.from(readEncryptionInfo(info).nonce).toString()).toBe('a.tester~chose-this')
  })
})

describe('an answer of Annex C', () => {
  it('opens with the key of its entry', async () => {
    expect(await read()).toMatchObject({
      textError: null,
      structureError: null,
      enc: { bytes: 65, form: 4, valid: true },
      opened: true,
      variant: null,
      plaintext: { form: 'map', bytes: plaintext.length, deviceResponse: toBase64url(plaintext) },
      otherMembers: [],
    })
  })

  it.each<[string, (text: string) => unknown, string]>([
    ['padding', (text) => `${text}${'='.repeat(4 - (text.length % 4))}`, 'It is padded.'],
    [
      'the other alphabet',
      (text) => `${text.replaceAll('-', '+').replaceAll('_', '/')}\n`,
      'It is base64 of another alphabet, or has white space in it.',
    ],
    ['another type', (text) => [text], 'The member response is no text.'],
    ['nothing', () => undefined, 'The member response is absent.'],
    ['no text in it', () => '', 'The text is empty.'],
    ['other characters', () => 'ä', 'It has other characters, or a length that base64url cannot have.'],
  ])('tells %s', async (_what, change, error) => {
    const response = change(await sealAnnexC(plaintext, binding)) as string
    const reading = readAnnexC(response === undefined ? {} : { response }, input)
    expect(String(reading.textError)).toBe(error)
    expect(reading.opened).toBe(error.includes('padded') || error.includes('alphabet'))
  })

  it.each<[string, AnnexCChanges, string, boolean]>([
    ['another name', { name: 'DCAPI' }, 'Its first item is not the text dcapi.', true],
    ['a third item', { items: (items) => items.push(1) }, 'It is an array of 3 items.', true],
    ['bytes at the end', { finish: (bytes) => Uint8Array.of(...bytes, 0) }, 'Bytes follow it.', true],
    ['no map', { items: (items) => items.splice(1, 1, 'sealed') }, 'Its second item is no map.', false],
    [
      'no enc',
      { items: (items) => (items[1] as Map<string, unknown>).delete('enc') },
      'It has no byte string enc.',
      false,
    ],
    [
      'no ciphertext',
      { items: (items) => (items[1] as Map<string, unknown>).set('cipherText', 'text') },
      'It has no byte string cipherText.',
      false,
    ],
    ['a map', { finish: () => Uint8Array.of(0xa0) }, 'It is no array.', false],
    ['an end too early', { finish: (bytes) => bytes.subarray(0, 40) }, 'It is no CBOR that can be read.', false],
  ])('tells a structure with %s', async (_what, changes, error, opened) => {
    const reading = await read(changes)
    expect(String(reading.structureError)).toBe(error)
    expect(reading.opened).toBe(opened)
  })

  it('names further members beside enc and cipherText, and opens', async () => {
    const items = (made: unknown[]) => (made[1] as Map<unknown, unknown>).set('aad', 'x').set(7, 'y')
    expect(await read({ items })).toMatchObject({ structureError: null, opened: true, furtherMembers: ['aad', null] })
  })

  it('tells a key that is no uncompressed point on the curve', async () => {
    const compress = (enc: Uint8Array) => Uint8Array.of(2 + ((enc[64] ?? 0) & 1), ...enc.subarray(1, 33))
    expect((await read({ enc: compress })).enc).toMatchObject({ bytes: 33, valid: false })
    expect((await read({ enc: (enc) => enc.with(64, (enc[64] ?? 0) ^ 1) })).enc).toEqual({
      bytes: 65,
      form: 4,
      valid: false,
    })
    expect((await read({ enc: () => new Uint8Array() })).enc).toEqual({ bytes: 0, form: null, valid: false })
  })

  it.each<[string, AnnexCChanges, string | null]>([
    ['empty_info', { info: new Uint8Array() }, 'empty_info'],
    ['the hash of the handover', { info: sha256(cborEncode([encryptionInfo, origin])) }, 'hash_as_info'],
    ['the hash of the transcript', { info: sha256(transcript) }, 'hash_as_info'],
    ['a slash', { info: annexCTranscriptOf(encryptionInfo, `${origin}/`) }, 'origin_with_slash'],
    [
      'padding',
      { info: annexCTranscriptOf(`${encryptionInfo}${'='.repeat(4 - (encryptionInfo.length % 4))}`, origin) },
      'padded_encryption_info',
    ],
    ['aad', { aad: transcript }, 'transcript_as_aad'],
    ['aad alone', { aad: transcript, info: new Uint8Array() }, 'transcript_as_aad'],
    ['another entry', { to: other.publicJwk }, 'key_of_another_entry'],
    ['another origin', { info: annexCTranscriptOf(encryptionInfo, 'https://other.example') }, null],
  ])('does not open with %s, and says so', async (_what, changes, variant) => {
    expect(await read(changes)).toMatchObject({ opened: false, variant, plaintext: null })
  })

  it('opens with no key where that was deleted', async () => {
    const response = await sealAnnexC(plaintext, binding)
    expect(readAnnexC({ response }, { ...input, open: null })).toMatchObject({ opened: false, variant: null })
  })

  it('tells a plaintext that is the text of a DeviceResponse, or none at all', async () => {
    expect((await read({}, Buffer.from(toBase64url(plaintext)))).plaintext).toMatchObject({
      form: 'base64url',
      deviceResponse: toBase64url(plaintext),
    })
    expect((await read({}, Uint8Array.of(0x80))).plaintext).toEqual({ form: 'other', bytes: 1, deviceResponse: null })
    expect((await read({}, new Uint8Array())).plaintext).toEqual({ form: 'other', bytes: 0, deviceResponse: null })
  })

  it('names other members', async () => {
    const data = { response: await sealAnnexC(plaintext, binding), vp_token: {} }
    expect(readAnnexC(data, input)).toMatchObject({ opened: true, otherMembers: ['vp_token'] })
  })
})
