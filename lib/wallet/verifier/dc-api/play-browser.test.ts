import { afterEach, describe, expect, it } from 'vitest'
import { runCommand } from '../../command'
import { writeCredentialFile } from '../../credential-file'
import { isObject, type JsonObject, objectMember, readJsonObject } from '../../json'
import { createCredentialMaker } from '../../testing/credential-maker'
import { createMdocMaker, holdMdoc } from '../../testing/mdoc-maker'
import { holdCredential } from '../../testing/presenting-wallet'
import { type ScriptedVerifier, startScriptedVerifier, type VerifierScript } from '../../testing/scripted-verifier'
import { inTemporaryFolder } from '../../testing/temporary-folder'
import { runAtVerifier, type VerifierOptions } from '../run-at-verifier'
import { browserProtocols } from './digital-request'

const open: ScriptedVerifier[] = []
const start = async (script: VerifierScript): Promise<ScriptedVerifier> => {
  const verifier = await startScriptedVerifier(script)
  open.push(verifier)
  return verifier
}
afterEach(async () => {
  for (const verifier of open.splice(0)) await verifier.close()
})

const credentials = [
  await holdCredential(await createCredentialMaker(Date.now())),
  await holdMdoc(await createMdocMaker(Date.now()), Date.now()),
]
const pid = 'eu.europa.ec.eudi.pid.1'
const mdocQuery = {
  credentials: [
    { id: 'pid', format: 'mso_mdoc', meta: { doctype_value: pid }, claims: [{ path: [pid, 'family_name'] }] },
  ],
}
const waited: number[] = []
const present = (verifier: ScriptedVerifier, options: Partial<VerifierOptions> = {}) => {
  waited.length = 0
  const wait = async (millis: number) => waited.push(millis)
  return runAtVerifier({ deeplink: verifier.newSession(), credentials, wait, ...options })
}
const results = ({ received }: ScriptedVerifier): JsonObject[] =>
  received.filter(({ path }) => path.endsWith('/dc-api/result')).map(({ body }) => readJsonObject(body) ?? {})

describe('the wallet that plays the browser of a page', () => {
  it.each(browserProtocols)('gets the request, says that it asks, and posts what came back (%s)', async (protocol) => {
    const verifier = await start({ protocols: [protocol], query: mdocQuery })
    const run = await present(verifier)
    expect(run).toMatchObject({ outcome: 'presented', reason: null })
    expect(run.presented.map(({ format, paths }) => [format, paths])).toEqual([['mso_mdoc', [[pid, 'family_name']]]])
    expect(verifier.received.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /openid4vp/sessions/0/dc-api',
      'POST /openid4vp/sessions/0/dc-api/result',
      'POST /openid4vp/sessions/0/dc-api/result',
    ])
    const [started, answered] = results(verifier)
    const page = { origin: verifier.origin, elapsed_ms: expect.any(Number), allows: expect.anything() }
    expect(started).toEqual({ outcome: 'started', page })
    expect(answered).toEqual({ outcome: 'answer', protocol, data: { response: expect.any(String) }, page })
    expect(Object.keys(objectMember(objectMember(answered, 'page'), 'allows') ?? {})).toEqual([...browserProtocols])
    expect(waited).toEqual([])
  })

  it('never claims what only a browser can', async () => {
    const verifier = await start({ protocols: ['openid4vp-v1-signed'] })
    await present(verifier)
    for (const { headers } of verifier.received) {
      expect(headers).not.toHaveProperty('origin')
      expect(Object.keys(headers).filter((name) => name.startsWith('sec-fetch'))).toEqual([])
      expect(headers['user-agent']).toBe('Mozilla/5.0 (browser of wallet-capture-reference-wallet)')
    }
  })

  it('learns nothing but the end of the call where the user does not agree', async () => {
    const verifier = await start({ protocols: ['openid4vp-v1-signed'] })
    const run = await present(verifier, { profile: { consent: 'denied' } })
    expect(run).toMatchObject({ outcome: 'declined', declined: { error: 'NotAllowedError' }, presented: [] })
    expect(results(verifier)[1]).toMatchObject({
      outcome: 'error',
      error: { name: 'NotAllowedError', message: expect.any(String), code: 0 },
    })
  })

  it('posts an error once its user has seen it, and says how long that took', async () => {
    const verifier = await start({
      protocols: ['openid4vp-v1-signed'],
      request: ({ claims }) => Object.assign(claims, { expected_origins: ['https://another.example'] }),
    })
    const run = await present(verifier)
    expect(run).toMatchObject({ outcome: 'declined', declined: { error: 'invalid_request' } })
    expect(waited).toEqual([1200])
    const posted = results(verifier)[1]
    expect(posted).toMatchObject({ outcome: 'answer', data: { error: 'invalid_request' } })
    expect(objectMember(posted, 'page')?.elapsed_ms).toBeGreaterThanOrEqual(1200)
  })

  it('ends as refused with the words of the verifier', async () => {
    const body = { error: 'invalid_presentation', error_description: 'No', error_uri: 'https://example.com/checks/x' }
    const verifier = await start({
      protocols: ['openid4vp-v1-signed'],
      answer: ({ body: sent }) => (sent.includes('"answer"') ? { status: 400, body } : null),
    })
    expect(await present(verifier)).toMatchObject({
      outcome: 'refused_by_verifier',
      refusal: { status: 400, ...body },
    })
  })

  it.each([
    ['no request', { status: 200, body: { mediation: 'required' } }, 'stopped_by_wallet'],
    ['an error', { status: 404, body: { error: 'not_found' } }, 'refused_by_verifier'],
  ] as const)('ends where the page gets %s', async (_words, answer, outcome) => {
    const verifier = await start({ protocols: [], answer: ({ method }) => (method === 'GET' ? answer : null) })
    expect((await present(verifier)).outcome).toBe(outcome)
    expect(results(verifier)).toEqual([])
  })

  it.each([
    ['vp.reqpost.wallet_nonce', 'openid4vp-v1-signed'],
    ['vp.annexc.structure', 'openid4vp-v1-signed'],
    ['vp.dcapi.multisigned_supported', 'openid4vp-v1-signed'],
    ['vp.response.content_type', 'openid4vp-v1-signed'],
    ['vp.error.code_known', 'openid4vp-v1-signed'],
    ['vp.mdoc.device_signature~prefix', 'openid4vp-v1-signed'],
  ] as const)('sends nothing where %s could not show', async (misbehave, protocol) => {
    const verifier = await start({ protocols: [protocol], query: mdocQuery })
    const run = await present(verifier, { misbehave })
    expect(run).toMatchObject({ outcome: 'stopped_by_wallet', reason: expect.stringContaining('another kind') })
    expect(results(verifier).filter(({ outcome }) => outcome === 'answer')).toEqual([])
  })

  it('does not do to a link what it does to a page', async () => {
    const verifier = await start({})
    const run = await present(verifier, { misbehave: 'vp.dcapi.origin_exact' })
    expect(run).toMatchObject({ outcome: 'stopped_by_wallet', reason: expect.stringContaining('"dc_api"') })
  })
})

