import { describe, expect, it } from 'vitest'
import { digest } from '@/lib/adapters/crypto/ports'
import { thumbprint } from '../../../jose/jwk'
import { fromBase64url } from '../../../values/base64url'
import { handoverInfo, ownVariant, sessionTranscript } from './session-transcript'

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/** The example of OpenID4VP 1.0, appendix B.2.6.1. */
const example = {
  jwk: {
    kty: 'EC',
    crv: 'P-256',
    x: 'DxiH5Q4Yx3UrukE2lWCErq8N8bqC9CHLLrAwLz5BmE0',
    y: 'XtLM4-3h5o3HUH0MHVJV0kyq0iBlrBwlh8qEDMZ4-Pc',
    use: 'enc',
    alg: 'ECDH-ES',
    kid: '1',
  },
  info: `
    847818783530395f73616e5f646e733a6578616d706c652e636f6d782b6578633767
    426b786a7831726463397564527276654b7653734a4971383061766c58654c486847
    7771744158204283ec927ae0f208daaa2d026a814f2b22dca52cf85ffa8f3f8626c6
    bd669047781c68747470733a2f2f6578616d706c652e636f6d2f726573706f6e7365`,
  transcript: `
    83f6f682714f70656e494434565048616e646f7665725820048bc053c00442af9b8e
    ed494cefdd9d95240d254b046b11b68013722aad38ac`,
}
const input = {
  clientId: 'x509_san_dns:example.com',
  nonce: 'exc7gBkxjx1rdc9udRrveKvSsJIq80avlXeLHhGwqtA',
  responseUri: 'https://example.com/response',
}

/** The example of OpenID4VP 1.0, appendix B.2.6.2, with the same key and nonce. */
const browserExample = {
  info: `
    837368747470733a2f2f6578616d706c652e636f6d782b6578633767426b786a7831
    726463397564527276654b7653734a4971383061766c58654c486847777174415820
    4283ec927ae0f208daaa2d026a814f2b22dca52cf85ffa8f3f8626c6bd669047`,
  transcript: `
    83f6f682764f70656e4944345650444341504948616e646f7665725820fbece366f4
    212f9762c74cfdbf83b8c69e371d5d68cea09cb4c48ca6daab761a`,
}

describe('the session transcript', () => {
  it('is that of the example in OpenID4VP 1.0, byte by byte', async () => {
    const jwkThumbprint = fromBase64url((await thumbprint(example.jwk)) ?? '')
    expect(hex(jwkThumbprint ?? new Uint8Array())).toMatch(/^4283ec92.*669047$/)
    expect(hex(handoverInfo({ ...input, jwkThumbprint }))).toBe(example.info.replaceAll(/\s/g, ''))
    expect(hex(sessionTranscript({ ...input, jwkThumbprint }, digest))).toBe(example.transcript.replaceAll(/\s/g, ''))
  })

  it('holds null in place of the thumbprint for a response in the clear', () => {
    expect(hex(handoverInfo({ ...input, jwkThumbprint: null }))).toContain('f6781c68747470733a2f2f')
  })

  it('of an answer through a browser is that of the example in OpenID4VP 1.0, byte by byte', async () => {
    const jwkThumbprint = fromBase64url((await thumbprint(example.jwk)) ?? '')
    const handover = { ...input, jwkThumbprint, origin: 'https://example.com' }
    expect(hex(handoverInfo(handover))).toBe(browserExample.info.replaceAll(/\s/g, ''))
    expect(hex(sessionTranscript(handover, digest))).toBe(browserExample.transcript.replaceAll(/\s/g, ''))
    expect(ownVariant(handover)).toBe('dc_api')
  })

  it('of an answer through a browser holds null for one in the clear, and neither client id nor response URI', () => {
    const info = handoverInfo({ ...input, jwkThumbprint: null, origin: 'https://example.com' })
    expect(hex(info)).toMatch(/f6$/)
    expect(Buffer.from(info).toString('latin1')).not.toMatch(/x509_san_dns|response/)
  })

  it('of ISO/IEC 18013-7 for browsers holds encryptionInfo as sent and the origin', () => {
    const handover = { ...input, jwkThumbprint: null, origin: 'https://example.com', encryptionInfo: 'gmVkY2FwaQ' }
    expect(hex(handoverInfo(handover))).toBe(
      `82${'6a'}${Buffer.from('gmVkY2FwaQ').toString('hex')}73${Buffer.from('https://example.com').toString('hex')}`,
    )
    expect(hex(sessionTranscript(handover, digest))).toMatch(/^83f6f6826564636170695820[0-9a-f]{64}$/)
    expect(ownVariant(handover)).toBe('annex_c')
  })
})
