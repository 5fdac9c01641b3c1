import { pathOfPage, plainPages } from '@/lib/pages'
import type { HeaderList } from '@/lib/wallet/http/wire'
import type { Recorder, Recording } from '../record/recorder'
import { type Created, postJson } from './create'
import { type SessionKind, sessionPath } from './read-session'

const nobody = '00000000-0000-4000-8000-000000000000'
const form: [string, string] = ['Content-Type', 'application/x-www-form-urlencoded']

/** Pages that show no session, each in its states. */
const shownPages = [
  ...plainPages.map((name) => pathOfPage(name)),
  '/?lang=de',
  '/checks?all=1',
  '/checks?q=nothing+like+this',
  '/checks?q=dpop&level=must&spec=OID4VCI&effect=rejects&group=vci.dpop',
  '/checks/vci.proof.jwt.aud',
  '/checks/vp.kb.nonce',
  '/checks/no.such.check',
  '/hub/pipelines/wallet-capture/none',
  '/operator/scoreboard?problem=unauthorized',
  `/compare?before=${nobody}&after=x`,
  '/no-such-page',
  `/inspect/issuance/${nobody}`,
  `/inspect/presentation/${nobody}`,
  `/inspect/round-trip/${nobody}`,
  `/inspect/campaign/${nobody}`,
  '/inspect/issuance/x',
  '/ledger/rows',
]

/** States of the page of a session, as queries. */
const targets = [
  '?all=1',
  '?tab=diff',
  '?tab=decoded',
  '?tab=raw',
  '?tab=checks',
  '?tab=facts',
  '?tab=none&exchange=none&check=none',
  '?status=fail',
  '?level=must&q=dpop',
  '/revision',
]

/** Every page in every state that a query brings about, and every form, also from another origin. */
export async function pages(recorder: Recorder, campaignId: string | null): Promise<void> {
  for (const path of shownPages) {
    const recording = recorder.open(`pages${path.replace(/[?&=+]/g, '-').replace(/\/$/, '/start')}.txt`)
    await recording.ask({ path })
    await recording.ask({ method: 'HEAD', path })
    await recording.ask({ path, headers: [['Host', 'elsewhere.example']] })
    await recording.ask({ path, headers: [['RSC', '1']] })
    await recording.ask({ method: 'POST', path, headers: [form], body: 'a=1' })
    recording.write()
  }
  await packed(recorder)
  await forms(recorder)
  await sessionPages(recorder)
  if (campaignId !== null) {
    const recording = recorder.open('pages/campaign.txt')
    for (const target of ['', '/revision', '?all=1'])
      await recording.ask({ path: `/inspect/campaign/${campaignId}${target}` })
    await recording.ask({ path: '/coverage?wallet=Round&version=1.0' })
    await recording.ask({ path: '/cases?wallet=Round&version=1.0' })
    recording.write()
  }
}

/** Whether an answer is compressed, and how; its content depends on the moment. */
async function packed(recorder: Recorder): Promise<void> {
  const recording = recorder.open('pages/packed.txt')
  for (const path of ['/', '/checks.json', '/openapi.json', '/checks'])
    for (const coding of ['gzip', 'br', 'gzip;q=0, identity']) {
      const { status, headers } = await recorder.ask({ path, headers: [['Accept-Encoding', coding]] })
      const shown = headers.filter(
        ([field]) => !/^(date|content-length|etag|link|content-security-policy)$/i.test(field),
      )
      recording.note(`${path} ${coding}: ${status} ${JSON.stringify(shown)}`)
    }
  recording.write()
}

