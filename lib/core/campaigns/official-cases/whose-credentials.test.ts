import { describe, expect, it } from 'vitest'
import type { RequestContext } from '../../engine/endpoints/request-context'
import type { PresentedCredential } from '../deciding-result'
import type { SessionResult } from '../session-result'
import { foundOfOthers, ownCredentials } from './whose-credentials'

const isOurs = ownCredentials({
  settings: { baseUrl: 'https://capture.example' },
  ports: {
    rootCertificate: { der: new Uint8Array([1]) },
    trustKeys: async () => ({ anchor: () => ({ der: 'of the providers' }) }),
    trustAnchors: () => (chain: readonly string[]) => ({
      readable: true,
      certificates: [{ subjectKeyIdentifier: chain[0] === 'AQ==' ? 'root' : chain[0] }],
    }),
  },
} as unknown as RequestContext)

const found = (status: 'pass' | 'fail'): SessionResult['found'] => ({ 'vp.pid.sex': { status, named: null } })
const credential = (index: number, changes: Partial<PresentedCredential>): PresentedCredential => ({
  ...{ subject: { query_id: 'pid', index }, iss: null, authority: null, found: null },
  ...changes,
})
const ours = 'https://capture.example/issuers/eu_pid'

describe('a presented credential', () => {
  it.each([
    [{ iss: ours }, true],
    [{ iss: 'https://capture.example/lab/AAAAAAAAAAAAAAAAAAAAAA' }, true],
    [{ iss: 'https://capture.example.org/issuers/eu_pid' }, false],
    [{ iss: 'https://pid.example' }, false],
    [{ authority: 'root' }, true],
    [{ authority: 'of the providers' }, true],
    [{ authority: 'another' }, false],
    [{}, false],
  ])('of %o is ours: %s', async (changes, expected) => {
    expect(await isOurs(credential(0, changes))).toBe(expected)
  })

  it('of ours alone leaves nothing about others, and no credential leaves all', async () => {
    const all = (presented: readonly PresentedCredential[]) =>
      foundOfOthers({ found: found('fail'), presented }, isOurs)
    expect(await all([credential(0, { iss: ours }), credential(1, { authority: 'root' })])).toBeNull()
    expect(await all([])).toEqual(found('fail'))
    expect(await all([credential(0, { iss: 'https://pid.example' })])).toEqual(found('fail'))
  })

  it('beside one of ours is judged by its own findings', async () => {
    const own = credential(0, { iss: ours, found: found('fail') })
    const foreign = credential(1, { iss: 'https://pid.example', found: found('pass') })
    expect(await foundOfOthers({ found: found('fail'), presented: [own, foreign] }, isOurs)).toEqual(found('pass'))
    const worse = credential(2, { iss: 'https://pid.example', found: found('fail') })
    const presented = [own, foreign, worse]
    expect(await foundOfOthers({ found: found('fail'), presented }, isOurs)).toEqual(found('fail'))
  })
})
