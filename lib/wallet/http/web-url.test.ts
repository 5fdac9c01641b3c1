import { describe, expect, it } from 'vitest'
import { requireWebUrl } from './web-url'

describe('a web address', () => {
  it.each(['https://issuer.example/a', 'http://localhost:3000/a', 'http://127.0.0.1', 'http://[::1]:3000'])(
    '%s may be used',
    (url) => {
      expect(requireWebUrl(url, 'It')).toBe(url)
    },
  )

  it.each(['http://issuer.example', 'http://localhost.example', 'file:///a', 'javascript:alert(1)', 'a'])(
    '%s may not be used',
    (url) => {
      expect(() => requireWebUrl(url, 'It')).toThrow(/^It (does not use https|is not a URL)$/)
    },
  )
})
