import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issuerDeviations } from '@/lib/core/issuer/deviations'
import type { IssuerDeviation } from '@/lib/core/issuer/deviations/issuer-deviation'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { startService, type TestService } from '@/lib/testing/service'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import type { SendHttp, WireRequest } from '@/lib/wallet/http/wire'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import type { Misbehaviour } from '@/lib/wallet/misbehaviours/issuer/misbehaviour'
import { misbehaviours } from '@/lib/wallet/misbehaviours/issuer/registry'
import { inTurn, ofEachKindAndShare } from '@/scripts/thorough.mjs'

/**
 * The verdict on a fault depends on whether the wallet went on, not how. Each wallet that a fault catches runs
 * unchanged, and once for each other way to send the telltale request: `npm test` takes a third of them in turn. Faults of trust
 * have a file of their own.
 */
const caught = misbehaviours.filter(
  ({ id, needs }) =>
    /^vci\.fault\.(refused|goes_on)\b/.test(id) && needs?.trust === undefined && !isOfTrust(faultOf(needs)),
)
function faultOf(needs: Misbehaviour['needs']): string {
  return String(needs?.sessionOptions?.fault)
}
function isOfTrust(id: string): boolean {
  return issuerDeviations.find((one) => one.id === id)?.needs?.trust_framework !== undefined
}

const service = serviceForTests()
let secure: TestService
let sendSecurely: SendHttp
const send = createNodeClient()
beforeAll(async () => {
  secure = await startService({ tls: true })
  sendSecurely = createNodeClient({ ca: [secure.container.ports.rootCertificate.pem] })
})
afterAll(async () => {
  await secure.close()
})

type Change = (request: WireRequest) => WireRequest

const withoutField =
  (name: string): Change =>
  (request) => ({ ...request, headers: request.headers.filter(([field]) => field !== name) })

/** Replaces the value of a header field, where it stands. */
const withField =
  (name: string, change: (value: string) => string): Change =>
  (request) => ({
    ...request,
    headers: request.headers.map(([field, value]) => [field, field === name ? change(value) : value]),
  })

/** The parameters of a form, or the members of a JSON object as texts; `null` for what is neither. */
function parametersOf({ body }: WireRequest): URLSearchParams | null {
  if (typeof body !== 'string') return null
  if (!body.startsWith('{')) return body.includes('=') ? new URLSearchParams(body) : null
  return new URLSearchParams(
    Object.entries(JSON.parse(body)).map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )
}

const withBody =
  (type: string, write: (parameters: URLSearchParams, body: string) => string): Change =>
  (request) => {
    const parameters = parametersOf(request)
    return parameters === null || typeof request.body !== 'string'
      ? request
      : withField('Content-Type', () => type)({ ...request, body: write(parameters, request.body) })
  }

/** Other ways to send the request that shows that the wallet went on. */
const ways: Readonly<Record<string, Change>> = {
  'as it is': (request) => request,
  'at an address that is wrong by a slash': (request) => ({ ...request, url: `${request.url}/` }),
  'without a DPoP proof': withoutField('DPoP'),
  'without a Content-Type': withoutField('Content-Type'),
  'under the scheme Bearer': withField('Authorization', (value) => value.replace(/^\S+/, 'Bearer')),
  'without a scheme': withField('Authorization', (value) => value.replace(/^\S+ /, '')),
  'with a DPoP proof that another check refuses': withField('DPoP', (value) => value.replace(/\.[^.]*$/, '.AAAA')),
  'in JSON': withBody('application/json', (parameters, body) =>
    body.startsWith('{') ? body : JSON.stringify(Object.fromEntries(parameters)),
  ),
  'as a form': withBody('application/x-www-form-urlencoded', String),
  'as plain text': withField('Content-Type', () => 'text/plain'),
  'with PUT': (request) => ({ ...request, method: 'PUT' }),
  'with GET, and all in the URL': (request) => ({
    ...request,
    method: 'GET',
    url: `${request.url}?${parametersOf(request) ?? ''}`,
    headers: request.headers.filter(([field]) => field !== 'Content-Type'),
    body: null,
  }),
  'at an address that nobody named': (request) => ({ ...request, url: `${request.url}/more` }),
}

/**
 * Runs a wallet against the fault that catches it. `change` gets each request and the number of earlier requests to its
 * path.
 */
