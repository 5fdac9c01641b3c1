import { afterAll, beforeAll, expect, it } from 'vitest'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { isObject } from '@/lib/core/shared/values/json'
import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'
import { carriedBy, type FlowOperation, operationAt, rightWallet, WireMemory } from '@/lib/testing/right-requests'
import { startService, type TestService } from '@/lib/testing/service'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { headerValue, type WireAnswer, type WireRequest } from '@/lib/wallet/http/wire'
import { createKeyAttester, type KeyAttester } from '@/lib/wallet/issuer/credential/attester'
import { finishRun, type IssuanceOptions, startRun } from '@/lib/wallet/issuer/run-at-issuer'
import { generateKey } from '@/lib/wallet/jose/key'
import type { Misbehaviour } from '@/lib/wallet/misbehaviours/issuer/misbehaviour'
import { misbehaviours } from '@/lib/wallet/misbehaviours/issuer/registry'
import {
  formatNeeded,
  type PresentationMisbehaviour,
  sessionRequestOf,
} from '@/lib/wallet/misbehaviours/verifier/misbehaviour'
import { presentationMisbehaviours } from '@/lib/wallet/misbehaviours/verifier/registry'
import { createForeignIssuer, type ForeignIssuer } from '@/lib/wallet/verifier/foreign-issuer'
import { obtainCredential, type PresentableFormat } from '@/lib/wallet/verifier/obtain-credential'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'
import { fixedShare } from '@/scripts/thorough.mjs'

/**
 * After each refusal of the reference wallet's misbehaviours the stored state is forked. In one fork the right request
 * is sent with the same values: it is accepted if and only if the next step names it. In the other fork is done what
 * the next step says, and that is accepted.
 */
let service: TestService
let attester: KeyAttester
let foreignIssuer: ForeignIssuer
const clientKey = generateKey()
const send = createNodeClient()

beforeAll(async () => {
  // A token that lives for one second shall not end because the machine is busy.
  service = await startService({
    still: true,
    files: {
      'clients.json': JSON.stringify([{ client_id: 'registered-wallet', jwks: { keys: [clientKey.publicJwk] } }]),
    },
  })
  attester = await createKeyAttester(service.now(), { statesProvider: true })
  foreignIssuer = await createForeignIssuer(service.now())
}, 600_000)
afterAll(() => service.close())

const ask = async (method: string, path: string, body: string | null = null) =>
  JSON.parse((await send({ method, url: `${service.baseUrl}${path}`, headers: [], body })).body)

const isRefusal = ({ status, headers }: WireAnswer): boolean =>
  status >= 400 || (status === 302 && /[?&]error=/.test(headerValue(headers, 'Location') ?? ''))

/** Errors that ask for a value, as planned. */
const planned = ['use_dpop_nonce', 'use_attestation_challenge', 'invalid_nonce']

/** A refusal that was not planned has a cause with a fix, and an outcome that says more than that the wallet is at work. */
function expectCause(
  { cause, outcome }: Pick<IssuanceSessionView, 'cause' | 'outcome'>,
  { response: { body } }: IssuanceSessionView['exchanges'][number],
  say: (what: string) => void,
): void {
  if (isObject(body) && planned.includes(String(body.error))) return
  if (cause?.fix == null) say('no cause with a fix')
  if (['running', 'waiting'].includes(outcome.id)) say(`the outcome is ${outcome.id}`)
}

/** Steps that the compared refusals have to show. */
const rows = ['requestCredential -> null']

const found = { refusals: 0, contradictions: [] as string[], unmade: [] as string[], named: new Set<string>() }

