import { afterEach, describe, expect, it } from 'vitest'
import { isObject, type JsonObject, readJsonObject } from '../json'
import { configurationId, type Script, type ScriptedIssuer, startScriptedIssuer } from '../testing/scripted-issuer'
import { type IssuanceOptions, runAtIssuer } from './run-at-issuer'

const open: ScriptedIssuer[] = []
afterEach(async () => {
  for (const issuer of open.splice(0)) await issuer.close()
})
const runAt = async (script: Script, options: Partial<IssuanceOptions> = {}) => {
  const issuer = await startScriptedIssuer(script)
  open.push(issuer)
  const run = await runAtIssuer({ deeplink: issuer.deeplink, ...options })
  return { run, received: issuer.received }
}

/** Changes responses to requests whose path ends like this. */
const changing =
  (end: string, change: (body: JsonObject) => JsonObject): NonNullable<Script['answer']> =>
  ({ path }, usual) =>
    path.endsWith(end) && isObject(usual.body) ? { ...usual, body: change(usual.body) } : null
const metadataPath = '/.well-known/openid-credential-issuer/issuers/test'

/** The metadata with changed members of the offered configuration. */
const offering = (changes: object): Script => ({
  answer: changing(metadataPath, (metadata) => {
    const known = metadata.credential_configurations_supported
    const configurations = isObject(known) ? known : {}
    const offered = configurations[configurationId]
    const changed = { ...(isObject(offered) ? offered : {}), ...changes }
    return { ...metadata, credential_configurations_supported: { ...configurations, [configurationId]: changed } }
  }),
})

const algorithms = (...names: string[]) => ({ proof_signing_alg_values_supported: names })
const attested = (levels: object) => ({ ...algorithms('ES256'), key_attestations_required: levels })

/** The proof types of the credential request. */
const proofTypes = (received: ScriptedIssuer['received']): string[] => {
  const body = readJsonObject(received.find(({ path }) => path.endsWith('/credential'))?.body ?? '')
  return Object.keys(isObject(body?.proofs) ? body.proofs : {})
}

describe('an issuer whose metadata demand what this wallet cannot do', () => {
  it.each<[string, string, object]>([
    [
      'proofs with another algorithm',
      'The issuer takes no proof of type jwt with ES256',
      { proof_types_supported: { jwt: algorithms('EdDSA', 'ES384') } },
    ],
    [
      'attestations with another algorithm',
      'The issuer takes no proof of type jwt with ES256. The issuer takes no proof of type attestation with ES256',
      { proof_types_supported: { jwt: algorithms('EdDSA'), attestation: algorithms('ES384') } },
    ],
    [
      'keys that are kept better',
      'The issuer takes no proof of type jwt with a key attestation whose key_storage is iso_18045_moderate',
      { proof_types_supported: { jwt: attested({ key_storage: ['iso_18045_high'] }) } },
    ],
    [
      'users who are authenticated better',
      'The issuer takes no proof of type jwt with a key attestation whose user_authentication is iso_18045_moderate',
      {
        proof_types_supported: {
          jwt: attested({ key_storage: ['iso_18045_moderate'], user_authentication: ['iso_18045_high'] }),
        },
      },
    ],
    [
      'another kind of key',
      'The issuer binds the credential to no key that this wallet has',
      { cryptographic_binding_methods_supported: ['did:example'] },
    ],
  ])('is asked for its metadata alone: %s', async (_what, reason, changes) => {
    const { run, received } = await runAt(offering(changes))
    expect(run).toMatchObject({ outcome: 'stopped_by_wallet', reason })
    expect(received.map(({ path }) => path)).toEqual([metadataPath])
  })

  it.each([
    { key_storage: 'iso_18045_moderate' },
    { key_storage: ['iso_18045_moderate', 7] },
    { key_storage: [] },
    { key_storage: null },
  ])('is asked for its metadata alone: levels that are no array of texts, %j', async (levels) => {
    const { run, received } = await runAt(offering({ proof_types_supported: { jwt: attested(levels) } }))
    expect(run).toMatchObject({
      outcome: 'stopped_by_wallet',
      reason: 'The key_storage that the issuer requires for a proof of type jwt is not a non-empty array of texts',
    })
    expect(received.map(({ path }) => path)).toEqual([metadataPath])
  })

  it('is asked for a token by a wallet that misbehaves, which shows that first', async () => {
    const { run, received } = await runAt(offering({ proof_types_supported: { jwt: algorithms('EdDSA') } }), {
      misbehave: 'vci.token.no_foreign_params',
    })
    expect(run.outcome).toBe('stopped_by_wallet')
    expect(received.map(({ path }) => path)).toContain('/issuers/test/token')
  })

  it('is asked for its metadata alone: no proof that this wallet knows', async () => {
    const { run, received } = await runAt(offering({ proof_types_supported: { di_vp: algorithms('ES256') } }))
    expect(run.reason).toBe('The issuer offers no proof of type jwt or attestation')
    expect(received.map(({ path }) => path)).toEqual([metadataPath])
  })

  it.each<[string, object]>([
    ['the algorithm of the wallet', algorithms('EdDSA')],
    ['the level of its key storage', attested({ key_storage: ['iso_18045_high'] })],
    ['the level of its user authentication', attested({ user_authentication: ['iso_18045_high'] })],
  ])('gets an attestation where it takes only that with %s', async (_what, jwt) => {
    const types = { jwt, attestation: attested({ key_storage: ['iso_18045_moderate'] }) }
    const { run, received } = await runAt(offering({ proof_types_supported: types }))
    expect(run).toMatchObject({ outcome: 'credential_stored', reason: null })
    expect(proofTypes(received)).toEqual(['attestation'])
  })

  it('gets a plain proof from a wallet that never attests its keys, whatever the level', async () => {
    const types = { jwt: attested({ key_storage: ['iso_18045_high'] }), attestation: algorithms('ES256') }
    const { run, received } = await runAt(offering({ proof_types_supported: types }), { profile: { attest: 'never' } })
    expect(run).toMatchObject({ outcome: 'credential_stored', reason: null })
    expect(proofTypes(received)).toEqual(['jwt'])
  })
})