describe('the command', () => {
  const call = async (...argv: string[]) => {
    const printed: string[] = []
    const complaints: string[] = []
    const print = (line: string) => printed.push(line)
    const code = await runCommand(argv, { print, complain: (line) => complaints.push(line) })
    return { code, printed, complaints }
  }

  it('answers the request that --dc-protocol names, and prints no secret', async () => {
    const verifier = await start({ protocols: ['openid4vp-v1-signed', 'openid4vp-v1-unsigned'] })
    await inTemporaryFolder(async (folder) => {
      const file = `${folder}/credentials.json`
      writeCredentialFile(file, credentials)
      const options = ['--credential', file, '--dc-protocol', 'openid4vp-v1-unsigned']
      const { code, printed } = await call(verifier.newSession(), ...options)
      expect([code, printed.at(-1)]).toEqual([0, 'Presented for pid: dc+sd-jwt urn:eudi:pid:1, with family_name'])
      expect(results(verifier)[1]).toMatchObject({ protocol: 'openid4vp-v1-unsigned' })
      for (const secret of ['eyJ', 'Fabbri', 'nonce-of']) expect(printed.join('\n')).not.toContain(secret)
    })
  })

  it('understands no other protocol', async () => {
    const { code, complaints } = await call('https://verifier.example/present/1', '--dc-protocol', 'preview')
    expect([code, complaints[0]]).toEqual([
      2,
      expect.stringContaining('--dc-protocol is one of openid4vp-v1-unsigned,'),
    ])
  })

  it('marks what it did wrong on purpose', async () => {
    const verifier = await start({ protocols: ['openid4vp-v1-signed'] })
    await inTemporaryFolder(async (folder) => {
      const file = `${folder}/credentials.json`
      writeCredentialFile(file, credentials)
      const { printed } = await call(
        verifier.newSession(),
        '--credential',
        file,
        '--misbehave',
        'vp.dcapi.result_shape',
      )
      expect(printed.filter((line) => line.startsWith('!'))).toEqual([
        expect.stringMatching(/^! POST \/openid4vp\/sessions\/0\/dc-api\/result/),
        '! marks what the wallet did wrong on purpose.',
      ])
      expect(isObject(results(verifier)[1]?.data)).toBe(false)
    })
  })
})
