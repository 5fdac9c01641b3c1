import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { textWithoutPrivateKeys } from './private-keys'

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const pem = String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
const jwk = privateKey.export({ format: 'jwk' })
const secrets = [jwk.d ?? '', ...pem.split('\n').slice(1, 3)]
const mark = '[private key, not kept]'

describe('what somebody typed', () => {
  it.each([
    ['a word', 'Payments, 2nd try'],
    ['JSON as it was spelt', '{"a":  [1.0], "kty": "EC"}'],
    ['a public key', JSON.stringify({ ...jwk, d: undefined })],
    ['JSON that is not finished', '{"a": [1, '],
  ])('stays without a private key in it: %s', (_name, text) => {
    expect(textWithoutPrivateKeys(text)).toBe(text)
  })

  it('loses the key of JSON alone, wherever it stands', () => {
    const typed = {
      version: 1,
      name: pem,
      steps: [{ session: { client_metadata: { jwks: { keys: [jwk] } }, flow: 'x' } }],
    }
    expect(JSON.parse(textWithoutPrivateKeys(JSON.stringify(typed)))).toEqual({
      version: 1,
      name: mark,
      steps: [{ session: { client_metadata: { jwks: { keys: [mark] } }, flow: 'x' } }],
    })
  })

  it('loses the key of a text, and keeps the words before it', () => {
    expect(textWithoutPrivateKeys(`see below: ${pem}`)).toMatch(/^see below: \[private key, not kept\]/)
    expect(
      textWithoutPrivateKeys(`Proc-Type: 4,ENCRYPTED\n${pem.replace('\n', '\nDEK-Info: AES-128-CBC,00\n\n')}`),
    ).toContain(mark)
  })

  it.each([
    ['PEM', pem],
    ['PEM with headers', pem.replace('\n', '\nDEK-Info: AES-128-CBC,00\n\n')],
    ['PEM that is cut', pem.slice(0, 150)],
    ['PEM in JSON that is not finished', `{"private_key": ${JSON.stringify(pem)}, `],
    ['a JWK in JSON that is not finished', `${JSON.stringify({ jwk })}, `],
    ['a JWK that is cut', JSON.stringify({ kty: 'EC', d: jwk.d }).slice(0, -3)],
    ['base64', Buffer.from(pem).toString('base64')],
    ['more than are told apart', JSON.stringify(Array.from({ length: 30 }, () => jwk))],
  ])('holds nothing of a private key: %s', (_name, text) => {
    const kept = textWithoutPrivateKeys(text)
    expect(kept).toContain(mark)
    for (const secret of secrets) {
      expect(kept).not.toContain(secret)
      expect(kept).not.toContain(Buffer.from(secret).toString('base64').slice(4, -4))
    }
  })
})