/** Runs one misbehaviour, and judges each refusal of a request of the flow that names its session. */
async function judgeRun({ id, needs = {}, byProfile }: Misbehaviour, mutation?: object): Promise<void> {
  const created = await ask(
    'POST',
    '/sessions',
    JSON.stringify({
      issuer_configuration_id: needs.issuer ?? 'eu-pid-device-bound',
      flow: needs.flow ?? 'pre_authorized_code',
      credential_offer_mode: needs.offerMode ?? 'credential_offer',
      ...needs.sessionOptions,
      ...(mutation === undefined ? {} : { laboratory: {}, ...needs.sessionOptions, mutations: [mutation] }),
    }),
  )
  if (created.deeplink === undefined) return void found.unmade.push(`${id} ${JSON.stringify(created)}`)
  const memory = new WireMemory()
  const keys = () => {
    const key = generateKey()
    memory.keys.push(key)
    return key
  }
  const random = (bytes: number) => {
    const made = Buffer.from(crypto.getRandomValues(new Uint8Array(bytes)))
    memory.randoms.push(made.toString('base64url'))
    return made
  }
  const options: IssuanceOptions = {
    deeplink: created.deeplink,
    clock: service.now,
    wait: async (millis) => service.advance(millis / 1000),
    attester,
    clientKey,
    ...(created.tx_code === undefined ? {} : { txCode: created.tx_code }),
    ...(needs.profile === undefined ? {} : { profile: needs.profile }),
    http: send,
  }
  const run = startRun({
    ...options,
    keys,
    random,
    misbehave: id,
    http: async (request) => {
      const answer = await send(request)
      memory.note(request, answer)
      const operation = operationAt(request.url)
      if (operation !== null && isRefusal(answer)) await judge(request, operation)
      return answer
    },
  })

  async function judge(request: WireRequest, refused: FlowOperation): Promise<void> {
    const view: IssuanceSessionView = await ask('GET', `/sessions/${created.session_id}`)
    const last = view.exchanges.findLast(({ origin }) => origin === 'wallet' || origin === 'user_agent')
    // A request that names no session has no next step in it.
    if (last === undefined || last.session_id === null || last.response.status === null) return
    if (!new URL(request.url).pathname.endsWith(last.path)) return
    const isPlanned = view.events.some(
      ({ type, detail }) => type === 'answer_altered' && detail.exchange_id === last.id,
    )
    if (isPlanned) return
    found.refusals += 1
    const say = (what: string) =>
      found.contradictions.push(
        `${id} at ${refused}${mutation === undefined ? '' : ` with ${JSON.stringify(mutation)}`}: ${what}`,
      )
    expectCause(view, last, say)
    if (view.next_step === null) return void say('no next step')
    const { operation: named, because } = view.next_step
    const kind = named === refused ? 'same' : `${refused} -> ${named}`
    found.named.add(kind)
    const right = rightWallet(run, byProfile === undefined ? options : { ...options, profile: {} }, {
      memory,
      issuer: view.options.fault === undefined ? null : created.issuer_identifier,
    })
    const back = service.fork()
    const carried = carriedBy(request)
    // Where there is no nonce endpoint, the nonce is what has to go.
    const isLeftOut = view.next_step.do.includes('with no nonce')
    const again = await right.again(refused, isLeftOut ? { ...carried, nonce: null } : carried)
    back()
    if (again.accepted !== (named === refused))
      say(`names ${named} (${because}), but the same request ${again.accepted ? 'works' : `fails: ${again.why}`}`)
    if (named === null || named === refused) return
    const done = await right.follow(named as FlowOperation, refused)
    back()
    if (!done.accepted) say(`names ${named} (${because}), which fails: ${done.why}`)
  }

  await finishRun(run, created.deeplink)
}

/** Whether a misbehaviour is refused: others show nothing here. */
const isRefused = ({ expect: expected }: Pick<Misbehaviour, 'expect'>): boolean => expected !== 'accepted'

/** Those that need another service, or the time of one. */
const isElsewhere = ({ needs = {} }: Misbehaviour): boolean =>
  needs.trust === true || needs.lists === true || needs.https === true || needs.settles !== undefined

/** Credentials of both formats, for all presentations: what was presented is forgotten with its fork. */
const held = new Map<PresentableFormat, Promise<readonly HeldCredential[]>>()
async function credentialsFor(format: PresentableFormat): Promise<HeldCredential[]> {
  const known =
    held.get(format) ??
    obtainCredential({ origin: service.baseUrl, http: send, format }).then((made) => made.credentials)
  held.set(format, known)
  return [...(await known)]
}

