import { createHash } from 'node:crypto'
import { calculateJwkThumbprint, importJWK, jwtVerify } from 'jose'
import { afterEach, describe, expect, it } from 'vitest'
import { readJws } from '../jose/jws'
import { generateKey } from '../jose/key'
import { objectMember, readJsonObject, stringMember } from '../json'
import type { Received } from '../testing/received'
import {
  configurationId,
  dpopOf,
  type Script,
  type ScriptedIssuer,
  startScriptedIssuer,
} from '../testing/scripted-issuer'
import { runAtIssuer } from './run-at-issuer'

const open: ScriptedIssuer[] = []
const start = async (script?: Script): Promise<ScriptedIssuer> => {
  const issuer = await startScriptedIssuer(script)
  open.push(issuer)
  return issuer
}
afterEach(async () => {
  for (const issuer of open.splice(0)) await issuer.close()
})

const requestTo = ({ received }: ScriptedIssuer, path: string): Received =>
  received.findLast((request) => request.path.endsWith(path))!
const proofOf = (issuer: ScriptedIssuer): string => {
  const proofs = objectMember(readJsonObject(requestTo(issuer, '/credential').body), 'proofs')!
  return [proofs.jwt, proofs.attestation].flat().filter((proof) => typeof proof === 'string')[0]!
}

describe('the pre-authorized code flow', () => {
  it('stores a verified credential and sends the requests in the order of the specification', async () => {
    const issuer = await start()
    const run = await runAtIssuer({ deeplink: issuer.deeplink })
    expect(run.reason).toBeNull()
    expect(run.outcome).toBe('credential_stored')
    expect(issuer.received.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /.well-known/openid-credential-issuer/issuers/test',
      'GET /.well-known/oauth-authorization-server/issuers/test',
      'POST /issuers/test/token',
      'POST /issuers/test/nonce',
      'POST /issuers/test/credential',
      'GET /.well-known/jwt-vc-issuer/issuers/test',
      'GET /issuers/test/credential-jwks.json',
    ])
    expect(run.log.map((exchange) => exchange.status)).toEqual([200, 200, 200, 200, 200, 200, 200])
    expect(run.credentials[0]!.claims).toMatchObject({
      family_name: 'Fabbri',
      birth_family_name: 'Brontë',
      nationalities: ['IT', 'FR'],
    })
    expect(run.credentials[0]!.verified).toMatchObject({
      signedBy: 'x5c_and_issuer_metadata',
      chainTrusted: null,
      disclosures: 8,
    })
  })

  it('fetches an offer that is given by reference', async () => {
    const issuer = await start({ byReference: true })
    const run = await runAtIssuer({ deeplink: issuer.deeplink.replace('openid-credential-offer', 'haip-vci') })
    expect(run.outcome).toBe('credential_stored')
    expect(issuer.received[0]).toMatchObject({
      method: 'GET',
      path: '/offers/1',
      headers: { accept: 'application/json' },
    })
  })

  it('redeems the code anonymously', async () => {
    const issuer = await start()
    await runAtIssuer({ deeplink: issuer.deeplink })
    expect(Object.fromEntries(new URLSearchParams(requestTo(issuer, '/token').body))).toEqual({
      grant_type: 'urn:ietf:params:oauth:grant-type:pre-authorized_code',
      'pre-authorized_code': 'the-code',
    })
  })

  it('sends the transaction code when the offer asks for one, and stops without one', async () => {
    const issuer = await start({ txCode: true })
    expect(await runAtIssuer({ deeplink: issuer.deeplink })).toMatchObject({ outcome: 'stopped_by_wallet' })
    expect(issuer.received.some(({ path }) => path.endsWith('/token'))).toBe(false)
    expect(await runAtIssuer({ deeplink: issuer.deeplink, txCode: '1234' })).toMatchObject({
      outcome: 'credential_stored',
    })
    expect(new URLSearchParams(requestTo(issuer, '/token').body).get('tx_code')).toBe('1234')
  })

  it('asks the nonce endpoint with an empty POST and without token', async () => {
    const issuer = await start()
    await runAtIssuer({ deeplink: issuer.deeplink })
    const { method, body, headers } = requestTo(issuer, '/nonce')
    expect({ method, body }).toEqual({ method: 'POST', body: '' })
    expect(headers).not.toHaveProperty('authorization')
    expect(headers).not.toHaveProperty('content-type')
  })

  it('takes time and keys from its ports', async () => {
    const nowMillis = Date.UTC(2031, 4, 6)
    const issuer = await start({ nowMillis })
    const key = generateKey()
    const run = await runAtIssuer({ deeplink: issuer.deeplink, clock: () => nowMillis, keys: () => key })
    expect(run.outcome).toBe('credential_stored')
    expect(dpopOf(requestTo(issuer, '/token'))!.iat).toBe(nowMillis / 1000)
    expect(run.credentials[0]!.verified.holderThumbprint).toBe(key.thumbprint)
  })
})

