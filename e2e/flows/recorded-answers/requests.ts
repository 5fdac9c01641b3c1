import type { Recorder, Recording } from '@/e2e/round/record/recorder'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import type { HeaderList } from '@/lib/wallet/http/wire'
import { createKeyAttester } from '@/lib/wallet/issuer/credential/attester'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'

const json: [string, string] = ['Content-Type', 'application/json']
const nobody = '00000000-0000-4000-8000-000000000000'
const issuers = ['eu-pid-device-bound', 'eu-pid-jwt-proof-only'] as const

/** What the service knows of the scoreboard: a pipeline `acme/recorded`, and its id. */
interface RecordedWorld {
  readonly adminKey: string
  readonly pipeline: string
}

/** Records every operation of the two requirement documents, with right and wrong requests, one file for each topic. */
export async function recordRequired(recorder: Recorder, world: RecordedWorld): Promise<void> {
  await written(recorder, 'service', published)
  // First, while the content of the ledger is known.
  const held = await written(recorder, 'issuer', issuances)
  await written(recorder, 'verifier', (recording) => presentations(recording, held))
  await written(recorder, 'errors', errors)
  await written(recorder, 'scoreboard', (recording) => scoreboard(recording, world))
}

async function written<Result>(
  recorder: Recorder,
  name: string,
  record: (recording: Recording) => Promise<Result>,
): Promise<Result> {
  const recording = recorder.open(`${name}.txt`)
  const result = await record(recording)
  recording.write()
  return result
}

const post = (recording: Recording, path: string, body: string, headers: HeaderList = [json]) =>
  recording.ask({ method: 'POST', path, headers, body })

/** Metadata, keys and lists, requested by default and otherwise. */
async function published(recording: Recording): Promise<void> {
  await recording.ask({ path: '/healthz' })
  await recording.ask({ path: '/issuers' })
  for (const id of issuers) {
    const paths = [
      `/.well-known/openid-credential-issuer/issuers/${id}`,
      `/.well-known/oauth-authorization-server/issuers/${id}`,
      `/.well-known/oauth-authorization-server/authorization-servers/${id}`,
      `/.well-known/jwt-vc-issuer/issuers/${id}`,
      `/issuers/${id}/jwks.json`,
      `/issuers/${id}/credential-jwks.json`,
    ]
    for (const path of paths) await recording.ask({ path })
    await post(recording, `/issuers/${id}/nonce`, '', [])
  }
  const [id] = issuers
  const path = `/.well-known/openid-credential-issuer/issuers/${id}`
  await recording.ask({ path, headers: [['Accept', 'application/jwt']] })
  await recording.ask({ path: '/healthz', headers: [['Origin', 'https://wallet.example']] })
  await recording.ask({ path: '/issuers', method: 'HEAD' })
  await recording.ask({ path: `/issuers/${id}/token`, method: 'OPTIONS', headers: preflight })
}

const preflight: HeaderList = [
  ['Origin', 'https://wallet.example'],
  ['Access-Control-Request-Method', 'POST'],
  ['Access-Control-Request-Headers', 'dpop'],
]

interface Created {
  readonly session_id: string
  readonly deeplink: string
}

async function create(recording: Recording, path: string, body: object): Promise<Created> {
  const { status, body: bytes } = await post(recording, path, JSON.stringify(body))
  if (status !== 201) throw new Error(`POST ${path} was answered with ${status}: ${bytes.toString('utf8')}`)
  return JSON.parse(bytes.toString('utf8')) as Created
}

async function readBack(recording: Recording, path: string, parts: readonly string[]): Promise<void> {
  for (const part of ['', ...parts.map((name) => `/${name}`)]) await recording.ask({ path: `${path}${part}` })
}

const configuration = (format: 'sd-jwt' | 'mdoc', proof: 'key-attestation-required' | 'jwt-proof') =>
  `urn:eu.europa.ec.eudi:pid:1.${format}.${proof}`

const issued = [
  {
    session: {
      flow: 'pre_authorized_code',
      credential_configuration_id: configuration('sd-jwt', 'key-attestation-required'),
    },
  },
  {
    session: {
      flow: 'authorization_code',
      credential_offer_mode: 'credential_offer_uri',
      credential_configuration_id: configuration('mdoc', 'key-attestation-required'),
    },
    profile: { encrypt: true },
  },
  {
    session: { issuer_configuration_id: 'eu-pid-jwt-proof-only', flow: 'pre_authorized_code' },
    misbehave: 'vci.dpop.htu',
  },
  { session: { flow: 'authorization_code' }, misbehave: 'vci.pkce.challenge_fresh' },
] as const

