import { describe, expect, it } from 'vitest'
import { exampleAnswer, exampleCommand } from './api-reference'

const at = (method: string) => ({ method, baseUrl: 'https://capture.example' })

describe('the command of an example', () => {
  it('posts JSON and forms so that a shell takes them as they are', () => {
    expect(exampleCommand({ target: '/sessions', json: { tx_code: "it's" }, status: 201 }, at('POST'))).toBe(
      "curl https://capture.example/sessions \\\n  -H 'content-type: application/json' \\\n  -d '{\"tx_code\":\"it'\\''s\"}'",
    )
    expect(
      exampleCommand({ target: '/token', headers: { DPoP: 'e' }, form: { a: 'b&c' }, status: 200 }, at('POST')),
    ).toBe("curl https://capture.example/token \\\n  -H 'DPoP: e' \\\n  --data-urlencode 'a=b&c'")
  })

  it('says the method where curl would choose another one, and quotes a query', () => {
    expect(exampleCommand({ target: '/nonce', status: 200 }, at('POST'))).toBe(
      'curl -X POST https://capture.example/nonce',
    )
    expect(exampleCommand({ target: '/authorize?a=b', status: 302 }, at('GET'))).toBe(
      "curl -i 'https://capture.example/authorize?a=b'",
    )
    expect(exampleCommand({ target: '/logo.png', status: 200, mediaType: 'image/png' }, at('GET'))).toBe(
      'curl -O https://capture.example/logo.png',
    )
  })
})

describe('the answer of an example', () => {
  it('has the status, the header fields and the body', () => {
    expect(exampleAnswer({ target: '/', status: 302, answerHeaders: { Location: '/on' } })).toBe(
      'HTTP 302\nLocation: /on',
    )
    expect(exampleAnswer({ target: '/', status: 200, answer: { a: 1 } })).toBe('HTTP 200\n\n{\n  "a": 1\n}')
    expect(exampleAnswer({ target: '/', status: 204 })).toBe('HTTP 204')
    expect(exampleAnswer({ target: '/', status: 200, mediaType: 'image/png' })).toBe(
      'HTTP 200\nContent-Type: image/png',
    )
  })
})
