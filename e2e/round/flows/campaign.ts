import { campaignClient } from '@/lib/wallet/campaign/campaign-client'
import { runCampaign } from '@/lib/wallet/campaign/run-campaign'
import type { SendHttp } from '@/lib/wallet/http/wire'
import type { Recorder, Recording } from '../record/recorder'
import { postJson } from './create'
import { readSession, reportFormats, type SessionKind } from './read-session'

interface Started {
  readonly campaign_id: string
  readonly campaign_url: string
}

/**
 * Runs the built-in campaign with every preset by the conformant reference wallet: one file per session, and one for
 * the result of the campaign. Returns its id.
 */
export async function fullCampaign(recorder: Recorder): Promise<string> {
  const whole = recorder.open('campaign/campaign.txt')
  const wallet = { name: 'Round', version: '1.0' }
  const started = await postJson<Started>(whole, '/campaigns', { campaign: 'full', wallet }, 201)
  let current: { recording: Recording; read: () => Promise<void> } | null = null
  const leave = async () => {
    await current?.read()
    current?.recording.write()
    current = null
  }
  // Requests to the campaign are recorded with the session that the wallet has just run.
  const http: SendHttp = (request) => (current?.recording ?? whole).wallet()(request)
  const client = campaignClient(started.campaign_url, { http, patienceMillis: 60_000 })
  await runCampaign({
    client,
    origin: recorder.origin,
    http,
    async onStart({ number, preset, kind, id }) {
      await leave()
      const recording = recorder.open(`campaign/${String(number).padStart(3, '0')}-${preset}.txt`)
      current = { recording, read: () => readSession(recording, kind as SessionKind, id) }
    },
    onSession: ({ preset }, outcome) => current?.recording.note(`${preset}: ${outcome}`),
  })
  await leave()
  await readCampaign(whole, started.campaign_id)
  whole.write()
  return started.campaign_id
}

/** Records everything readable about a campaign. */
export async function readCampaign(recording: Recording, id: string): Promise<void> {
  for (const path of ['', '/next']) await recording.ask({ path: `/campaigns/${id}${path}` })
  for (const format of reportFormats) await recording.ask({ path: `/campaigns/${id}/report?format=${format}` })
  for (const failOn of ['must', 'should']) await recording.ask({ path: `/campaigns/${id}/report?fail_on=${failOn}` })
  await recording.ask({ path: `/inspect/campaign/${id}` })
}
