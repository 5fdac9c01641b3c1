import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import type { Exchange } from '../../../shared/http/exchange'
import { readForm } from '../../../shared/http/read-form'
import { utf8 } from '../../../shared/values/base64url'
import { issuerConfiguration } from '../../configurations'
import type { IssuerInPlay } from '../../configurations/issuer-in-play'
import { readAuthorizationDetails } from './authorization-details'

const configuration = issuerConfiguration('eu-pid-jwt-proof-only')!

const [first, second] = configuration.credentialConfigurations.map(({ id }) => id)

const issuer = (more: object = {}) =>
  ({
    configuration,
    identifier: 'https://issuer.example/lab/x',
    options: { authorization_servers: 'self' },
    readsAuthorizationDetails: true,
    ...more,
  }) as unknown as IssuerInPlay

const read = (text: string, at = issuer()) => {
  const body = utf8(new URLSearchParams({ authorization_details: text }).toString())
  const headers = [['Content-Type', 'application/x-www-form-urlencoded']]
  const exchange = { headers, body, bodyBytes: body.length, bodyOverflow: false, query: null } as unknown as Exchange
  return readAuthorizationDetails(readForm(exchange), { issuer: at, offered: first!, request: 'authorization' })
}

const entry = (more: object) => ({ type: 'openid_credential', credential_configuration_id: first, ...more })

it('names the configurations of the metadata, and what stands beside them', () => {
  expect(
    read(JSON.stringify([entry({}), entry({ credential_configuration_id: 'x', locations: ['y'] }), { type: 'z' }])),
  ).toMatchObject({
    configurations: [first],
    known: [first, second],
    locations: [undefined, ['y']],
    location: null,
  })
})

it('is not read by an issuer that does not announce it', () => {
  expect(read('[]', issuer({ readsAuthorizationDetails: false }))).toBeNull()
})

it('must name the issuer where its metadata lists servers', () => {
  expect(read('[]', issuer({ options: { authorization_servers: 'listed' } }))?.location).toBe(
    'https://issuer.example/lab/x',
  )
  expect(read('[]', issuer({ options: { authorization_servers: 'self' } }))?.location).toBeNull()
})

it('never throws', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      // An empty parameter counts as omitted. RFC6749-3.1
      expect(read(text)?.configurations ?? []).toEqual([])
    }),
    runs(),
  )
})
