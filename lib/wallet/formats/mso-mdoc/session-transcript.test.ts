import { describe, expect, it } from 'vitest'
import { writeCbor } from './cbor'
import { sessionTranscript } from './session-transcript'

describe('the session transcript', () => {
  it('is that of the example of OpenID4VP', () => {
    const transcript = sessionTranscript({
      clientId: 'x509_san_dns:example.com',
      nonce: 'exc7gBkxjx1rdc9udRrveKvSsJIq80avlXeLHhGwqtA',
      jwkThumbprint: Buffer.from('4283ec927ae0f208daaa2d026a814f2b22dca52cf85ffa8f3f8626c6bd669047', 'hex'),
      responseUri: 'https://example.com/response',
    })
    expect(writeCbor(transcript).toString('hex')).toBe(
      '83f6f682714f70656e494434565048616e646f7665725820048bc053c00442af9b8eed494cefdd9d95240d254b046b11b68013722aad38ac',
    )
  })

  it('is that of the example of OpenID4VP for a response that a browser carries', () => {
    const transcript = sessionTranscript({
      clientId: 'x509_san_dns:example.com',
      nonce: 'exc7gBkxjx1rdc9udRrveKvSsJIq80avlXeLHhGwqtA',
      jwkThumbprint: Buffer.from('4283ec927ae0f208daaa2d026a814f2b22dca52cf85ffa8f3f8626c6bd669047', 'hex'),
      responseUri: 'https://example.com/response',
      browser: { origin: 'https://example.com', encryptionInfo: null },
    })
    expect(writeCbor(transcript).toString('hex')).toBe(
      '83f6f682764f70656e4944345650444341504948616e646f7665725820fbece366f4212f9762c74cfdbf83b8c69e371d5d68cea09cb4c48ca6daab761a',
    )
  })
})
