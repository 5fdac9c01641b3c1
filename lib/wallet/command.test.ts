import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { runCommand } from './command'
import { generateKey } from './jose/key'
import { misbehaviours } from './misbehaviours/issuer/registry'
import { presentationMisbehaviours } from './misbehaviours/verifier/registry'
import { type Script, type ScriptedIssuer, startScriptedIssuer } from './testing/scripted-issuer'
import { type ScriptedVerifier, startScriptedVerifier, type VerifierScript } from './testing/scripted-verifier'

const open: ScriptedIssuer[] = []
const start = async (script?: Script) => {
  const issuer = await startScriptedIssuer(script)
  open.push(issuer)
  return issuer
}
afterEach(async () => {
  for (const issuer of open.splice(0)) await issuer.close()
})

const call = async (...argv: string[]) => {
  const printed: string[] = []
  const complaints: string[] = []
  const code = await runCommand(argv, {
    print: (line) => printed.push(line),
    complain: (line) => complaints.push(line),
  })
  return { code, printed, complaints }
}

describe('the wallet command', () => {
  it('prints a line for each request and the stored credential, and ends with 0', async () => {
    const { code, printed } = await call((await start()).deeplink)
    expect(code).toBe(0)
    expect(printed).toHaveLength(8)
    expect(printed[2]).toMatch(/POST \/issuers\/test\/token +200 {2}an access token of type DPoP/)
    expect(printed[7]).toMatch(/^Stored: dc\+sd-jwt urn:eudi:pid:1/)
  })

  it('ends with 1 and the words of the issuer when it is refused', async () => {
    const body = {
      error: 'invalid_grant',
      error_description: 'The code is spent',
      error_uri: 'https://example.com/checks/x',
    }
    const issuer = await start({ answer: ({ path }) => (path.endsWith('/token') ? { status: 400, body } : null) })
    const { code, printed } = await call(issuer.deeplink)
    expect(code).toBe(1)
    expect(printed.slice(-3)).toEqual([
      'Refused by the issuer: 400 invalid_grant',
      '  The code is spent',
      '  https://example.com/checks/x',
    ])
  })

  it('ends with 1 when the wallet stops', async () => {
    const { code, printed } = await call((await start({ txCode: true })).deeplink)
    expect(code).toBe(1)
    expect(printed.at(-1)).toBe('Stopped by the wallet: The offer asks for a transaction code')
  })

  it('prints no token, code, nonce or proof', async () => {
    const issuer = await start({ byReference: true, keyAttestations: true, txCode: true })
    const { printed } = await call(issuer.deeplink, '--tx-code', '907214')
    const text = printed.join('\n')
    for (const secret of ['the-access-token', 'the-code', 'c-nonce-', 'as-nonce', 'rs-nonce', '907214', 'eyJ']) {
      expect(text).not.toContain(secret)
    }
  })

  it('marks what it did wrong on purpose', async () => {
    const { printed } = await call((await start()).deeplink, '--misbehave', 'vci.token.params_in_body')
    expect(printed.filter((line) => line.startsWith('!'))).toEqual([
      expect.stringMatching(/^! POST \/issuers\/test\/token/),
      '! marks what the wallet did wrong on purpose.',
    ])
  })

  it('lists every misbehaviour', async () => {
    const { code, printed } = await call('--list')
    expect(code).toBe(0)
    expect(printed).toHaveLength(misbehaviours.length + presentationMisbehaviours.length)
    // The message for a misbehaviour that needs an mdoc names the option that requests one.
    const option = ' (with --format mso_mdoc)'
    for (const line of printed.filter((one) => one.startsWith('vp.mdoc.'))) expect(line).toContain(option)
    expect(printed.find((one) => one.startsWith('vp.kb.nonce '))).not.toContain(option)
  })

  it.each([
    [[], 'The link is missing.'],
    [['a://?x', 'b://?x'], 'One link at a time, in quotation marks.'],
    [['a://?x', '--misbehave', 'nothing'], 'There is no misbehaviour named nothing. --list names them all.'],
    [['a://?x', '--proof', 'cwt'], '--proof is one of jwt, attestation.'],
    [['a://?x', '--batch', '101'], '--batch is a number from 1 to 100.'],
    [['a://?x', '--attested-keys', '0'], '--attested-keys is a number from 1 to 99.'],
    [['a://?x', '--curve', 'P-192'], '--curve is one of P-256, P-384, P-521.'],
    [['a://?x', '--ca', '/no/such/file.pem'], 'The file /no/such/file.pem cannot be read.'],
  ])('ends with 2 when it does not understand %j', async (argv, complaint) => {
    const { code, complaints } = await call(...argv)
    expect(code).toBe(2)
    expect(complaints[0]).toBe(complaint)
  })

  it('ends with 2 for an unknown option', async () => {
    expect((await call('a://?x', '--colour')).code).toBe(2)
  })

  it('hands the choices on to the wallet', async () => {
    const issuer = await start({ keyAttestations: true })
    const { code } = await call(
      issuer.deeplink,
      '--key-reference',
      'kid',
      '--attested-keys',
      '2',
      '--client-id',
      'me',
      '--attest',
      'always',
    )
    expect(code).toBe(0)
    expect(issuer.received.find(({ path }) => path.endsWith('/token'))?.body).toContain('client_id=me')
  })
})

