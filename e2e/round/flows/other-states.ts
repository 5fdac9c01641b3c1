import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'
import type { Recorder } from '../record/recorder'
import { readCampaign } from './campaign'
import { type Created, postJson } from './create'
import type { createCredentials } from './credentials'
import { readSession, sessionPath } from './read-session'
import type { Wallet } from './wallet'

const nobody = '00000000-0000-4000-8000-000000000000'
const json: [string, string] = ['Content-Type', 'application/json']

/**
 * Sessions and campaigns in states that no wallet run produces: untouched, reported by a person, half done, compared.
 */
export async function otherStates(
  recorder: Recorder,
  wallet: Wallet,
  take: ReturnType<typeof createCredentials>,
): Promise<void> {
  await created(recorder)
  await roundTrip(recorder, wallet)
  await told(recorder, wallet)
  await presentedTwice(recorder, wallet, take)
  await smallCampaigns(recorder)
}

const issuanceSessions = [
  {},
  { links: true },
  { flow: 'pre_authorized_code', tx_code: true, scheme: 'haip-vci://', expires_in: 60 },
  { flow: 'pre_authorized_code', tx_code: { input_mode: 'text', length: 12, description: 'By letter' } },
  { credential_offer_mode: 'credential_offer_uri', issuer_configuration_id: 'eu-pid-jwt-proof-only', unknown: 1 },
  { issuer_configuration_id: 'no-such-issuer' },
  { credential_configuration_id: 'no-such-configuration', flow: 'other', expires_in: 1, tx_code: 'x', scheme: 'a' },
  { fault: 'mood' },
  { fault: 'no_expires_in', settle_seconds: 4 },
  { fault: 'authz_iss_missing', flow: 'pre_authorized_code' },
]

const presentationSessions = [
  {},
  { links: true, request_delivery: 'by_value', trust_anchors: ['x'] },
  { profile: 'haip', response_type: 'code' },
  { dcql_query: { credentials: [] } },
  { dcql_query: { credentials: [] }, allow_nonconforming_request: false },
  { negative_test: 'mood', refusal_wait: 1 },
  { expect: 'refusal', check_status: true, require_trusted_issuer: true },
  { presentation_request: { nonce: 'of-my-own', client_metadata: {} } },
  { scheme: 'javascript://', response_mode: 'fragment', expires_in: 1 },
  { follows: nobody },
]

async function created(recorder: Recorder): Promise<void> {
  const kinds = [
    ['issuance', '/sessions', issuanceSessions],
    ['presentation', '/openid4vp/sessions', presentationSessions],
  ] as const
  for (const [kind, path, bodies] of kinds)
    for (const [index, body] of bodies.entries()) {
      const recording = recorder.open(`states/${kind}-created-${index + 1}.txt`)
      const answer = await recording.ask({ method: 'POST', path, headers: [json], body: JSON.stringify(body) })
      if (answer.status === 201) {
        const { session_id, deeplink } = JSON.parse(answer.body.toString('utf8')) as Created
        await readSession(recording, kind, session_id)
        await recording.ask({
          method: 'POST',
          path: '/sessions/find',
          headers: [json],
          body: JSON.stringify({ deeplink }),
        })
      }
      recording.write()
    }
}

/** A credential that is issued and requested back, with its page before, in between and after. */
async function roundTrip(recorder: Recorder, wallet: Wallet): Promise<void> {
  const recording = recorder.open('states/round-trip.txt')
  const issuance = await postJson<Created>(recording, '/sessions', { flow: 'pre_authorized_code' }, 201)
  const presentation = await postJson<Created>(
    recording,
    '/openid4vp/sessions',
    { follows: issuance.session_id, return_redirect_uri: true, reveal_claims: true },
    201,
  )
  const page = { path: `/inspect/round-trip/${presentation.session_id}` }
  await recording.ask(page)
  await recording.ask({ path: `${page.path}/revision` })
  const { credentials } = await runAtIssuer({
    deeplink: issuance.deeplink,
    attester: wallet.attester,
    http: recording.wallet('round/trip'),
  })
  await recording.ask(page)
  await runAtVerifier({ deeplink: presentation.deeplink, credentials, http: recording.wallet() })
  await recording.ask(page)
  await readSession(recording, 'presentation', presentation.session_id)
  await readSession(recording, 'issuance', issuance.session_id)
  recording.write()
}