describe('the DPoP proofs', () => {
  it('verify with the embedded key and name method, address, token and a nonce of that server', async () => {
    const issuer = await start()
    const run = await runAtIssuer({ deeplink: issuer.deeplink })
    const jtis = new Set<unknown>()
    for (const path of ['/token', '/credential']) {
      const compact = requestTo(issuer, path).headers.dpop
      if (typeof compact !== 'string') throw new Error('no proof')
      const jwk = objectMember(readJws(compact)!.header, 'jwk')!
      expect(Object.keys(jwk).sort()).toEqual(['crv', 'kty', 'x', 'y'])
      const { payload, protectedHeader } = await jwtVerify(compact, await importJWK(jwk, 'ES256'), {
        typ: 'dpop+jwt',
        algorithms: ['ES256'],
      })
      expect(protectedHeader.alg).toBe('ES256')
      expect(payload).toMatchObject({ htm: 'POST', htu: `${issuer.issuer}${path}` })
      expect(payload.jti).toMatch(/^[A-Za-z0-9_-]{22}$/)
      jtis.add(payload.jti)
    }
    expect(jtis.size).toBe(2)
    expect(dpopOf(requestTo(issuer, '/token'))).not.toHaveProperty('ath')
    expect(dpopOf(requestTo(issuer, '/token'))).not.toHaveProperty('nonce')
    const token = stringMember(
      readJsonObject(run.log.find(({ step }) => step === 'token')!.answerBody),
      'access_token',
    )!
    expect(requestTo(issuer, '/credential').headers.authorization).toBe(`DPoP ${token}`)
    expect(dpopOf(requestTo(issuer, '/credential'))).toMatchObject({
      ath: createHash('sha256').update(token).digest('base64url'),
      nonce: 'rs-nonce',
    })
  })

  it('answer a demand for a nonce once, at each server with its own nonce and a new jti', async () => {
    const issuer = await start({
      demandDpopNonce: true,
      answer: ({ path }, usual) => (path.endsWith('/nonce') ? { ...usual, headers: {} } : null),
    })
    const run = await runAtIssuer({ deeplink: issuer.deeplink })
    expect(run.outcome).toBe('credential_stored')
    for (const [path, nonce] of [
      ['/token', 'as-nonce'],
      ['/credential', 'rs-nonce'],
    ] as const) {
      const proofs = issuer.received.filter((request) => request.path.endsWith(path)).map(dpopOf)
      expect(proofs.map((proof) => proof?.nonce)).toEqual([undefined, nonce])
      expect(proofs[0]!.jti).not.toBe(proofs[1]!.jti)
    }
  })

  it('are not repeated for ever when the nonce is never accepted', async () => {
    const issuer = await start({
      answer: ({ path }) =>
        path.endsWith('/token')
          ? { status: 400, headers: { 'DPoP-Nonce': 'x' }, body: { error: 'use_dpop_nonce' } }
          : null,
    })
    const run = await runAtIssuer({ deeplink: issuer.deeplink })
    expect(run).toMatchObject({ outcome: 'refused_by_issuer', refusal: { status: 400, error: 'use_dpop_nonce' } })
    expect(issuer.received.filter(({ path }) => path.endsWith('/token'))).toHaveLength(2)
  })
})