/** Issuances of a correct wallet and of one that breaks a rule; returns the correct one's credentials. */
async function issuances(recording: Recording): Promise<HeldCredential[]> {
  const attester = await createKeyAttester(Date.now())
  const held: HeldCredential[] = []
  for (const { session, ...settings } of issued) {
    const { session_id, deeplink } = await create(recording, '/sessions', session)
    const run = await runAtIssuer({ deeplink, attester, http: recording.wallet('recorded'), ...settings })
    recording.note(`${run.outcome}, ${run.reason}, ${run.credentials.length} credentials`)
    held.push(...run.credentials)
    await readBack(recording, `/sessions/${session_id}`, ['offer', 'deeplink', 'jwks', 'events'])
  }
  await recording.ask({ path: '/oid4vci/requests' })
  return held
}

const sdJwt = { id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: ['urn:eudi:pid:1'] } }
const mdoc = { id: 'mdoc', format: 'mso_mdoc', meta: { doctype_value: 'eu.europa.ec.eudi.pid.1' } }
const name = { claims: [{ path: ['family_name'] }] }
const mdocName = { claims: [{ path: ['eu.europa.ec.eudi.pid.1', 'family_name'] }] }

const presented = [
  { session: { dcql_query: { credentials: [{ ...sdJwt, ...name }] } } },
  {
    session: {
      dcql_query: { credentials: [{ ...mdoc, ...mdocName }] },
      request_uri_method: 'post',
      response_mode: 'direct_post',
    },
  },
  {
    session: { dcql_query: { credentials: [{ ...sdJwt, ...name }] }, request_delivery: 'by_value' },
    misbehave: 'vp.kb.nonce',
  },
] as const

async function presentations(recording: Recording, credentials: readonly HeldCredential[]): Promise<void> {
  for (const { session, ...settings } of presented) {
    const { session_id, deeplink } = await create(recording, '/openid4vp/sessions', session)
    const http = recording.wallet('recorded')
    const run = await runAtVerifier({ deeplink, credentials: [...credentials], http, ...settings })
    recording.note(`${run.outcome}, ${run.reason}, ${JSON.stringify(run.presented)}`)
    await readBack(recording, `/openid4vp/sessions/${session_id}`, ['deeplink', 'events'])
  }
}

const form: HeaderList = [['Content-Type', 'application/x-www-form-urlencoded']]
const [id] = issuers

/** Refused requests: nothing there, a wrong method, an unusable body. */
const wrong: readonly (readonly [method: string, path: string, body?: string | null, headers?: HeaderList])[] = [
  ['POST', '/sessions', '{"flow":1}', [json]],
  ['POST', '/sessions', '{"issuer_configuration_id":"none"}', [json]],
  ['POST', '/sessions', '{"a":', [json]],
  ['POST', '/sessions', '[]', [json]],
  ['POST', '/sessions', '{}', [['Content-Type', 'text/plain']]],
  ['POST', '/sessions', '{}', [...[json], ['Content-Encoding', 'br']]],
  ['POST', '/openid4vp/sessions', '{"dcql_query":{"credentials":[]},"allow_nonconforming_request":false}', [json]],
  ['POST', '/openid4vp/sessions', '{"scheme":"javascript://","response_mode":"fragment"}', [json]],
  ['POST', '/openid4vp/sessions', '{"scopes":"unknown"}', [json]],
  ['PUT', '/sessions'],
  ['GET', `/sessions/${nobody}`],
  ['GET', '/sessions/none'],
  ['DELETE', `/sessions/${nobody}`],
  ['GET', `/sessions/${nobody}/offer`],
  ['GET', `/sessions/${nobody}/jwks`],
  ['GET', `/sessions/${nobody}/events`],
  ['GET', `/openid4vp/sessions/${nobody}`],
  ['GET', `/openid4vp/sessions/${nobody}/request`],
  ['POST', `/openid4vp/sessions/${nobody}/request`, 'wallet_nonce=x', form],
  ['POST', `/openid4vp/sessions/${nobody}/response`, 'vp_token=x', form],
  ['POST', '/openid4vp/response', 'vp_token=x&state=none', form],
  ['POST', '/openid4vp/response', 'vp_token=x', form],
  ['GET', `/issuers/${id}/offers/${nobody}`],
  ['POST', `/issuers/${id}/par`, 'response_type=code', form],
  ['GET', `/issuers/${id}/authorize?client_id=x&request_uri=urn:none`],
  ['GET', `/issuers/${id}/redirect`],
  ['GET', `/authorization-servers/${id}/authorize`],
  ['POST', `/authorization-servers/${id}/token`, 'grant_type=authorization_code&code=x', form],
  ['POST', `/issuers/${id}/token`, '', form],
  ['POST', `/issuers/${id}/token`, 'grant_type=password', form],
  ['POST', `/issuers/${id}/token`, 'grant_type=authorization_code&code=x&code=y', form],
  ['POST', `/issuers/${id}/token`, '{}', [json]],
  ['GET', `/issuers/${id}/token`],
  ['POST', `/issuers/${id}/credential`, '{}', [json]],
  ['POST', `/issuers/${id}/credential`, '{}', [json, ['Authorization', 'Bearer x']]],
  ['POST', `/issuers/${id}/credential`, '{}', [json, ['Authorization', 'DPoP x'], ['DPoP', 'x.y.z']]],
  ['POST', '/issuers/none/token', 'grant_type=x', form],
  ['GET', '/.well-known/openid-credential-issuer/issuers/none'],
  ['GET', '/.well-known/openid-credential-issuer'],
  ['GET', '/healthz', null, [['Host', 'elsewhere.example']]],
]