async function run(
  { needs = {}, id }: Misbehaviour,
  misbehaves: boolean,
  change = (request: WireRequest, _before: number) => request,
): Promise<{ session: IssuanceSessionView; sent: readonly string[] }> {
  const [at, sender] = needs.https ? [secure, sendSecurely] : [service, send]
  const ask = (method: string, path: string, body: string | null = null) =>
    sender({ method, url: `${at.baseUrl}${path}`, headers: [], body })
  const members = {
    issuer_configuration_id: needs.issuer ?? 'eu-pid-device-bound',
    flow: needs.flow,
    credential_offer_mode: needs.offerMode,
    ...needs.sessionOptions,
  }
  const made = await ask('POST', '/sessions', JSON.stringify(members))
  expect(made.status, made.body).toBe(201)
  const { session_id, deeplink, tx_code } = JSON.parse(made.body)
  const sent: string[] = []
  await runAtIssuer({
    deeplink,
    clock: at.now,
    wait: async (millis) => at.advance(millis / 1000),
    ...(tx_code === undefined ? {} : { txCode: tx_code }),
    ...(needs.profile === undefined ? {} : { profile: needs.profile }),
    ...(needs.profile?.signedMetadata ? { trustAnchors: [at.container.ports.rootCertificate.pem] } : {}),
    ...(misbehaves ? { misbehave: id } : {}),
    http: (request) => {
      const { pathname } = new URL(request.url)
      const before = sent.filter((path) => path === pathname).length
      sent.push(pathname)
      return sender(change(request, before))
    },
  })
  at.advance(60)
  return { session: JSON.parse((await ask('GET', `/sessions/${session_id}`)).body), sent }
}

const deviationAt = ({ needs }: Misbehaviour): IssuerDeviation => {
  const found = issuerDeviations.find(({ id }) => id === faultOf(needs))
  if (found === undefined) throw new Error(`No fault ${faultOf(needs)}`)
  return found
}
const verdictOf = ({ expects }: IssuerDeviation, { checks }: IssuanceSessionView) =>
  checks.conformance.findLast(({ id }) => id === (expects === 'refusal' ? 'vci.fault.refused' : 'vci.fault.goes_on'))

/** Without the authorization endpoint: a browser opens that, in one way alone. */
const endpoints = ['/par', '/token', '/credential', '/deferred_credential', '/notification']

/** A request without code and token may belong to another session of the client, so it only earns a warning. */
const wentOn = (found: ReturnType<typeof verdictOf>): string | undefined =>
  found?.softened === 'inferred' ? 'fail' : found?.status

/** One fault of each kind of change, and a share of the others. */
const chosen = ofEachKindAndShare(caught, (entry) => {
  const { changes, expects } = deviationAt(entry)
  return [expects, ...Object.keys(changes), changes.refusal?.at].join(' ')
}).map((entry) => [entry.id, entry] as const)

describe.each(chosen)('%s', (_id, entry) => {
  const fault = deviationAt(entry)

  it(`does not fail a wallet that does as it should at ${fault.id}`, async () => {
    const found = verdictOf(fault, (await run(entry, false)).session)
    // A wallet that refuses a link sends nothing, so only a person can tell it from one that was never started.
    const right = fault.changes.link === undefined ? 'pass' : 'not_observed'
    expect(found?.status, JSON.stringify(found)).toBe(right)
  })

  it(`fails a wallet that does not at ${fault.id}, however it does it`, async () => {
    const plain = await run(entry, true)
    const found = verdictOf(fault, plain.session)
    expect(wentOn(found), JSON.stringify(found)).toBe('fail')
    const { exchanges } = plain.session
    const betrayed = exchanges.findIndex(({ id }) => id === found?.exchange_id)
    const at = exchanges[betrayed]?.path ?? ''
    // A wallet that stops at an oddity sends nothing that could be sent differently.
    if (fault.expects !== 'refusal' || !endpoints.some((end) => at.endsWith(end))) return
    const before = exchanges.slice(0, betrayed).filter(({ path }) => path === at).length
    for (const [how, change] of inTurn(
      Object.entries(ways),
      chosen.findIndex(([id]) => id === entry.id),
    )) {
      const { session } = await run(entry, true, (request, earlier) =>
        new URL(request.url).pathname.split('/').at(-1) === at.split('/').at(-1) && earlier >= before
          ? change(request)
          : request,
      )
      const again = verdictOf(fault, session)
      expect.soft([how, wentOn(again)], JSON.stringify(again)).toEqual([how, 'fail'])
    }
  })
})