describe('the proof', () => {
  it('names the issuer, the nonce and the key, and no client', async () => {
    const issuer = await start()
    await runAtIssuer({ deeplink: issuer.deeplink })
    const { header } = readJws(proofOf(issuer))!
    expect(Object.keys(header).sort()).toEqual(['alg', 'jwk', 'typ'])
    const { payload } = await jwtVerify(proofOf(issuer), await importJWK(objectMember(header, 'jwk')!, 'ES256'), {
      typ: 'openid4vci-proof+jwt',
      audience: issuer.issuer,
    })
    expect(Object.keys(payload).sort()).toEqual(['aud', 'iat', 'nonce'])
    expect(payload.nonce).toMatch(/^c-nonce-/)
  })

  it('carries a key attestation of another party where the issuer requires it', async () => {
    const issuer = await start({ keyAttestations: true })
    const run = await runAtIssuer({ deeplink: issuer.deeplink, profile: { attestedKeys: 3 } })
    expect(run.reason).toBeNull()
    expect(run.credentials).toHaveLength(3)
    const proof = readJws(proofOf(issuer))!
    const attestation = readJws(stringMember(proof.header, 'key_attestation')!)!
    expect(attestation.header).toMatchObject({ typ: 'key-attestation+jwt', alg: 'ES256' })
    expect(attestation.header.x5c).toHaveLength(1)
    expect(attestation.claims).toMatchObject({ nonce: proof.claims.nonce, key_storage: ['iso_18045_moderate'] })
    expect(attestation.claims.attested_keys).toHaveLength(3)
    expect(await calculateJwkThumbprint(objectMember(proof.header, 'jwk')!)).toBe(
      run.credentials[0]!.verified.holderThumbprint,
    )
  })

  it('is attested by one provider in all runs of a day, and by another where a stranger is asked for', async () => {
    const issuer = await start({ keyAttestations: true })
    const now = Date.now()
    const providerOf = async (clock: number, walletProvider: 'own' | 'stranger' = 'own') => {
      await runAtIssuer({ deeplink: issuer.deeplink, clock: () => clock, profile: { walletProvider } })
      return readJws(stringMember(readJws(proofOf(issuer))!.header, 'key_attestation')!)!.header.x5c
    }
    const [first, later, stranger, stranger2, nextDay, before] = [
      await providerOf(now),
      await providerOf(now + 3_600_000),
      await providerOf(now, 'stranger'),
      await providerOf(now, 'stranger'),
      await providerOf(now + 86_400_001),
      await providerOf(now),
    ]
    expect(later).toEqual(first)
    expect(new Set([first, stranger, stranger2, nextDay, before].map(String)).size).toBe(5)
  })

  it('may name the key by index, by thumbprint, by certificate, or be the attestation itself', async () => {
    const issuer = await start({ keyAttestations: true })
    const profiles = [
      { keyReference: 'kid' },
      { keyReference: 'thumbprint' },
      { keyReference: 'x5c' },
      { proof: 'attestation' },
    ] as const
    for (const profile of profiles) {
      const run = await runAtIssuer({ deeplink: issuer.deeplink, profile })
      expect(run.reason).toBeNull()
      const { header } = readJws(proofOf(issuer))!
      if ('proof' in profile) expect(header.typ).toBe('key-attestation+jwt')
      else if (profile.keyReference === 'x5c') expect(header.x5c).toHaveLength(1)
      else if (profile.keyReference === 'kid') expect(header.kid).toBe('0')
      else expect(header.kid).toBe(run.credentials[0]!.verified.holderThumbprint)
      expect(header).not.toHaveProperty('jwk')
    }
  })

  it('repeats the client_id as iss when the token request carried one', async () => {
    const issuer = await start()
    await runAtIssuer({ deeplink: issuer.deeplink, profile: { clientId: 'wallet-1' } })
    expect(new URLSearchParams(requestTo(issuer, '/token').body).get('client_id')).toBe('wallet-1')
    expect(readJws(proofOf(issuer))!.claims.iss).toBe('wallet-1')
  })

  it('is made again with a fresh nonce after invalid_nonce, once', async () => {
    let refusals = 1
    const issuer = await start({
      answer: ({ path }) =>
        path.endsWith('/credential') && refusals-- > 0 ? { status: 400, body: { error: 'invalid_nonce' } } : null,
    })
    expect(await runAtIssuer({ deeplink: issuer.deeplink })).toMatchObject({ outcome: 'credential_stored' })
    expect(issuer.received.filter(({ path }) => path.endsWith('/nonce'))).toHaveLength(2)
    const nonces = issuer.received
      .filter(({ path }) => path.endsWith('/credential'))
      .map(({ body }) => readJsonObject(body))
    expect(nonces[0]).not.toEqual(nonces[1])
  })
})