describe('an issuer that encrypts', () => {
  const encrypting = (encryption: 'offered' | 'demanded', changes: object): Script => ({
    encryption,
    answer: changing(metadataPath, (metadata) => {
      const { credential_response_encryption: known } = metadata
      return { ...metadata, credential_response_encryption: { ...(isObject(known) ? known : {}), ...changes } }
    }),
  })

  it.each([{ alg_values_supported: ['ECDH-1PU'] }, { enc_values_supported: ['A192CBC-HS384'] }])(
    'and has to, in a way that this wallet does not know, is asked for no credential: %j',
    async (changes) => {
      const { run, received } = await runAt(encrypting('demanded', changes))
      expect(run).toMatchObject({
        outcome: 'stopped_by_wallet',
        reason: 'The issuer requires a response encryption that this wallet does not know',
      })
      expect(received.filter(({ path }) => path.endsWith('/credential'))).toEqual([])
    },
  )

  it('and need not, is asked for a response in the clear', async () => {
    const script = encrypting('offered', { alg_values_supported: ['ECDH-1PU'] })
    const { run } = await runAt(script, { profile: { encrypt: true } })
    expect(run).toMatchObject({ outcome: 'credential_stored', reason: null })
    expect(run.log.find(({ step }) => step === 'credential')?.answerHeaders).toContainEqual([
      'Content-Type',
      'application/json',
    ])
  })

  it('gets nothing encrypted with a key that is for signatures', async () => {
    const { run } = await runAt({
      encryption: 'demanded',
      answer: ({ path }, usual) =>
        path === metadataPath
          ? { ...usual, body: JSON.stringify(usual.body).replace('"use":"enc"', '"use":"sig"') }
          : null,
    })
    expect(run.reason).toBe('The issuer publishes no request encryption that this wallet knows')
  })
})

describe('an access token', () => {
  const details = (...entries: object[]) =>
    changing('/token', (body) => ({
      ...body,
      authorization_details: entries.map((entry) => ({ type: 'openid_credential', ...entry })),
    }))
  const ours = { credential_configuration_id: configurationId }
  const asked = (received: ScriptedIssuer['received']) =>
    received
      .filter(({ path }) => path.endsWith('/credential'))
      .map(({ body }) => {
        const { credential_identifier, credential_configuration_id } = readJsonObject(body) ?? {}
        return credential_identifier ?? { credential_configuration_id }
      })

  it('for other credentials only is not used', async () => {
    const answer = details({ credential_configuration_id: 'another', credential_identifiers: ['x'] })
    const { run, received } = await runAt({ answer })
    expect(run).toMatchObject({ outcome: 'stopped_by_wallet', reason: 'The access token is for other credentials' })
    expect(asked(received)).toEqual([])
  })

  it('may name its credentials in several entries', async () => {
    const answer = details(
      { ...ours, credential_identifiers: ['a'] },
      { credential_configuration_id: 'another', credential_identifiers: ['x'] },
      { ...ours, credential_identifiers: ['b'] },
    )
    const { run, received } = await runAt({ answer })
    expect(run).toMatchObject({ outcome: 'credential_stored', credentials: [{}, {}] })
    expect(asked(received)).toEqual(['a', 'b'])
  })

  it('that was refreshed is for the same credentials', async () => {
    let tokens = 0
    const first = details({ ...ours, credential_identifiers: ['a'] })
    const { run, received } = await runAt(
      {
        refresh: true,
        answer: (request, usual) => (request.path.endsWith('/token') && tokens++ > 0 ? null : first(request, usual)),
      },
      { profile: { reissue: true } },
    )
    expect(run).toMatchObject({ outcome: 'credential_stored', reason: null })
    expect(asked(received)).toEqual(['a', 'a'])
  })
})

describe('a notification', () => {
  /** A run at an issuer that takes a minute for the credential, twice as long as the token lasts. */
  const slowly = async (refresh: boolean) => {
    let now = Date.now()
    const { run, received } = await runAt(
      {
        notification: true,
        refresh,
        answer: (request, usual) => {
          if (request.path.endsWith('/credential')) now += 60_000
          return changing('/token', (body) => ({ ...body, expires_in: 30 }))(request, usual)
        },
      },
      { clock: () => now },
    )
    expect(run).toMatchObject({ outcome: 'credential_stored', reason: null })
    return received.map(({ path }) => path.replace('/issuers/test', '')).filter((path) => /token|notif/.test(path))
  }

  it('is sent with a token that is valid', async () => {
    expect(await slowly(true)).toEqual(['/token', '/token', '/notification'])
  })

  it('is not sent where the wallet can get none', async () => {
    expect(await slowly(false)).toEqual(['/token'])
  })
})