/** Runs one misbehaviour, and judges each refusal of a response. */
async function judgePresentation({ id, needs = {} }: PresentationMisbehaviour): Promise<void> {
  const created = await ask('POST', '/openid4vp/sessions', JSON.stringify(sessionRequestOf(needs)))
  // A service without https makes no session that needs it.
  if (created.deeplink === undefined) return
  const credentials = await credentialsFor(formatNeeded(needs))
  const foreign = needs.profile?.credential === 'foreign'
  const at = new URL(`${service.baseUrl}/openid4vp/sessions/${created.session_id}`).pathname
  const options = { deeplink: created.deeplink, foreignIssuer, ...(needs.profile ? { profile: needs.profile } : {}) }
  await runAtVerifier({
    ...options,
    credentials: foreign ? [] : credentials,
    misbehave: id,
    http: async (request) => {
      const answer = await send(request)
      const isResponse = /\/(response|dc-api\/result)$/.test(new URL(request.url).pathname)
      if (isResponse && isRefusal(answer)) await judge(request)
      return answer
    },
  })

  async function judge(request: WireRequest): Promise<void> {
    const view: PresentationSessionView = await ask('GET', at)
    const last = view.exchanges.findLast(({ origin }) => origin === 'wallet' || origin === 'user_agent')
    if (last === undefined || last.session_id === null || !new URL(request.url).pathname.endsWith(last.path)) return
    if (view.events.some(({ type, detail }) => type === 'answer_altered' && detail.exchange_id === last.id)) return
    found.refusals += 1
    const say = (what: string) => found.contradictions.push(`${id}: ${what}`)
    if (!last.after_end) expectCause(view, last, say)
    if (view.next_step === null) return void (last.after_end || say('no next step'))
    const { operation: named, because } = view.next_step
    found.named.add(`response: ${named}`)
    const back = service.fork()
    const right = await runAtVerifier({
      deeplink: created.deeplink,
      credentials: await credentialsFor(formatNeeded(needs)),
      foreignIssuer,
      http: send,
    })
    back()
    const expected = view.dc_api === undefined ? 'sendPresentationResponse' : 'sendBrowserResult'
    // A wallet that cannot answer the request says so, which is a response too.
    const accepted = right.outcome === 'presented' || right.outcome === 'declined'
    if (named !== null && named !== expected) say(`names ${named}`)
    if (accepted !== (named !== null))
      say(
        `names ${named} (${because}), but a right response ${accepted ? 'works' : `fails: ${right.outcome} ${right.reason}`}`,
      )
  }
}

/** A third of them; each in a thorough test. */
const issuances = fixedShare(
  misbehaviours.filter((one) => !isElsewhere(one) && isRefused(one)),
  3,
)
const presentations = fixedShare(
  presentationMisbehaviours.filter((one) => one.needs?.trust !== true && isRefused(one)),
  3,
)

it('is what works after each refusal of an issuance, and nothing else does', async () => {
  for (const entry of issuances) await judgeRun(entry)
  expect(found.contradictions).toEqual([])
}, 900_000)

const remove = (target: string, path: string) => ({ target, op: 'remove', path })
const put = (target: string, path: string, value: unknown) => ({ target, op: 'put', path, value })

const preAuthorized = '/grants/urn:ietf:params:oauth:grant-type:pre-authorized_code'

/** A change of each member that a step of an issuance rests on. */
const changes = [
  remove('offer', '/grants'),
  put('offer', '/zzz', 1),
  put('offer', `${preAuthorized}/pre-authorized_code`, 'written'),
  put('offer', '/grants/authorization_code/issuer_state', 'written'),
  put('offer_link', '/zzz', 'x'),
  remove('issuer_metadata', '/nonce_endpoint'),
  remove('issuer_metadata', '/notification_endpoint'),
  put('issuer_metadata', '/batch_credential_issuance', { batch_size: 3 }),
  remove('server_metadata', '/pushed_authorization_request_endpoint'),
  put('server_metadata', '/dpop_signing_alg_values_supported', ['ES384']),
  put('token_response', '/access_token', null),
  remove('token_response', '/access_token'),
  put('token_response', '/access_token', 'written'),
  put('token_response', '/token_type', 'Bearer'),
  put('token_response', '/expires_in', 1),
  put('credential_response', '/transaction_id', 'written'),
  put('credential_response', '/notification_id', null),
  put('credential_response', '/notification_id', 'written'),
]

/** Refusals at each request of the flow. */
const refusedAt = [
  'vci.par.content_type',
  'vci.token.params_in_body',
  'vci.token.preauth_code_once',
  'vci.dpop.header_present~credential',
  'vci.credential.token_valid',
  'vci.nonce.known',
  'vci.deferred.token_valid',
  'vci.notification.token',
]

it('is what works after a refusal in a session whose documents are changed on purpose', async () => {
  const before = { refusals: found.refusals, contradictions: found.contradictions.length }
  const entries = misbehaviours.filter(({ id }) => refusedAt.includes(id))
  expect(entries.map(({ id }) => id).sort()).toEqual([...refusedAt].sort())
  for (const entry of entries) for (const change of changes) await judgeRun(entry, change)
  expect(found.contradictions.slice(before.contradictions)).toEqual([])
  expect(found.refusals - before.refusals).toBeGreaterThan(60)
}, 900_000)

it('is what works after each refusal of a presentation, and nothing else does', async () => {
  const before = found.contradictions.length
  for (const entry of presentations) await judgePresentation(entry)
  expect(found.contradictions.slice(before)).toEqual([])
}, 900_000)

it('was compared after at least 150 refusals, with steps of each kind', () => {
  expect(found.refusals).toBeGreaterThan(150)
  expect([...found.named]).toEqual(expect.arrayContaining(rows))
})
