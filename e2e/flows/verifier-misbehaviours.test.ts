import { X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConformanceEntry } from '@/lib/core/engine/evidence/session-view'
import { sessionId } from '@/lib/core/shared/ports/ids'
import type { StoredExchange } from '@/lib/core/shared/ports/store-types'
import { isObject } from '@/lib/core/shared/values/json'
import { malformedQueries, verifierDeviation } from '@/lib/core/verifier/deviations'
import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'
import { installContainer } from '@/lib/server/container'
import { openBuiltPages } from '@/lib/testing/built-pages'
import { covers } from '@/lib/testing/covers'
import { startService, type TestService } from '@/lib/testing/service'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import { checkIdOf } from '@/lib/wallet/misbehaviours/misbehaviour'
import { fitsSession } from '@/lib/wallet/misbehaviours/verifier/fit'
import {
  endOf,
  formatNeeded,
  type PresentationMisbehaviour,
  type PresentationNeeds,
  sessionRequestOf,
} from '@/lib/wallet/misbehaviours/verifier/misbehaviour'
import { presentationMisbehaviours, presentationSurprises } from '@/lib/wallet/misbehaviours/verifier/registry'
import { createTrustMemory, type TrustSettings } from '@/lib/wallet/trust/trust-context'
import { createForeignIssuer, type ForeignIssuer } from '@/lib/wallet/verifier/foreign-issuer'
import type { PresentableFormat } from '@/lib/wallet/verifier/obtain-credential'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'
import type { VerifierRun } from '@/lib/wallet/verifier/verifier-run'
import { ofEachKind } from '@/scripts/thorough.mjs'
import { kindOfMisbehaviour } from './kind-of-misbehaviour'
import { drawnOf, expectOneVerdict } from './one-verdict'
import { untruths } from './told-truly'

interface Result {
  readonly run: VerifierRun
  readonly session: PresentationSessionView
  readonly exchanges: readonly StoredExchange[]
}

let pages: Awaited<ReturnType<typeof openBuiltPages>>
let service: TestService
let foreignIssuer: ForeignIssuer
const http = createNodeClient()

beforeAll(async () => {
  pages = await openBuiltPages()
  service = await startService({ pages: pages.pages })
  installContainer(service.container)
  foreignIssuer = await createForeignIssuer(Date.now())
}, 600_000)
afterAll(async () => {
  await service.close()
})

/** Credentials that no test has presented yet. */
const unshown: Record<PresentableFormat, HeldCredential[]> = { 'dc+sd-jwt': [], mso_mdoc: [] }
const configurationOf: Record<PresentableFormat, string> = {
  'dc+sd-jwt': 'urn:eu.europa.ec.eudi:pid:1.sd-jwt.key-attestation-required',
  mso_mdoc: 'urn:eu.europa.ec.eudi:pid:1.mdoc.key-attestation-required',
}

/** A credential for one test. An issuance returns one for each of its keys, and ten cost little more than one. */
async function unshownCredential(format: PresentableFormat = 'dc+sd-jwt'): Promise<HeldCredential> {
  const left = unshown[format]
  if (left.length === 0) {
    const body = JSON.stringify({ credential_configuration_id: configurationOf[format] })
    const created = await (await fetch(`${service.baseUrl}/sessions`, { method: 'POST', body })).json()
    const profile = { attestedKeys: 10 }
    const { credentials } = await runAtIssuer({ deeplink: created.deeplink, http, profile })
    expect(credentials).toHaveLength(10)
    left.push(...credentials)
  }
  return left.pop()!
}

/** Settings of a wallet that evaluates trust by its session's lists, and warns. */
async function trustOf(id: string, { sessionOptions }: PresentationNeeds): Promise<TrustSettings> {
  const session = await (await fetch(`${service.baseUrl}/openid4vp/sessions/${id}`)).json()
  const alias = sessionOptions?.list_alias
  const base = typeof alias === 'string' ? `${service.baseUrl}/trust/a/${alias}/lists` : session.trust.lists.base
  const { operator } = await service.container.ports.trustKeys()
  const operators = [new X509Certificate(Buffer.from(operator.x5c[0] ?? '', 'base64'))]
  return { policy: 'warn', lists: { base, operators }, anchors: {}, overAsking: 'warn', memory: createTrustMemory() }
}

/** Presents once, or as often as the rule requires, with a credential that no other test uses. Returns the last run. */
async function drive(needs: PresentationNeeds, misbehave: string | null): Promise<Result> {
  const credentials = needs.profile?.credential === 'foreign' ? [] : [await unshownCredential(formatNeeded(needs))]
  const runOnce = async (): Promise<Result> => {
    const response = await fetch(`${service.baseUrl}/openid4vp/sessions`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(sessionRequestOf(needs)),
    })
    expect(response.status).toBe(201)
    const created = await response.json()
    const run = await runAtVerifier({
      deeplink: created.deeplink,
      credentials,
      foreignIssuer,
      ...(needs.profile === undefined ? {} : { profile: needs.profile }),
      ...(misbehave === null ? {} : { misbehave }),
      ...(needs.trust ? { trust: await trustOf(created.session_id, needs) } : {}),
      http,
    })
    const id: string = created.session_id
    const session = await (await fetch(`${service.baseUrl}/openid4vp/sessions/${id}`)).json()
    return { run, session, exchanges: await service.container.ports.store.exchanges(sessionId(id)) }
  }
  let result = await runOnce()
  for (let round = 1; round < (needs.runs ?? 1); round += 1) result = await runOnce()
  return result
}

const isRed = ({ status }: Pick<ConformanceEntry, 'status'>): boolean => status === 'fail' || status === 'warn'
const redIds = ({ checks }: PresentationSessionView): string[] => [
  ...new Set(checks.conformance.filter(isRed).map(({ id }) => id)),
]