const startForms: readonly (readonly [path: string, body: string])[] = [
  ['/start/issuance/create', 'flow=pre_authorized_code'],
  [
    '/start/issuance/create',
    'flow=pre_authorized_code&tx_code=numeric&tx_code_length=6&expires_in=120&dpop_nonce=required',
  ],
  ['/start/issuance/create', 'flow=other'],
  ['/start/issuance/create', 'run=fault&fault=none'],
  ['/start/presentation/create', ''],
  ['/start/presentation/create', 'delivery=by_value&response_mode=direct_post&reveal_claims=true'],
  ['/start/presentation/create', 'preset=own&dcql_query=%7B'],
  ['/start/presentation/create', 'negative_test=bad_signature&refusal_wait=5'],
  ['/start/round-trip/create', 'flow=pre_authorized_code'],
  ['/start/round-trip/create', `follows=${nobody}`],
  ['/start/campaign', 'campaign=smoke&wallet_name=Quillfern&wallet_version=1'],
  ['/start/campaign', 'campaign=none&wallet_name=&wallet_version='],
  ['/cases/result', 'wallet_name=Quillfern&wallet_version=1&case=none&result=pass&note=x'],
  ['/cases/statement/declare', 'wallet_name=Quillfern&wallet_version=1&mdoc=perhaps'],
  [`/inspect/issuance/${nobody}/wallet`, 'run=clean'],
  [`/inspect/presentation/${nobody}/wallet`, 'run=clean'],
  [`/inspect/presentation/${nobody}/refusal`, 'shown=error'],
  [`/inspect/round-trip/${nobody}/wallet`, ''],
  [`/inspect/campaign/${nobody}/wallet`, ''],
  [`/inspect/campaign/${nobody}/answer`, 'shown=error'],
  [`/inspect/campaign/${nobody}/again`, 'preset=x'],
  ['/operator/scoreboard/enter', 'key=wrong'],
  ['/operator/scoreboard/leave', ''],
  ['/operator/scoreboard/start', 'seconds=60'],
  ['/operator/scoreboard/cancel', 'id=x'],
]

async function forms(recorder: Recorder): Promise<void> {
  for (const [index, [path, body]] of startForms.entries()) {
    const name = `${String(index + 1).padStart(2, '0')}${path.replace(nobody, 'nobody').replaceAll('/', '-')}`
    const recording = recorder.open(`pages/forms/${name}.txt`)
    const post = (headers: HeaderList, sent = body) => recording.ask({ method: 'POST', path, headers, body: sent })
    const { headers } = await post([form, ['Origin', recorder.origin], ['Sec-Fetch-Site', 'same-origin']])
    await post([form, ['Origin', 'https://elsewhere.example'], ['Sec-Fetch-Site', 'cross-site']])
    await post([['Content-Type', 'application/json']], '{}')
    const location = headers.find(([field]) => field.toLowerCase() === 'location')?.[1]
    if (location?.startsWith('/')) await recording.ask({ path: location })
    recording.write()
  }
}

/** Pages of sessions that the built-in wallet has run, started by the form of the page. */
async function sessionPages(recorder: Recorder): Promise<void> {
  const runs = [
    ['issuance', 'run=clean', { flow: 'pre_authorized_code' }],
    [
      'issuance',
      'run=fault&fault=vci.proof.jwt.aud',
      { flow: 'pre_authorized_code', issuer_configuration_id: 'eu-pid-jwt-proof-only' },
    ],
    ['presentation', 'run=clean', {}],
    ['presentation', 'run=fault&fault=vp.kb.nonce', {}],
  ] as const
  for (const [index, [kind, body, session]] of runs.entries()) {
    const recording = recorder.open(`pages/sessions/${kind}-${index + 1}.txt`)
    const { session_id: id } = await postJson<Created>(
      recording,
      kind === 'issuance' ? '/sessions' : '/openid4vp/sessions',
      session,
      201,
    )
    const page = `/inspect/${kind}/${id}`
    await recording.ask({ path: page })
    await recording.ask({ method: 'POST', path: `${page}/wallet`, headers: [form], body })
    await ended(recorder, kind, id)
    const ids = await exchangeIds(recording, kind, id)
    for (const target of ['', ...targets, ...ids.map((one) => `?exchange=${one}`)])
      await recording.ask({ path: `${page}${target}` })
    recording.write()
  }
}

async function exchangeIds(recording: Recording, kind: SessionKind, id: string): Promise<string[]> {
  const { body } = await recording.ask({ path: sessionPath(kind, id) })
  const { exchanges } = JSON.parse(body.toString('utf8')) as { exchanges: { id: string }[] }
  return exchanges.map((exchange) => exchange.id)
}

/** Waits until the wallet has ended a session, and nothing more was recorded for half a second. */
async function ended(recorder: Recorder, kind: SessionKind, id: string): Promise<void> {
  const read = async () => (await recorder.ask({ path: `/inspect/${kind}/${id}/revision` })).body.toString('utf8')
  let last = ''
  for (let steady = 0; steady < 10; ) {
    const now = await read()
    const { status } = JSON.parse((await recorder.ask({ path: sessionPath(kind, id) })).body.toString('utf8')) as {
      status: string
    }
    const over =
      /^(credential_(accepted|rejected|requested)|presentation_validated|presentation_invalid|wallet_error)$/.test(
        status,
      )
    steady = over && now === last ? steady + 1 : 0
    last = now
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
