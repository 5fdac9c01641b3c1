import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import {
  isListedServer,
  listedServers,
  offeredServer,
  serverIdentifier,
  serverNamedIn,
  usualServer,
} from './authorization-servers'
import { hasEndpoint } from './issuer-in-play'

const issuer = 'https://issuer.example/lab/AAAAAAAAAAAAAAAAAAAAAA'
const choices = ['self', 'listed', 'two', 'first_dead'] as const

describe('the authorization servers of an issuer', () => {
  it('are none but the issuer where none is listed, and each is an identifier of its own', () => {
    expect(choices.map((choice) => listedServers(issuer, choice))).toEqual([
      null,
      [`${issuer}/as`],
      [issuer, `${issuer}/as`],
      [`${issuer}/gone`, `${issuer}/as`],
    ])
  })

  it('start with one that responds, and an offer names it only where two respond', () => {
    expect(choices.map((choice) => serverIdentifier(issuer, usualServer(choice)))).toEqual([
      issuer,
      `${issuer}/as`,
      issuer,
      `${issuer}/as`,
    ])
    expect(choices.map((choice) => offeredServer(issuer, choice))).toEqual([null, null, issuer, null])
  })

  it('have no endpoint where they are not listed', () => {
    const at = (authorization_servers: (typeof choices)[number], server: 'own' | 'as') =>
      hasEndpoint({ options: { authorization_servers, nonce: 'required' } as never, server }, 'requestToken')
    expect(choices.map((choice) => [at(choice, 'own'), at(choice, 'as')])).toEqual([
      [true, false],
      [false, true],
      [true, true],
      [false, true],
    ])
    expect(isListedServer('two', 'gone')).toBe(false)
  })
})

describe('the server that a path names', () => {
  it.each([
    ['/lab/x/as/token', 'as'],
    ['/.well-known/oauth-authorization-server/lab/x/as', 'as'],
    ['/.well-known/oauth-authorization-server/lab/x/gone', 'gone'],
    ['/lab/x/token', 'own'],
    ['/lab/x/assets', 'own'],
    ['/issuers/as/token', 'own'],
  ])('%s: %s', (path, name) => {
    expect(serverNamedIn(path)).toBe(name)
  })

  it('is one of the three for every text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(['own', 'as', 'gone']).toContain(serverNamedIn(text))
      }),
      runs(),
    )
  })
})