describe('what an issuer answers', () => {
  const ended = async (script: Script) => {
    const run = await runAtIssuer({ deeplink: (await start(script)).deeplink })
    return { outcome: run.outcome, reason: run.reason, refusal: run.refusal }
  }
  const when = (end: string, answer: { status: number; headers?: Record<string, string>; body: unknown }): Script => ({
    answer: ({ path }) => (path.endsWith(end) ? answer : null),
  })

  it('is reported as refusal with its code, sentence and link', async () => {
    const body = {
      error: 'invalid_grant',
      error_description: 'The code is spent',
      error_uri: 'https://example.com/checks/x',
    }
    expect(await ended(when('/token', { status: 400, body }))).toEqual({
      outcome: 'refused_by_issuer',
      reason: 'token: 400 invalid_grant',
      refusal: { status: 400, ...body },
    })
  })

  it('ends the run when a metadata document speaks for another issuer', async () => {
    const issuerMetadata = '/.well-known/openid-credential-issuer/issuers/test'
    expect(
      await ended(when(issuerMetadata, { status: 200, body: { credential_issuer: 'https://example.com' } })),
    ).toMatchObject({
      outcome: 'stopped_by_wallet',
      reason: 'The credential_issuer of the metadata is not the one of the offer',
    })
    const asMetadata = '/.well-known/oauth-authorization-server/issuers/test'
    expect(await ended(when(asMetadata, { status: 200, body: { issuer: 'https://example.com' } }))).toMatchObject({
      outcome: 'stopped_by_wallet',
      reason: 'The issuer of the authorization server metadata is another one',
    })
  })

  it('ends the run when the token is not bound to the key', async () => {
    expect(
      await ended(when('/token', { status: 200, body: { access_token: 'a', token_type: 'Bearer' } })),
    ).toMatchObject({
      outcome: 'stopped_by_wallet',
      reason: 'The access token is not of type DPoP',
    })
  })

  it('may write the token type in any case', async () => {
    expect(await ended(when('/token', { status: 200, body: { access_token: 'a', token_type: 'dpop' } }))).toMatchObject(
      {
        outcome: 'credential_stored',
      },
    )
  })

  it('ends the run when there is no nonce, no token or no credential in it', async () => {
    for (const end of ['/nonce', '/token', '/credential']) {
      expect(await ended(when(end, { status: 200, body: {} }))).toMatchObject({ outcome: 'stopped_by_wallet' })
    }
  })

  it('ends the run when the offered configuration is not in the metadata', async () => {
    const script: Script = {
      answer: ({ path }, usual) =>
        path.includes('openid-credential-issuer')
          ? { ...usual, body: JSON.stringify(usual.body).replaceAll(configurationId, 'other') }
          : null,
    }
    expect(await ended(script)).toMatchObject({
      outcome: 'stopped_by_wallet',
      reason: 'The offered credential configuration is not in the issuer metadata',
    })
  })

  it('is not waited for when nobody listens', async () => {
    const issuer = await startScriptedIssuer()
    await issuer.close()
    const run = await runAtIssuer({ deeplink: issuer.deeplink })
    expect(run.outcome).toBe('stopped_by_wallet')
    expect(run.log).toMatchObject([{ step: 'issuer_metadata', status: null }])
  })
})