const clean = new Map<string, Promise<Result>>()
/** A run of the same kind without any misbehaviour. */
function usual(needs: PresentationNeeds): Promise<Result> {
  const key = JSON.stringify(needs)
  const known = clean.get(key) ?? drive(needs, null)
  clean.set(key, known)
  return known
}

describe('the wallet and the catalogue', () => {
  it('find nothing wrong with a wallet that behaves', async () => {
    for (const needs of [{}, { method: 'post' }, { delivery: 'by_value' }, { responseMode: 'direct_post' }] as const) {
      const { session, run } = await drive(needs, null)
      expect(run.outcome).toBe('presented')
      expect(redIds(session)).toEqual([])
    }
  })
})

const asksForStatus500 = ({ sessionOptions }: PresentationNeeds): boolean =>
  sessionOptions?.negative_test === 'http_500_on_request'

/** All careless wallets for malformed queries are alike: one of each kind of query is enough here. */
const chosen = ['dcql_id_missing', 'dcql_ta_value_empty', 'dcql_path_missing']
const isChosen = ({ needs }: PresentationMisbehaviour): boolean => {
  const test = needs?.sessionOptions?.negative_test
  return chosen.some((id) => id === test) || malformedQueries.every(({ id }) => id !== test)
}

/**
 * `trust-refusals.test.ts` runs each that is careless about trust, so one is enough here. `https.test.ts` has the
 * service with https that one needs.
 */
const isRunElsewhere = ({ id, needs }: PresentationMisbehaviour): boolean =>
  // Needs the credential of an issuer of its own: `payments.test.ts`.
  id.startsWith('vp.sca.type_allowed') ||
  (needs?.trust === true && /^vp\.negative\.rejected~(?!registration_missing$)/.test(id)) ||
  verifierDeviation(needs?.sessionOptions?.negative_test)?.needsHttps === true

/**
 * `refusal-tests.test.ts` runs those that are careless about another refusal test, and expects the same: one of each
 * end is enough here.
 */
const kindOf = (entry: PresentationMisbehaviour): string => {
  const test = verifierDeviation(entry.needs?.sessionOptions?.negative_test)
  const isRefusalTest = checkIdOf(entry) === 'vp.negative.rejected' && test?.changes.trust === undefined
  return isRefusalTest ? `a refusal test, ${endOf(entry)}` : kindOfMisbehaviour(entry, endOf(entry))
}

/** One of each kind. */
const chosenMisbehaviours = ofEachKind(
  presentationMisbehaviours.filter((entry) => isChosen(entry) && !isRunElsewhere(entry)),
  kindOf,
)
const drawn = drawnOf(chosenMisbehaviours, endOf)

describe.concurrent('each misbehaviour', () => {
  covers('A4.23')
  it.each(chosenMisbehaviours.map((entry) => [entry.id, entry] as const))(
    '%s turns red what it breaks and nothing else',
    async (id, entry) => {
      const needs = entry.needs ?? {}
      const { run, session, exchanges } = await drive(needs, id)

      expect(presentationSurprises(entry, run)).toEqual([])
      expect(untruths(session, exchanges)).toEqual([])
      // The command line tells testers what it needs, and runs once.
      const { runs: _, ...ofOneRun } = needs
      expect(fitsSession({ ...entry, needs: ofOneRun }, { ...session })).toBe(true)
      expect(run.outcome).toBe(endOf(entry))

      // If the settings alone are the misbehaviour, a correct wallet has others.
      const { profile, ...others } = needs
      const usualRed = redIds((await usual(entry.byProfile === undefined ? needs : others)).session)
      const seen = redIds(session)
      const expected = [...(entry.staysUnseen ? [] : [checkIdOf(entry)]), ...(entry.alsoFails ?? [])]
      expect(seen.filter((red) => !usualRed.includes(red)).sort()).toEqual(
        expected.filter((red) => !usualRed.includes(red)).sort(),
      )
      for (const red of expected) expect(seen).toContain(red)

      if (drawn.has(id))
        await expectOneVerdict(session, {
          pageUrl: `${service.baseUrl}/inspect/presentation/${session.session_id}`,
          reportUrl: `${service.baseUrl}/openid4vp/sessions/${session.session_id}/report`,
          wrongOnPurpose: needs.sessionOptions?.negative_test !== undefined,
        })

      // The session may ask for a fetch that fails.
      const asked = exchanges.filter(({ operation }) => operation !== 'getRequestObject' || !asksForStatus500(needs))
      for (const exchange of asked) expectDocumentedAnswer(exchange)
    },
  )
})

/** The first violation with an error decides the answer, and the answer says which one it was. */
function expectDocumentedAnswer({ operation, findings, response }: StoredExchange): void {
  expect(response.status).toBeLessThan(500)
  const deciding = findings.filter(({ rejected }) => rejected)
  const [first] = findings.filter(({ error }) => error !== null)
  expect(deciding).toEqual(first === undefined ? [] : [first])
  if (first === undefined) return
  // The wallet plays a browser, which reads a page.
  if (operation === 'completePresentation') {
    expect([response.status, response.contentType]).toEqual([400, 'text/html; charset=utf-8'])
    return
  }
  expect(isObject(response.body) && response.body.error).toBe(first.error)
  // What no endpoint takes is answered before any check runs.
  if (first.id === 'vp.transport.served') return
  // The one that explains it, which `presentationSurprises` names.
  const uri = isObject(response.body) ? response.body.error_uri : null
  const deviating = findings.filter(({ status }) => status === 'fail' || status === 'warn')
  expect(deviating.map(({ id }) => `${service.baseUrl}/checks/${id}`)).toContain(uri)
}