describe('the wallet command with a presentation request', () => {
  const verifiers: ScriptedVerifier[] = []
  const ask = async (script?: VerifierScript) => {
    const verifier = await startScriptedVerifier(script)
    verifiers.push(verifier)
    return verifier
  }
  const directory = mkdtempSync(join(tmpdir(), 'wallet-'))
  const file = join(directory, 'credentials.json')
  afterEach(async () => {
    for (const verifier of verifiers.splice(0)) await verifier.close()
  })
  afterAll(() => rmSync(directory, { recursive: true }))

  it.each(['by_reference', 'by_value'] as const)(
    'gets itself a credential where it holds none (%s)',
    async (delivery) => {
      const issuer = await start({ txCode: true })
      const body = { deeplink: issuer.deeplink, tx_code: '1234' }
      const verifier = await ask({
        delivery,
        answer: ({ path }) => (path === '/sessions' ? { status: 201, body } : null),
      })
      const { code, printed } = await call(verifier.newSession())
      expect(code).toBe(0)
      expect(printed[0]).toBe(`The wallet holds no credential and gets one from ${verifier.origin} first.`)
      expect(printed.at(-3)).toMatch(/^ {2}POST \/sessions\/0\/response +200 {2}that the verifier took the response$/)
      expect(printed.slice(-2)).toEqual([
        'Not judged: who vouches for the certificate of the verifier. --trust-anchor names whom you trust.',
        'Presented for pid: dc+sd-jwt urn:eudi:pid:1, with family_name',
      ])
      // It asks what kind of session the link is of; another verifier does not say.
      const [asked, ...sent] = verifier.received
      expect(asked).toMatchObject({ method: 'POST', path: '/sessions/find' })
      expect(sent[0]).toMatchObject({ method: 'POST', path: '/sessions', body: '{}' })
      expect(printed.join('\n')).not.toMatch(/eyJ|Fabbri|1234|nonce-of|state-of|the-code/)
    },
  )

  it('presents what it has kept, in a file that only its owner can read', async () => {
    expect((await call((await start()).deeplink, '--save', file)).code).toBe(0)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const verifier = await ask({ redirect: true })
    const { code, printed } = await call(verifier.newSession(), '--credential', file)
    expect(code).toBe(0)
    expect(printed.at(-1)).toBe(`The user continues at ${verifier.origin}/complete`)
    expect(verifier.lastResponse()).toHaveProperty('vp_token')
  })

  it('ends with 1 and says why, when it gets none, declines or is refused', async () => {
    const none = await ask()
    expect(await call(none.newSession())).toMatchObject({
      code: 1,
      printed: [
        expect.any(String),
        `Stopped by the wallet: The wallet holds no credential, and ${none.origin} makes no session to issue one`,
      ],
    })
    const busy = await ask({ answer: ({ path }) => (path === '/sessions' ? { status: 429, body: {} } : null) })
    expect((await call(busy.newSession())).printed.at(-1)).toBe(
      `Stopped by the wallet: The wallet holds no credential, and ${busy.origin} makes no session now: try again later (status 429)`,
    )
    const said = { error: 'insufficient_storage', error_description: 'The disk is nearly full.' }
    const full = await ask({ answer: ({ path }) => (path === '/sessions' ? { status: 507, body: said } : null) })
    expect((await call(full.newSession())).printed.at(-1)).toBe(
      `Stopped by the wallet: The wallet holds no credential, and ${full.origin} makes no session to issue one: The disk is nearly full.`,
    )
    const denied = await call((await ask()).newSession(), '--foreign', '--deny')
    expect(denied).toMatchObject({ code: 1 })
    expect(denied.printed.slice(-2)).toEqual(['Declined: access_denied', '  The user did not agree'])
    // If the request was rejected, it does not matter who vouches for the verifier.
    const mistyped = await ask({ request: ({ header }) => Object.assign(header, { typ: 'JWT' }) })
    const stopped = await call(mistyped.newSession(), '--foreign')
    expect(stopped.code).toBe(1)
    expect(stopped.printed.join()).not.toContain('Not judged')
    const body = { error: 'invalid_presentation', error_description: 'Not like this' }
    const strict = await ask({ answer: ({ path }) => (path.endsWith('/response') ? { status: 400, body } : null) })
    const refused = await call(strict.newSession(), '--foreign')
    expect(refused.code).toBe(1)
    expect(refused.printed.slice(-2)).toEqual(['Refused by the verifier: 400 invalid_presentation', '  Not like this'])
  })

  it('trusts each root of a file, and no other', async () => {
    const [verifier, stranger] = [await ask(), await ask()]
    const anchors = join(directory, 'anchors.pem')
    writeFileSync(anchors, `${stranger.attester.rootPem}\n${verifier.attester.rootPem}`)
    const judged = await call(verifier.newSession(), '--foreign', '--trust-anchor', anchors)
    expect(judged.code).toBe(0)
    expect(judged.printed.join('\n')).not.toContain('Not judged')
    const refused = await call((await ask()).newSession(), '--foreign', '--trust-anchor', anchors)
    expect(refused.code).toBe(1)
    expect(refused.printed.at(-1)).toContain('does not chain to a trust anchor of the wallet')
    writeFileSync(anchors, 'no certificate')
    const complaint = `The file ${anchors} holds no certificate in PEM.`
    for (const option of ['--trust-anchor', '--trust-attestation-issuer'])
      expect(await call(verifier.newSession(), '--foreign', option, anchors)).toMatchObject({
        code: 2,
        complaints: [complaint, expect.any(String)],
      })
  })

  it('hands the choices on to the wallet', async () => {
    const verifier = await ask({ method: 'post' })
    await call(verifier.newSession(), '--foreign', '--wallet-metadata', 'encrypted')
    const fetched = verifier.received.find(({ path }) => path === '/sessions/0/request')
    expect(decodeURIComponent(fetched?.body ?? '')).toContain('"jwks"')
    await call(verifier.newSession(), '--foreign', '--fetch-by-get')
    expect(verifier.received.at(-2)).toMatchObject({ method: 'GET', path: '/sessions/1/request' })
  })

  it.each<readonly [string, VerifierScript, string]>([
    ['vp.reqpost.accept', { method: 'get' }, '{"request_uri_method":"post"}'],
    ['vp.reqpost.accept', { delivery: 'by_value' }, '{"request_uri_method":"post"}'],
    ['vp.request.accept_get', { method: 'post' }, '{"request_uri_method":"get"}'],
    ['vp.request.by_value_not_fetched', { delivery: 'by_reference' }, '{"request_delivery":"by_value"}'],
    ['vp.token.is_object', { responseMode: 'direct_post' }, '{"response_mode":"direct_post.jwt"}'],
    ['vp.token.unique_keys', { responseMode: 'direct_post.jwt' }, '{"response_mode":"direct_post"}'],
    ['vp.jwe.kid_present', { responseMode: 'direct_post' }, 'a session as it is made without a body'],
  ])('ends with 1 where the session cannot show the misbehaviour %s: %j', async (misbehaviour, script, body) => {
    const { code, printed } = await call((await ask(script)).newSession(), '--foreign', '--misbehave', misbehaviour)
    expect(code).toBe(1)
    expect(printed.at(-1)).toMatch(
      /^(Stopped by the wallet|Nothing was done wrong): this misbehaviour needs a session of another/,
    )
    expect(printed.at(-1)).toContain(`: ${body}`)
  })

  it('ends with 2 when it does not understand', async () => {
    writeFileSync(file, '[{"format":"dc+sd-jwt"}]')
    const registration = join(directory, 'registration.json')
    const { publicJwk } = generateKey()
    const members = { client_id: 'shop', jwks: { keys: [publicJwk] }, client_metadata: {}, response_uri: 7 }
    writeFileSync(registration, JSON.stringify(members))
    const link = (await ask()).newSession()
    for (const [argv, complaint] of [
      [['--misbehave', 'vci.dpop.htu'], 'There is no misbehaviour named vci.dpop.htu. --list names them all.'],
      [['--credential', '/no/such/file'], 'The file /no/such/file cannot be read.'],
      [['--credential', file], `The file of credentials has an entry without credential or holder_key: ${file}`],
      [['--format', 'pdf'], '--format is one of dc+sd-jwt, mso_mdoc, both.'],
      [['--registered-verifier', registration], expect.stringContaining('a response_uri that is no string')],
      [['--wallet-metadata', 'all'], '--wallet-metadata is one of none, plain, encrypted.'],
    ] as const) {
      expect(await call(link, ...argv)).toMatchObject({ code: 2, complaints: [complaint, expect.any(String)] })
    }
  })
})
