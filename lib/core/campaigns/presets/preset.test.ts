import { describe, expect, it } from 'vitest'
import type { RequestContext } from '../../engine/endpoints/request-context'
import { isPossiblePreset } from '.'
import { installationOf } from './preset'

/** An installation whose verifier certificate has these names; `null` if it cannot currently be read. */
const at = (baseUrl: string, names: readonly string[] | null, { x5c = ['leaf'], scopes = new Map() } = {}) =>
  ({
    settings: { baseUrl, scopeAliases: scopes },
    ports: {
      verifierKeys: { requestSigner: { x5c } },
      trustAnchors: () => () =>
        names === null ? { readable: false } : { readable: true, certificates: [{ subjectAlternativeNames: names }] },
    },
  }) as unknown as Pick<RequestContext, 'settings' | 'ports'>

const ourNames = ['DNS:capture.example']

describe('an installation', () => {
  it.each([
    ['https://capture.example', ourNames, true],
    ['https://capture.example:3000', ourNames, true],
    ['https://other.example', ourNames, false],
    ['https://capture.example', [], false],
    ['http://192.0.2.1', ['IP:192.0.2.1'], false],
  ])('at %s with a certificate for %j names its host: %s', (baseUrl, names, namesHost) => {
    expect(installationOf(at(baseUrl, names)).namesHost).toBe(namesHost)
  })

  it('leaves out what a certificate of its operator cannot show, and the rest of the campaign stays', () => {
    const own = installationOf(at('https://capture.example', ['DNS:verifier.example']))
    for (const id of ['x509_san_dns', 'san_dns_mismatch', 'san_dns_foreign_host', 'san_dns_under_haip', 'scope'])
      expect([id, isPossiblePreset(id, own)]).toEqual([id, false])
    expect(isPossiblePreset('verifier_attestation', own)).toBe(true)
    const whole = installationOf(at('https://capture.example', ourNames, { scopes: new Map([['pid', {}]]) }))
    for (const id of ['x509_san_dns', 'san_dns_under_haip', 'scope']) expect(isPossiblePreset(id, whole)).toBe(true)
  })

  it('remembers that it names its host where the certificate cannot be read, and no other answer', () => {
    const x5c = ['leaf']
    const read = (names: readonly string[] | null) =>
      installationOf(at('https://capture.example', names, { x5c })).namesHost
    expect([read(null), read(ourNames), read(null)]).toEqual([false, true, true])
    expect(installationOf(at('https://other.example', null, { x5c })).namesHost).toBe(false)
  })
})