async function errors(recording: Recording): Promise<void> {
  for (const [method, path, body, headers] of wrong)
    await recording.ask({ method, path, ...(body === undefined ? {} : { body }), ...(headers ? { headers } : {}) })
  // A session without a response so far, and its keys, of which there are none.
  const { session_id } = await create(recording, '/sessions', {})
  await recording.ask({ path: `/sessions/${session_id}` })
  await recording.ask({ path: `/sessions/${session_id}/jwks` })
  await post(recording, `/openid4vp/sessions/${session_id}/response`, 'vp_token=x', form)
}

/** Long ago, so that none of its times is mistaken for one of the run. */
const execution = (pipeline: string, index: number, status: string) => ({
  ...{ namespace: 'acme', pipeline, workflow_id: `recorded-${index}`, run_id: 'run', status },
  ...{ started_at: '2020-01-20T10:00:00Z', closed_at: '2020-01-20T10:00:09Z' },
})

const row = (pipeline_id: string) => ({
  ...{
    pipeline_id,
    total_runs: 5,
    total_successes: 4,
    success_rate: 80,
    manual_executions: 3,
    scheduled_executions: 2,
  },
  ...{
    min_execution_time: '10s',
    first_execution_date: '2020-01-20T10:00:00Z',
    last_execution_date: '2020-01-20T10:05:00Z',
  },
  runners: ['wallet-capture/built-in-wallet'],
  last_execution: {
    ...{ workflow_id: 'recorded-0', run_id: 'run', wallet_used: ['wallet-capture/reference-wallet'] },
    conformance_tests: ['openid4vci/1.0/proof/vci.proof.jwt.aud'],
  },
})

const collections = [
  'pipeline_scoreboard_cache',
  'pipelines',
  'organizations',
  'wallets',
  'credentials',
  'use_cases_verifications',
  'conformance_checks',
  'custom_checks',
  'mobile_runners',
]

async function scoreboard(recording: Recording, { adminKey, pipeline }: RecordedWorld): Promise<void> {
  const admin: HeaderList = [['X-Api-Key', adminKey]]
  for (const headers of [admin, []]) {
    const send = (to: string, body: unknown) =>
      post(recording, to, typeof body === 'string' ? body : JSON.stringify(body), [...headers, json])
    await send('/api/pipeline/executions', execution('acme/recorded', 0, 'completed'))
    await send('/api/pipeline/executions', execution('acme/recorded', 1, 'failed'))
    await send('/api/pipeline/executions', execution('acme/recorded', 2, 'odd'))
    await send('/api/pipeline/executions', execution('acme/none', 3, 'completed'))
    await send('/api/pipeline/scoreboard/save-results', { aggregated_pipelines: [row(pipeline)] })
    await send('/api/pipeline/scoreboard/save-results', { aggregated_pipelines: [row('none')] })
    await send('/api/pipeline/scoreboard/save-results', '[]')
    await send('/api/pipeline/scoreboard/save-results', '{')
    await send('/api/pipeline/scoreboard/aggregate/start?schedule=x', '')
    await send('/api/pipeline/scoreboard/aggregate/start', '')
    await recording.ask({ method: 'DELETE', path: '/api/pipeline/scoreboard/aggregate/schedule/none', headers })
    await recording.ask({ path: '/api/organizations/namespaces', headers })
    await recording.ask({ path: '/api/pipeline/scoreboard/acme', headers })
    await recording.ask({ path: '/api/pipeline/scoreboard/none', headers })
    await recording.ask({ path: '/api/pipeline/execution-details/acme/recorded-0/run', headers })
  }
  const board = '/api/collections/pipeline_scoreboard_cache/records'
  await recording.ask({ path: `${board}?expand=pipeline,pipeline.owner&sort=-total_runs` })
  await recording.ask({ path: `${board}?perPage=1&page=2` })
  await recording.ask({ path: `${board}?filter=(` })
  await recording.ask({ path: `${board}/none` })
  await post(recording, board, '{}')
  for (const collection of collections)
    await recording.ask({
      path: `/api/collections/${collection}/records?perPage=1&filter=${encodeURIComponent("id='none'")}`,
    })
}
