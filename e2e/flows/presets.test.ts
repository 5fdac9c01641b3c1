import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isOfTrust } from '@/lib/core/campaigns/built-in'
import { officialCases } from '@/lib/core/campaigns/official-cases/cases'
import { presets as allPresets, type ListedPreset } from '@/lib/core/campaigns/presets'
import { malformedQueries } from '@/lib/core/verifier/deviations'
import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'
import { createHttpClient, type HttpClient } from '@/lib/testing/http-client'
import { knownVerifier } from '@/lib/testing/known-verifier'
import { startService, type TestService } from '@/lib/testing/service'
import { presentsFor } from '@/lib/wallet/campaign/run-campaign'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'
import { fixedShare, ofEachKind } from '@/scripts/thorough.mjs'

let service: TestService
let http: HttpClient
let held: HeldCredential[]
let listed: ReadonlyMap<string, ListedPreset>
beforeAll(async () => {
  service = await startService()
  http = createHttpClient(service.baseUrl)
  const from = { origin: service.baseUrl, http: createNodeClient() }
  const runs = [await obtainCredential(from), await obtainCredential({ ...from, format: 'mso_mdoc' })]
  held = runs.flatMap(({ credentials }) => [...credentials])
  const answer = (await http({ path: '/presets.json' })).object() as unknown as { presets: ListedPreset[] }
  listed = new Map(answer.presets.map((preset) => [preset.id, preset]))
})
afterAll(async () => {
  http.close()
  await service.close()
})

async function create(id: string) {
  const { path, body } = listed.get(id) as ListedPreset
  const answer = await http({
    method: 'POST',
    path,
    headers: [['Content-Type', 'application/json']],
    body: JSON.stringify(body),
  })
  expect(answer.status, answer.body).toBe(201)
  return answer.object() as { session_id: string; deeplink: string }
}

async function present(id: string) {
  const { session_id, deeplink } = await create(id)
  const run = await runAtVerifier({
    deeplink,
    credentials: held,
    clock: service.now,
    trustAnchors: [service.container.keyStore.rootPem()],
    profile: presentsFor[id] ?? {},
    ...knownVerifier(service.container),
  })
  const session = (await http({ path: `/openid4vp/sessions/${session_id}` })).object()
  return { run, session: session as unknown as PresentationSessionView }
}

/** This installation has no https address. */
const presets = allPresets.filter(({ needsHttps }) => needsHttps === undefined)

/** These ask back what another session issued: campaigns run them with that one. */
const following = new Set(presets.flatMap(({ id, follows }) => (follows === undefined ? [] : [id])))

/**
 * Presets that need a wallet other than ours, or a person: a wallet that knows a scope or a type of transaction, names
 * its issuer, accepts a query that OpenID4VP forbids, or follows only HAIP.
 */
const beyondOurs = [
  'user_denies',
  'user_fails_pin',
  'scope',
  'transaction_data',
  'wrong_aud_by_post',
  'empty_meta',
  'id_token_under_haip',
]
/** A wallet has to be set to evaluate trust: trust-refusals.test.ts and campaign-trust.test.ts run one. */
const idsOf = (kind: ListedPreset['kind'], expects: ListedPreset['expects']) =>
  presets
    .filter((one) => one.kind === kind && one.expects === expects && !following.has(one.id) && !isOfTrust(one.id))
    .map(({ id }) => id)
/**
 * A share of those whose cases are decided by a list of checks of their own: `campaigns.test.ts` runs the wallet that behaves against
 * all of them.
 */
const presentations = (expects: ListedPreset['expects']) =>
  fixedShare(
    ofEachKind(
      idsOf('presentation', expects).filter((id) => !beyondOurs.includes(id) && !malformed.has(id)),
      (id) =>
        officialCases
          .filter(({ preset }) => preset === id)
          .flatMap(({ checks }) => checks)
          .join(' '),
    ),
  )
/** The campaign of malformed queries runs the wallet that behaves against these. */
const malformed = new Set(malformedQueries.map(({ id }) => id))

/** Failed musts, except those of a credential that is shown again. */
const brokenOf = ({ checks }: PresentationSessionView): string[] =>
  checks.conformance.filter(({ status, level }) => status === 'fail' && level === 'must').map(({ id }) => id)

/**
 * Its findings name the cases that its preset decides, and of those that need another preset none, although it was made by its
 * members alone. A request for a browser decides none here, where the wallet plays the browser too.
 */
function expectItsCases(id: string, { checks, observed }: PresentationSessionView): void {
  const named = new Set(checks.conformance.flatMap(({ fcaf }) => fcaf ?? []))
  const found = new Set(checks.conformance.filter(({ status }) => status !== 'not_applicable').map(({ id }) => id))
  const ofPreset = officialCases.filter(({ class: kind }) => kind === 'auto_config' || kind === 'auto_negative')
  const wanted = ofPreset.filter(
    (one) => [one.preset, one.packed].includes(id) && one.checks.some((check) => found.has(check)),
  )
  const isEmulated = observed.carrier === 'emulated'
  expect(ofPreset.filter((one) => named.has(one.id)).map((one) => one.id)).toEqual(
    isEmulated ? [] : wanted.map((one) => one.id),
  )
}

describe('a preset', () => {
  it('has an id of its own, and lists its whole body', () => {
    expect(listed.size).toBe(presets.length)
    expect([...listed.keys()]).toEqual(presets.map(({ id }) => id))
    for (const { body } of listed.values()) expect(Object.keys(body).length).toBeGreaterThan(0)
  })

  it('is not listed, and in no campaign, where it needs an https address and there is none', async () => {
    const missing = allPresets.filter(({ needsHttps }) => needsHttps).map(({ id }) => id)
    expect(missing).toContain('fault.issuer_metadata_http_endpoint')
    expect(missing.filter((id) => listed.has(id))).toEqual([])
    const wallet = { name: 'Wallet', version: '1' }
    const body = JSON.stringify({ wallet, presets: missing.slice(0, 1) })
    const answer = await http({
      method: 'POST',
      path: '/campaigns',
      headers: [['Content-Type', 'application/json']],
      body,
    })
    expect([answer.status, answer.object().pointer]).toEqual([400, '/presets'])
  })

  it('makes a session: for issuance', async () => {
    for (const { id } of presets.filter(({ kind }) => kind === 'issuance'))
      expect((await create(id)).deeplink, id).toContain('openid-credential-offer://')
  })

  it.each(beyondOurs)('makes a session that our wallet cannot decide: %s', async (id) => {
    expect((await create(id)).deeplink).toContain('://')
  })

  it.each(presentations('answer'))('is answered by a good wallet, and nothing turns red: %s', async (id) => {
    const { run, session } = await present(id)
    expect(run.outcome, run.reason ?? '').not.toBe('declined')
    expect(brokenOf(session)).toEqual([])
    expect(session.checks).toMatchObject({ presentation_valid: true })
    expectItsCases(id, session)
  })

  it.each(presentations('refusal'))('is refused by a good wallet, and nothing turns red: %s', async (id) => {
    const { run, session } = await present(id)
    expect(['declined', 'refused_by_verifier', 'stopped_by_wallet'], run.reason ?? '').toContain(run.outcome)
    expect(session.options.expect).toBe('refusal')
    expect(brokenOf(session)).toEqual([])
    expectItsCases(id, session)
  })
})