/** Reports by a person about a silent wallet. */
async function told(recorder: Recorder, wallet: Wallet): Promise<void> {
  const recording = recorder.open('states/told.txt')
  const tell = async (path: string, body: object) =>
    recording.ask({
      method: 'POST',
      path: `${path}/refusal`,
      headers: [json],
      body: JSON.stringify({ ...body, by: 'person' }),
    })
  const session = { fault: 'credential_expired', issuer_configuration_id: 'eu-pid-jwt-proof-only' }
  const issuance = await postJson<Created>(recording, '/sessions', session, 201)
  await runAtIssuer({
    deeplink: issuance.deeplink,
    attester: wallet.attester,
    http: recording.wallet('round/told'),
    misbehave: 'vci.notification.sent',
  })
  const presentation = await postJson<Created>(
    recording,
    '/openid4vp/sessions',
    { negative_test: 'bad_signature' },
    201,
  )
  await recording.ask({ path: `/openid4vp/sessions/${presentation.session_id}/request` })
  for (const [kind, id] of [
    ['issuance', issuance.session_id],
    ['presentation', presentation.session_id],
  ] as const) {
    for (const shown of ['nothing', 'went_on', 'error', 'error']) {
      await tell(sessionPath(kind, id), { shown })
      await recording.ask({ path: sessionPath(kind, id) })
    }
    await readSession(recording, kind, id)
  }
  recording.write()
}

/** The same credential presented twice, and a used link. */
async function presentedTwice(
  recorder: Recorder,
  wallet: Wallet,
  take: ReturnType<typeof createCredentials>,
): Promise<void> {
  const recording = recorder.open('states/presented-twice.txt')
  const credentials = [await take('dc+sd-jwt')]
  const { foreignIssuer } = wallet
  for (let round = 0; round < 2; round += 1) {
    const { session_id, deeplink } = await postJson<Created>(recording, '/openid4vp/sessions', {}, 201)
    for (let again = 0; again < 2; again += 1)
      await runAtVerifier({ deeplink, credentials, foreignIssuer, http: recording.wallet() })
    await readSession(recording, 'presentation', session_id)
  }
  recording.write()
}

/** Two campaigns of one wallet with different results, their comparison, and the wallet's coverage. */
async function smallCampaigns(recorder: Recorder): Promise<void> {
  const recording = recorder.open('states/small-campaigns.txt')
  const presets = ['bad_signature', 'sd_jwt_baseline', 'mdoc_baseline']
  const wallet = { name: 'Quillfern', version: '2.4.1' }
  const ids: string[] = []
  for (const shown of ['error', 'went_on']) {
    const body = { wallet, presets, silence_seconds: 5 }
    const { campaign_id: id } = await postJson<{ campaign_id: string }>(recording, '/campaigns', body, 201)
    ids.push(id)
    await readCampaign(recording, id)
    for (const preset of presets.slice(0, 2)) {
      const next = await recording.ask({ path: `/campaigns/${id}/next` })
      const { session } = JSON.parse(next.body.toString('utf8')) as { session: { session_id: string } }
      const answer = {
        session_id: session.session_id,
        shown: preset === 'bad_signature' ? shown : 'error',
        by: 'person',
      }
      await recording.ask({
        method: 'POST',
        path: `/campaigns/${id}/answer`,
        headers: [json],
        body: JSON.stringify(answer),
      })
    }
    for (const preset of ['sd_jwt_baseline', 'no-such-preset'])
      await recording.ask({
        method: 'POST',
        path: `/campaigns/${id}/again`,
        headers: [json],
        body: JSON.stringify({ preset }),
      })
    for (const query of ['', '?format=junit', '?format=md&strict=true', '?format=html', '?fail_on=should'])
      await recording.ask({
        method: 'POST',
        path: `/campaigns/${id}/report${query}`,
        headers: [['Content-Type', 'text/plain']],
        body: '# expected\nbad_signature vp.negative.rejected\nmdoc_baseline no_verdict\n',
      })
    await readCampaign(recording, id)
  }
  const [before = '', after = ''] = ids
  for (const pair of [`before=${before}&after=${after}`, `before=${before}&after=${nobody}`, 'before=x', '']) {
    await recording.ask({ path: `/comparison?${pair}` })
    await recording.ask({ path: `/compare?${pair}` })
  }
  await coverage(recording, wallet)
  recording.write()
}

async function coverage(recording: ReturnType<Recorder['open']>, wallet: object): Promise<void> {
  const query = 'wallet=Quillfern&version=2.4.1'
  const read = async () => {
    for (const rest of [query, `${query}&format=csv`, `${query}&format=x`, 'wallet=Nobody&version=1', ''])
      await recording.ask({ path: `/coverage?${rest}` })
    for (const rest of [query, `${query}&area=Interaction/ProtocolFlow`, 'wallet=Nobody&version=1', ''])
      await recording.ask({ path: `/cases?${rest}` })
  }
  await read()
  const cases = await recording.ask({ path: '/fcaf.json' })
  const undecided = [...cases.body.toString('utf8').matchAll(/"id":"([^"]+)"/g)].slice(0, 3).map(([, id]) => id)
  for (const one of [...undecided, 'no-such-case'])
    for (const result of ['pass', 'fail', 'withdrawn', 'perhaps'])
      await recording.ask({
        method: 'POST',
        path: '/coverage/results',
        headers: [json],
        body: JSON.stringify({ wallet, case: one, result, note: 'Seen on a phone.' }),
      })
  await read()
}
