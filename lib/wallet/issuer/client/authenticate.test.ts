import { afterEach, describe, expect, it } from 'vitest'
import { readJws } from '../../jose/jws'
import { generateKey } from '../../jose/key'
import { isObject, type JsonObject } from '../../json'
import type { Received, Scripted } from '../../testing/received'
import { type Script, type ScriptedIssuer, startScriptedIssuer } from '../../testing/scripted-issuer'
import { type IssuanceOptions, runAtIssuer } from '../run-at-issuer'

const open: ScriptedIssuer[] = []
afterEach(async () => {
  for (const issuer of open.splice(0)) await issuer.close()
})

const methods = ['attestation', 'private_key_jwt'] as const
type Method = (typeof methods)[number]

/** An issuer that requires a new DPoP nonce at each first attempt, and offers challenges for attestations. */
async function start(script: Script): Promise<ScriptedIssuer> {
  const attempts = new Map<string, number>()
  let challenges = 0
  const answer = ({ path }: Received, usual: Scripted): Scripted | null => {
    if (path.endsWith('/challenge')) {
      challenges += 1
      return { status: 200, body: { attestation_challenge: `challenge-${challenges}` } }
    }
    if (path.includes('oauth-authorization-server') && isObject(usual.body)) {
      const endpoint = { challenge_endpoint: `${String(usual.body.issuer)}/challenge` }
      const offered = ['none', 'attest_jwt_client_auth', 'private_key_jwt']
      return { ...usual, body: { ...usual.body, ...endpoint, token_endpoint_auth_methods_supported: offered } }
    }
    if (!path.endsWith('/par') && !path.endsWith('/token')) return null
    const attempt = (attempts.get(path) ?? 0) + 1
    attempts.set(path, attempt)
    return attempt % 2 === 0
      ? null
      : { status: 400, headers: { 'DPoP-Nonce': `nonce-${attempt}` }, body: { error: 'use_dpop_nonce' } }
  }
  const issuer = await startScriptedIssuer({ ...script, answer })
  open.push(issuer)
  return issuer
}

const run = ({ deeplink }: ScriptedIssuer, method: Method, options: Partial<IssuanceOptions> = {}) =>
  runAtIssuer({
    deeplink,
    clientKey: generateKey(),
    ...options,
    profile: { clientAuthentication: method, clientId: 'wallet-1', ...options.profile },
  })

/** The claims of the client authentication in each request to an endpoint. */
function proofsAt({ received }: ScriptedIssuer, path: string, method: Method): (JsonObject | undefined)[] {
  return received
    .filter((request) => request.path.endsWith(path))
    .map(({ headers, body }) => {
      const sent =
        method === 'attestation'
          ? headers['oauth-client-attestation-pop']
          : new URLSearchParams(body).get('client_assertion')
      return readJws(String(sent))?.claims
    })
}

describe.each(methods)('a request that is sent again with a DPoP nonce, by a client with %s', (method) => {
  it('authenticates again: each of its proofs has a jti of its own', async () => {
    const issuer = await start({ flow: 'authorization_code', refresh: true })
    const { reason } = await run(issuer, method, { profile: { reissue: true } })
    expect(reason).toBeNull()
    const jtis = ['/par', '/token'].flatMap((path) => proofsAt(issuer, path, method).map((claims) => claims?.jti))
    // Pushed, redeemed and refreshed, twice each.
    expect(jtis).toHaveLength(6)
    for (const jti of jtis) expect(jti).toMatch(/^[A-Za-z0-9_-]{22}$/)
    expect(new Set(jtis).size).toBe(6)
  })

  it('authenticates again with a pre-authorized code', async () => {
    const issuer = await start({})
    expect(await run(issuer, method)).toMatchObject({ reason: null })
    const jtis = proofsAt(issuer, '/token', method).map((claims) => claims?.jti)
    expect(jtis).toHaveLength(2)
    expect(new Set(jtis).size).toBe(2)
  })

  it('is otherwise the same', async () => {
    const issuer = await start({ flow: 'authorization_code' })
    await run(issuer, method)
    for (const path of ['/par', '/token']) {
      const forms = issuer.received
        .filter((request) => request.path.endsWith(path))
        .map(({ body }) => {
          const { client_assertion: _, ...others } = Object.fromEntries(new URLSearchParams(body))
          return others
        })
      expect(forms).toHaveLength(2)
      expect(forms[1]).toEqual(forms[0])
    }
  })
})

describe('a request that is sent again with a DPoP nonce', () => {
  it('answers another challenge for its attestation', async () => {
    const issuer = await start({ flow: 'authorization_code' })
    await run(issuer, 'attestation')
    const challenges = ['/par', '/token'].flatMap((path) => proofsAt(issuer, path, 'attestation'))
    expect(challenges.map((claims) => claims?.challenge)).toEqual([1, 2, 3, 4].map((count) => `challenge-${count}`))
  })

  it.each<[string, Method, JsonObject]>([
    ['vci.wallet_attestation.pop_iss', 'attestation', { iss: 'another-wallet' }],
    ['vci.private_key_jwt.iss_sub', 'private_key_jwt', { iss: 'another-wallet' }],
  ])('misbehaves again, in a proof of its own: %s', async (misbehave, method, wrong) => {
    const issuer = await start({ flow: 'authorization_code' })
    const { log } = await run(issuer, method, { misbehave })
    const proofs = proofsAt(issuer, '/par', method)
    expect(proofs).toMatchObject([wrong, wrong])
    expect(proofs[0]?.jti).not.toBe(proofs[1]?.jti)
    expect(log.filter(({ step }) => step === 'par').map(({ misbehaved }) => misbehaved)).toEqual([true, true])
  })

  it('misbehaves again in its form', async () => {
    const issuer = await start({ flow: 'authorization_code' })
    const { log } = await run(issuer, 'private_key_jwt', { misbehave: 'vci.private_key_jwt.assertion_type' })
    const pushed = issuer.received.filter(({ path }) => path.endsWith('/par'))
    expect(pushed.map(({ body }) => new URLSearchParams(body).has('client_assertion_type'))).toEqual([false, false])
    expect(log.filter(({ step }) => step === 'par').map(({ misbehaved }) => misbehaved)).toEqual([true, true])
  })
})
