import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConformanceEntry } from '@/lib/core/engine/evidence/session-view'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import type { StoredExchange } from '@/lib/core/shared/ports/store-types'
import { epochMillis } from '@/lib/core/shared/time/time'
import { loteProfiles } from '@/lib/core/shared/trust/lists/profiles'
import { isObject } from '@/lib/core/shared/values/json'
import { installContainer } from '@/lib/server/container'
import { openBuiltPages } from '@/lib/testing/built-pages'
import { startService, type TestService } from '@/lib/testing/service'
import { makeListOperator, makeTrustList } from '@/lib/testing/trust-list'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import type { SendHttp, WireRequest } from '@/lib/wallet/http/wire'
import { createKeyAttester, type KeyAttester } from '@/lib/wallet/issuer/credential/attester'
import { fitsSession } from '@/lib/wallet/issuer/issue-by-command'
import type { IssuerRun } from '@/lib/wallet/issuer/run'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import { generateKey } from '@/lib/wallet/jose/key'
import { endOf, type Misbehaviour } from '@/lib/wallet/misbehaviours/issuer/misbehaviour'
import { misbehaviours as allMisbehaviours, surprises } from '@/lib/wallet/misbehaviours/issuer/registry'
import { checkIdOf } from '@/lib/wallet/misbehaviours/misbehaviour'
import { revocation } from '@/lib/wallet/session-of-link'
import { ofEachKind } from '@/scripts/thorough.mjs'
import { kindOfMisbehaviour } from './kind-of-misbehaviour'
import { drawnOf, expectOneVerdict } from './one-verdict'
import { untruths } from './told-truly'

interface Result {
  readonly run: IssuerRun
  readonly session: IssuanceSessionView
  /** Everything the wallet sent, with its findings, whether or not its session is known. */
  readonly exchanges: readonly StoredExchange[]
}

let pages: Awaited<ReturnType<typeof openBuiltPages>>
let service: TestService
/** A service whose clock is moved, for what only a silence shows; other runs must not be affected. */
let patient: TestService
/** A service that relies on a list of wallet providers with this attester. */
let listing: TestService
/** A service with an https address. */
let secure: TestService
let attester: KeyAttester
const clientKey = generateKey()
const send = createNodeClient()
let sendSecurely: SendHttp
let runs = 0

beforeAll(async () => {
  const files = {
    'clients.json': JSON.stringify([{ client_id: 'registered-wallet', jwks: { keys: [clientKey.publicJwk] } }]),
  }
  pages = await openBuiltPages()
  attester = await createKeyAttester(Date.now(), { statesProvider: true })
  service = await startService({ files, pages: pages.pages })
  patient = await startService({ files, pages: pages.pages })
  secure = await startService({ files, tls: true })
  listing = await startService({ files: { ...files, ...(await listNaming(attester)) } })
  sendSecurely = createNodeClient({ ca: [secure.container.ports.rootCertificate.pem] })
  installContainer(service.container)
}, 600_000)
afterAll(async () => {
  await service.close()
  await patient.close()
  await secure.close()
  await listing.close()
})

type Needs = NonNullable<Misbehaviour['needs']>

/** Files of a service that relies on a list of wallet providers with this one alone. */
async function listNaming({ rootCertificate }: KeyAttester): Promise<Record<string, string>> {
  const now = epochMillis(Date.now())
  const operator = await makeListOperator(now)
  const type = loteProfiles['wallet-providers'].services?.issuance ?? ''
  return {
    'trust/lists.json': JSON.stringify([{ location: 'wallets.jwt', operators: 'operator.pem', purpose: 'wallet' }]),
    'trust/operator.pem': operator.pem,
    'trust/wallets.jwt': await makeTrustList(operator, { now, services: [{ type, certificates: [rootCertificate] }] }),
  }
}

const serviceFor = (needs: Needs): TestService => (needs.lists ? listing : movesTime(needs) ? patient : service)

const movesTime = ({ settles, waits }: Needs): boolean => settles !== undefined || waits === true

