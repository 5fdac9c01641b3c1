import { nameOf } from '@/lib/core/engine/sessions/run-options'
import type { CampaignId } from '@/lib/core/ground/ports/ids'
import type { RunQuery, RunReference } from '@/lib/core/ground/ports/store'
import type { Campaign, Session, StoredEvent } from '@/lib/core/ground/ports/store-types'

interface Runs {
  readonly sessions: readonly Session[]
  readonly campaigns: ReadonlyMap<CampaignId, Campaign>
  readonly events: readonly StoredEvent[]
}

/** Lower case of ASCII letters alone, as SQLite's `lower` has it. */
const lower = (text: string): string =>
  text.toWellFormed().replace(/[A-Z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 32))

const walletWords = (campaign: Campaign | undefined): string =>
  campaign === undefined ? '' : `${campaign.wallet.name} ${campaign.wallet.version}`

/** The runs that match, newest first. Does the same as `pb_hooks/evidence/runs.js`. */
export function findRuns({ sessions, campaigns, events }: Runs, { text, deviations, before, max }: RunQuery) {
  const wanted = lower(text)
  const has = (words: readonly string[]) => words.some((one) => lower(one).includes(wanted))
  const found: RunReference[] = []
  for (const session of sessions) {
    const { sessionId: id, kind, createdAt: at, options, preset = '', campaignId } = session
    const deviation =
      ('fault' in options ? options.fault : 'negative_test' in options ? options.negative_test : '') ?? ''
    const own = events.filter(({ sessionId }) => sessionId === id)
    const campaign = campaignId === undefined ? undefined : campaigns.get(campaignId)
    if (
      has([nameOf(options, own) ?? '', walletWords(campaign), preset, deviation, id]) ||
      deviations.includes(deviation)
    )
      found.push({ kind, id, at })
  }
  for (const campaign of campaigns.values()) {
    const { campaignId: id, createdAt: at, name = '', builtIn } = campaign
    if (has([name, walletWords(campaign), builtIn ?? '', id])) found.push({ kind: 'campaign', id, at })
  }
  return found
    .filter(({ at, id }) => before === null || at < before.at || (at === before.at && id < before.id))
    .sort((a, b) => b.at - a.at || (a.id > b.id ? -1 : 1))
    .slice(0, max)
}
