// Client: only the browser knows which other campaigns of the wallet its reader may know of.
'use client'

import { paths } from '@/lib/paths'
import { useKnownRuns } from '../runs/use-known-runs'
import type { RecentSession } from '../start/recent-store'
import { buttonClass } from '../ui/button-class'

interface CompareWithLastProps {
  readonly campaignId: string
  readonly title: string
  readonly wallet: { readonly name: string; readonly version: string }
  /** RFC 3339. */
  readonly createdAt: string
}

/** The newest earlier campaign of the same name and wallet; one of another version first. `null` if there is none. */
export function lastCampaign(
  runs: readonly RecentSession[],
  { campaignId, title, wallet, createdAt }: CompareWithLastProps,
): RecentSession | null {
  const earlier = runs.filter(
    (run) =>
      run.kind === 'campaign' &&
      run.sessionId !== campaignId &&
      run.title === title &&
      run.wallet?.name === wallet.name &&
      run.createdAt < createdAt,
  )
  const newest = (some: readonly RecentSession[]) =>
    some.reduce<RecentSession | null>(
      (last, run) => (last === null || run.createdAt > last.createdAt ? run : last),
      null,
    )
  return newest(earlier.filter(({ wallet: other }) => other?.version !== wallet.version)) ?? newest(earlier)
}

/** Compares a campaign with the last one of the same wallet that this browser knows; without one, asks for it. */
export function CompareWithLast(campaign: CompareWithLastProps) {
  const last = lastCampaign(useKnownRuns(null), campaign)
  const version = last?.wallet?.version
  return (
    <a className={buttonClass()} href={paths.compare({ before: last?.sessionId, after: campaign.campaignId })}>
      {last === null ? (
        'Compare'
      ) : version === campaign.wallet.version ? (
        'Compare with the last run'
      ) : (
        <span>
          Compare with <bdi>{version}</bdi>
        </span>
      )}
    </a>
  )
}