/** Runs the wallet once against a new session with its own User-Agent, so that no other run is mistaken for it. */
async function drive(
  needs: Needs,
  misbehave: string | null,
  tamper = (request: WireRequest) => request,
): Promise<Result> {
  const name = `test-wallet/${++runs}`
  const shared = serviceFor(needs)
  const [at, sender] = needs.https ? [secure, sendSecurely] : [shared, send]
  const ask = async (method: string, path: string, body: string | null = null) =>
    sender({ method, url: `${at.baseUrl}${path}`, headers: [], body })
  const response = await ask(
    'POST',
    '/sessions',
    JSON.stringify({
      issuer_configuration_id: needs.issuer ?? 'eu-pid-device-bound',
      flow: needs.flow ?? 'pre_authorized_code',
      credential_offer_mode: needs.offerMode ?? 'credential_offer',
      ...needs.sessionOptions,
    }),
  )
  expect(response.status, response.body).toBe(201)
  const created = JSON.parse(response.body)
  const run = await runAtIssuer({
    deeplink: created.deeplink,
    clock: at.now,
    wait: async (millis) => patient.advance(millis / 1000),
    attester,
    clientKey,
    lastIssuer: created.issuer_identifier,
    revokeUnit: (list) =>
      ask('POST', `/sessions/${created.session_id}/laboratory/wallet-units`, JSON.stringify(revocation(list))),
    ...(created.tx_code === undefined ? {} : { txCode: created.tx_code }),
    ...(needs.profile === undefined ? {} : { profile: needs.profile }),
    ...(needs.profile?.signedMetadata ? { trustAnchors: [at.container.ports.rootCertificate.pem] } : {}),
    ...(misbehave === null ? {} : { misbehave }),
    http: (request) => sender(tamper({ ...request, headers: request.headers.map((field) => named(field, name)) })),
  })
  at.advance(needs.settles ?? 0)
  const session = JSON.parse((await ask('GET', `/sessions/${created.session_id}`)).body)
  return { run, session, exchanges: at.recorded().filter(({ headers }) => isOf(headers['user-agent'], name)) }
}

/** The User-Agent of the wallet and of the browser it plays. */
const named = ([field, value]: readonly [string, string], name: string): [string, string] => {
  if (field !== 'User-Agent') return [field, value]
  return [field, /^mozilla/i.test(value) ? `Mozilla/5.0 (${name})` : name]
}
const isOf = (userAgent: unknown, name: string) => userAgent === name || userAgent === `Mozilla/5.0 (${name})`

const redIds = (session: IssuanceSessionView): string[] => [
  ...new Set(session.checks.conformance.filter(isRed).map(({ id }) => id)),
]
const isRed = ({ status }: Pick<ConformanceEntry, 'status'>): boolean => status === 'fail' || status === 'warn'

/** The root of the test attester is not configured. */
const unanchored = ['vci.wallet_attestation.trusted', 'vci.key_attestation.trusted']

const clean = new Map<string, Promise<Result>>()
/** A run of the same kind without any misbehaviour. */
function usual({ runs: _runs, profile, ...needs }: Needs): Promise<Result> {
  const { proof, signedMetadata } = profile ?? {}
  const asked = { ...(proof && { proof }), ...(signedMetadata && { signedMetadata }) }
  const kept = Object.keys(asked).length === 0 ? {} : { profile: asked }
  const key = JSON.stringify({ ...needs, ...kept })
  const known = clean.get(key) ?? drive({ ...needs, ...kept }, null)
  clean.set(key, known)
  return known
}

/** Checks that evaluated a request to this endpoint. */
const judgedBy = ({ exchanges }: Pick<Result, 'exchanges'>, wanted: string | null): string[] =>
  exchanges.find(({ operation }) => operation === wanted)?.findings.map(({ id }) => id) ?? []

describe('the wallet and the catalogue', () => {
  it('find nothing wrong with a wallet that behaves', async () => {
    for (const issuer of ['eu-pid-device-bound', 'eu-pid-jwt-proof-only'] as const) {
      const { session } = await drive({ issuer }, null)
      expect(session.checks.conformance.filter(({ status }) => status === 'fail')).toEqual([])
      expect(redIds(session).filter((id) => !unanchored.includes(id))).toEqual([])
    }
  })
})

describe('several errors at once', () => {
  it('give five failed checks for five errors in one credential request, and the first by order decides', async () => {
    const { run, session, exchanges } = await drive({ issuer: 'eu-pid-jwt-proof-only' }, null, (request) => {
      if (!request.url.endsWith('/credential')) return request
      const body = JSON.parse(request.body ?? '{}')
      const [proof] = body.proofs.jwt
      const headers = request.headers.map(([name, value]): [string, string] =>
        name === 'Content-Type' ? [name, 'text/plain'] : [name, value],
      )
      headers.push(['DPoP', 'a second proof'])
      return {
        ...request,
        url: `${request.url}?access_token=none`,
        headers,
        body: JSON.stringify({ credential_configuration_id: 'invented', proofs: { jwt: [proof, proof] } }),
      }
    })
    const broken = [
      'vci.credential.token_in_header',
      'vci.dpop.single_header',
      'vci.credential.content_type',
      'vci.credential.configuration_known',
      'vci.credential.proofs_count',
    ]
    expect(run.refusal).toMatchObject({
      status: 400,
      error: 'invalid_request',
      error_uri: `${service.baseUrl}/checks/vci.credential.token_in_header`,
    })
    const request = exchanges.find(({ operation }) => operation === 'requestCredential')
    const failed = request?.findings.filter(({ status }) => status === 'fail') ?? []
    expect(failed.map(({ id }) => id)).toEqual(broken)
    expect(failed.map(({ rejected }) => rejected)).toEqual([true, false, false, false, false])
    expect(
      redIds(session)
        .filter((id) => !unanchored.includes(id))
        .sort(),
    ).toEqual([...broken].sort())
    expect(session.checks.summary.must.fail).toBe(5)
    expect(session.checks.summary.verdict).toBe('fail')
  })
})