describe('an unusable credential', () => {
  const reason = async (script: Script, options: { trustAnchors?: string[] } = {}) => {
    const run = await runAtIssuer({ deeplink: (await start(script)).deeplink, ...options })
    expect(run.credentials).toEqual([])
    expect(run.outcome).toBe('stopped_by_wallet')
    return run.reason
  }

  it('with a broken signature is not stored', async () => {
    const swap = (credential: string) => {
      const [jwt = '', ...rest] = credential.split('~')
      const [head, body, signature = ''] = jwt.split('.')
      return [
        [head, body, Buffer.from(signature, 'base64url').reverse().toString('base64url')].join('.'),
        ...rest,
      ].join('~')
    }
    expect(await reason({ tamper: swap })).toBe('The signature of the credential does not verify with its certificate')
  })

  it('bound to another key is not stored', async () => {
    expect(await reason({ credential: (options) => ({ ...options, holder: generateKey().publicJwk }) })).toBe(
      'The credential is not bound to a key of this wallet',
    )
  })

  it('of another type is not stored', async () => {
    expect(await reason({ credential: (options) => ({ ...options, payload: { vct: 'urn:other' } }) })).toBe(
      'The vct of the credential is not the one asked for',
    )
  })

  it('that is expired or not valid yet is not stored', async () => {
    expect(await reason({ credential: (options) => ({ ...options, payload: { exp: options.now - 1 } }) })).toBe(
      'The credential is expired',
    )
    expect(await reason({ credential: (options) => ({ ...options, payload: { nbf: options.now + 3600 } }) })).toBe(
      'The credential is not valid yet',
    )
  })

  it('with a disclosure that no digest covers is not stored', async () => {
    const extra = Buffer.from(JSON.stringify(['salt', 'given_name', 'Eve'])).toString('base64url')
    expect(await reason({ tamper: (credential) => `${credential}${extra}~` })).toBe(
      'No digest covers one of the disclosures',
    )
  })

  it('of an issuer that chains to none of the anchors is not stored', async () => {
    const other = await start()
    expect(await reason({}, { trustAnchors: [other.maker.signer.rootPem] })).toBe(
      'The certificate of the issuer does not chain to a trust anchor of the wallet',
    )
  })

  it('signed with a self-signed certificate is not stored', async () => {
    const issuer = await start({
      credential: (options) => ({ ...options, header: { x5c: [issuer.maker.signer.selfSignedCertificate] } }),
    })
    expect((await runAtIssuer({ deeplink: issuer.deeplink })).reason).toBe(
      'The certificate of the issuer is self-signed',
    )
  })

  it('signed with a key that the issuer does not publish is not stored', async () => {
    const script: Script = {
      answer: ({ path }, usual) =>
        path.endsWith('/credential-jwks.json')
          ? { ...usual, body: { keys: [{ ...generateKey().publicJwk, kid: 'credential-key' }] } }
          : null,
    }
    expect(await reason(script)).toBe(
      'The signature of the credential does not verify with the published key of the issuer',
    )
  })
})

describe('a trusted credential', () => {
  it('is stored and known to chain to the anchor', async () => {
    const issuer = await start()
    const run = await runAtIssuer({ deeplink: issuer.deeplink, trustAnchors: [issuer.maker.signer.rootPem] })
    expect(run.credentials[0]!.verified.chainTrusted).toBe(true)
  })
})
