import { allCombinations, pairwise } from '@/lib/testing/combinations'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import {
  formatNeeded,
  type PresentationNeeds,
  sessionRequestOf,
} from '@/lib/wallet/misbehaviours/verifier/misbehaviour'
import { presentationMisbehaviours } from '@/lib/wallet/misbehaviours/verifier/registry'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'
import type { PresentationProfile } from '@/lib/wallet/verifier/settings'
import type { Recorder, Recording } from '../record/recorder'
import { type Created, postJson } from './create'
import type { Format } from './credentials'
import { readSession } from './read-session'
import { scopeAlias, type Wallet } from './wallet'

type TakeCredential = (format: Format) => Promise<HeldCredential>

interface PresentationFlow {
  readonly session: object
  readonly credentials: readonly HeldCredential[]
  readonly profile?: Partial<PresentationProfile>
  readonly misbehave?: string
}

async function flow(recording: Recording, wallet: Wallet, { session, credentials, ...settings }: PresentationFlow) {
  const created = await postJson<Created>(recording, '/openid4vp/sessions', session, 201)
  const run = await runAtVerifier({
    deeplink: created.deeplink,
    credentials: [...credentials],
    foreignIssuer: wallet.foreignIssuer,
    http: recording.wallet(),
    ...settings,
  })
  recording.note(`${run.outcome}, ${run.reason}, ${JSON.stringify(run.presented)}, ${JSON.stringify(run.declined)}`)
  return created.session_id
}

/** Runs every misbehaviour of the wallet in presentation, one file each. */
export async function presentationMisbehaviourRuns(
  recorder: Recorder,
  wallet: Wallet,
  take: TakeCredential,
): Promise<void> {
  for (const { id, needs = {} } of presentationMisbehaviours) {
    const recording = recorder.open(`misbehaviours/presentation/${id}.txt`)
    const credentials = await heldFor(needs, take)
    const { profile } = needs
    let sessionId = ''
    for (let round = 0; round < (needs.runs ?? 1); round += 1)
      sessionId = await flow(recording, wallet, {
        session: sessionRequestOf(needs),
        credentials,
        misbehave: id,
        ...(profile === undefined ? {} : { profile }),
      })
    // Its page lists claims one by one, a random selection of many.
    await readSession(recording, 'presentation', sessionId, { page: id !== 'vp.min.fewer_than_held' })
    recording.write()
  }
}

const heldFor = async (needs: PresentationNeeds, take: TakeCredential): Promise<HeldCredential[]> =>
  needs.profile?.credential === 'foreign' ? [] : [await take(formatNeeded(needs))]

const sdJwt = { id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: ['urn:eudi:pid:1'] } }
const mdoc = { id: 'mdoc', format: 'mso_mdoc', meta: { doctype_value: 'eu.europa.ec.eudi.pid.1' } }
const mdocClaims = { claims: [{ path: ['eu.europa.ec.eudi.pid.1', 'family_name'] }] }

const queries: Readonly<Record<string, object>> = {
  default: {},
  'sd-jwt': { dcql_query: { credentials: [{ ...sdJwt, claims: [{ path: ['family_name'] }, { path: ['address'] }] }] } },
  mdoc: { dcql_query: { credentials: [{ ...mdoc, ...mdocClaims }] } },
  both: { dcql_query: { credentials: [sdJwt, { ...mdoc, ...mdocClaims }] } },
  'either format': {
    dcql_query: {
      credentials: [sdJwt, { ...mdoc, ...mdocClaims }],
      credential_sets: [{ options: [['pid'], ['mdoc']] }],
    },
  },
  'what nobody has': {
    dcql_query: { credentials: [{ ...sdJwt, meta: { vct_values: ['urn:example:nothing'] } }] },
  },
  transaction: {
    dcql_query: { credentials: [sdJwt] },
    transaction_data: [{ type: 'payment', credential_ids: ['pid'], amount: '1.00', currency: 'EUR', payee: 'Shop' }],
  },
}

const variants = pairwise(
  allCombinations(
    {
      query: Object.keys(queries),
      delivery: ['by_reference', 'by_value'],
      method: ['get', 'post'],
      responseMode: ['direct_post', 'direct_post.jwt'],
      responseType: ['vp_token', 'vp_token id_token'],
      profile: ['openid4vp', 'haip'],
      redirect: [false, true],
      reveal: [false, true],
      metadata: ['none', 'plain', 'encrypted'],
    },
    ({ delivery, method, metadata }) =>
      (method === 'get' || delivery === 'by_reference') && (method === 'post' || metadata === 'none'),
  ),
)

const scopes = [scopeAlias, `${scopeAlias} openid`, 'nothing-like-this']

/** Runs every pair of presentation options, and scopes instead of queries, with the conformant wallet. */
export async function presentationVariants(recorder: Recorder, wallet: Wallet, take: TakeCredential): Promise<void> {
  for (const [index, variant] of variants.entries()) {
    const { query, delivery, method, responseMode, responseType, profile, redirect, reveal, metadata } = variant
    const recording = recorder.open(`variants/presentation/${String(index + 1).padStart(2, '0')}.txt`)
    recording.note(JSON.stringify(variant))
    const answer = await recording.ask({
      method: 'POST',
      path: '/openid4vp/sessions',
      headers: [['Content-Type', 'application/json']],
      body: JSON.stringify({
        ...queries[query],
        request_delivery: delivery,
        request_uri_method: method,
        response_mode: responseMode,
        response_type: responseType,
        profile,
        return_redirect_uri: redirect,
        reveal_claims: reveal,
        links: true,
      }),
    })
    if (answer.status === 201)
      await presented(recording, wallet, JSON.parse(answer.body.toString('utf8')) as Created, {
        credentials: [await take('dc+sd-jwt'), await take('mso_mdoc')],
        walletMetadata: metadata,
      })
    recording.write()
  }
  for (const scope of scopes) {
    const recording = recorder.open(`variants/presentation/scope-${scope.replace(/\W+/g, '-')}.txt`)
    const answer = await recording.ask({
      method: 'POST',
      path: '/openid4vp/sessions',
      headers: [['Content-Type', 'application/json']],
      body: JSON.stringify({ scopes: scope.split(' ') }),
    })
    if (answer.status === 201)
      await presented(recording, wallet, JSON.parse(answer.body.toString('utf8')) as Created, {
        credentials: [await take('dc+sd-jwt'), await take('mso_mdoc')],
        walletMetadata: 'plain',
      })
    recording.write()
  }
}

async function presented(
  recording: Recording,
  { foreignIssuer }: Wallet,
  { session_id, deeplink }: Created,
  {
    credentials,
    walletMetadata,
  }: {
    readonly credentials: HeldCredential[]
    readonly walletMetadata: PresentationProfile['walletMetadata']
  },
): Promise<void> {
  const run = await runAtVerifier({
    deeplink,
    credentials,
    foreignIssuer,
    http: recording.wallet(),
    profile: { walletMetadata },
  })
  recording.note(`${run.outcome}, ${run.reason}, ${JSON.stringify(run.presented)}`)
  await readSession(recording, 'presentation', session_id)
}
