import { describe, expect, it } from 'vitest'
import { thumbprintOf } from './thumbprint'

describe('thumbprintOf', () => {
  it('gives the thumbprint of the example of RFC 7638 section 3.1', () => {
    const n =
      '0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMs' +
      'tn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajr' +
      'n1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw'
    expect(thumbprintOf({ kty: 'RSA', n, e: 'AQAB', alg: 'RS256', kid: '2011-04-29' })).toBe(
      'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs',
    )
  })
  it('has none for what is not a public key', () => {
    expect(thumbprintOf({ kty: 'oct', k: 'AA' })).toBeNull()
    expect(thumbprintOf({ kty: 'EC', crv: 'P-256', x: 'AA' })).toBeNull()
    expect(thumbprintOf({})).toBeNull()
  })
})