/** One of each kind. Those of trust have tests of their own, with a wallet that evaluates it. */
const misbehaviours = ofEachKind(
  allMisbehaviours.filter(({ needs }) => needs?.trust === undefined),
  (entry) => kindOfMisbehaviour(entry, endOf(entry)),
)
const drawn = drawnOf(
  // Pages of this process read from the service without https.
  misbehaviours.filter(({ needs }) => needs?.https === undefined && needs?.lists === undefined),
  endOf,
)
const settles = ({ needs = {} }: Misbehaviour): boolean => movesTime(needs)
const byId = (entries: readonly Misbehaviour[]) => entries.map((entry) => [entry.id, entry] as const)

describe.concurrent('each misbehaviour', () => {
  it.each(byId(misbehaviours.filter((entry) => !settles(entry))))(
    '%s turns red what it breaks and nothing else',
    expectCaught,
  )
})

describe('each misbehaviour that time shows', () => {
  // All pages of a process read from one service.
  beforeAll(() => installContainer(patient.container))
  it.each(byId(misbehaviours.filter(settles)))('%s turns red what it breaks and nothing else', expectCaught)
})

async function expectCaught(id: string, entry: Misbehaviour): Promise<void> {
  const needs = entry.needs ?? {}
  let result = await drive(needs, id)
  for (let round = 1; round < (needs.runs ?? 1); round += 1) result = await drive(needs, id)
  const { run, session, exchanges } = result

  expect(surprises(entry, run)).toEqual([])
  expect(untruths(session, exchanges)).toEqual([])
  // The command line tells testers what it needs, and runs once.
  const { runs: _, ...ofOneRun } = needs
  expect(fitsSession({ ...entry, needs: ofOneRun }, { ...session })).toBe(true)
  expect(run.outcome).toBe(endOf(entry))

  const expectedRun = await usual(needs)
  // A wallet that continues where another stops reveals what that one would have revealed later.
  const usualRed = [...redIds(expectedRun.session), ...(entry.skipsRule === undefined ? [] : unanchored)]
  const inSession = redIds(session)
  const anywhere = exchanges.flatMap(({ findings }) => findings.filter(isRed).map((finding) => finding.id))
  const seen = new Set([...inSession, ...(entry.outsideSession ? anywhere : [])])
  const expected = entry.staysUnseen ? [] : [checkIdOf(entry), ...(entry.alsoFails ?? [])]
  const unexpected = [...seen].filter((red) => !usualRed.includes(red)).sort()
  expect(unexpected).toEqual(expected.filter((red) => !usualRed.includes(red)).sort())
  for (const red of expected) expect(seen).toContain(red)

  const { baseUrl } = serviceFor(needs)
  if (drawn.has(id))
    await expectOneVerdict(session, {
      pageUrl: `${baseUrl}/inspect/issuance/${session.session_id}`,
      reportUrl: `${baseUrl}/sessions/${session.session_id}/report`,
      wrongOnPurpose: session.options.fault !== undefined,
    })
  if (entry.staysUnseen) {
    const unseen = session.checks.conformance.filter((finding) => finding.id === checkIdOf(entry))
    expect(unseen.map(({ status }) => status)).toEqual(['not_observed'])
  }
  for (const exchange of exchanges) {
    if (!isAltered(session, exchange)) expectDocumentedAnswer(exchange, baseUrl)
    // A misbehaviour hides nothing: every check of the endpoint has a finding, as in a run without one.
    const asUsual = judgedBy(expectedRun, exchange.operation)
    if (asUsual.length > 0) expect(exchange.findings.map(({ id }) => id)).toEqual(asUsual)
  }
  const touched = run.log.find(({ misbehaved }) => misbehaved)
  if (entry.expect !== 'accepted' && entry.expect.error !== undefined) {
    expect(JSON.parse(touched?.answerBody ?? '{}').error_uri).toBe(
      `${baseUrl}/checks/${entry.decidedBy ?? checkIdOf(entry)}`,
    )
  }
}

/** Whether the response was wrong on purpose, e.g. a failure of the metadata endpoint. */
const isAltered = ({ events }: IssuanceSessionView, { id }: StoredExchange): boolean =>
  events.some(({ type, detail }) => type === 'answer_altered' && detail.exchange_id === id)

/** The first violation with an error decides the answer, and the answer says which one it was. */
function expectDocumentedAnswer({ findings, response, operation }: StoredExchange, baseUrl: string): void {
  expect(response.status).toBeLessThan(500)
  const deciding = findings.filter(({ rejected }) => rejected)
  const [first] = findings.filter(({ error }) => error !== null)
  expect(deciding).toEqual(first === undefined ? [] : [first])
  if (operation === null || first === undefined) return
  expect(isObject(response.body) && response.body.error).toBe(first.error)
  // The link leads to what explains the refusal: the refusing check, or another deviation of the same request.
  const explaining = [first, ...findings.filter(isRed)].map(({ id }) => `${baseUrl}/checks/${id}`)
  expect(explaining).toContain(isObject(response.body) && response.body.error_uri)
}
