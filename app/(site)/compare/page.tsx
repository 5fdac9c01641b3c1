import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { ComparisonForm, ComparisonPage } from '@/components/comparison/comparison-page'
import { SessionMessages } from '@/components/comparison/session-messages'
import { EvidenceClosed } from '@/components/site/fallback-pages'
import { comparisonOf } from '@/lib/actions/comparison'
import { paths } from '@/lib/paths'
import { mayReadEvidence } from '@/lib/queries/evidence-access'
import { firstParam, type SearchParams } from '@/lib/queries/inspector-target'
import { newestRuns } from '@/lib/queries/runs'
import { comparableSession } from '@/lib/queries/sessions'
import { unlessAway } from '../unless-away'

export const metadata: Metadata = { title: 'What changed', robots: { index: false } }

export default unlessAway(async function Page({ searchParams }: { readonly searchParams: Promise<SearchParams> }) {
  if (!(await mayReadEvidence())) return <EvidenceClosed />
  const params = await searchParams
  // `a` and `b` are two sessions in either order.
  const named = { before: firstParam(params, 'before') ?? '', after: firstParam(params, 'after') ?? '' }
  const picked = { before: firstParam(params, 'a') ?? '', after: firstParam(params, 'b') ?? '' }
  const isPicked = picked.before !== '' && picked.after !== ''
  const pair = isPicked ? picked : named
  if (pair.before === '' || pair.after === '')
    return <ComparisonForm {...pair} problem={null} listed={await newestRuns()} />
  const asked = await headers()
  const given = await comparisonOf(pair, asked)
  const compared = isPicked && isReversed(given) ? await comparisonOf(reversed(pair), asked) : given
  if ('refused' in compared) return <ComparisonForm {...pair} problem={compared.reason} listed={await newestRuns()} />
  const onlyDifferences = firstParam(params, 'members') !== 'all'
  return (
    <ComparisonPage comparison={compared} messages={await messagesOf(compared, onlyDifferences)} now={Date.now()} />
  )
})

type Pair = Parameters<typeof comparisonOf>[0]
type Compared = Awaited<ReturnType<typeof comparisonOf>>

const isReversed = (compared: Compared): boolean =>
  'before' in compared && compared.before.created_at > compared.after.created_at

const reversed = ({ before, after }: Pair): Pair => ({ before: after, after: before })

/** The messages of two sessions side by side; `null` for campaigns. */
async function messagesOf({ kind, before, after }: Exclude<Compared, { refused: true }>, onlyDifferences: boolean) {
  if (kind === 'campaign') return null
  const [one, other] = [await comparableSession(kind, before.id), await comparableSession(kind, after.id)]
  if (one === null || other === null) return null
  const members = onlyDifferences ? 'all' : undefined
  return (
    <SessionMessages
      before={one}
      after={other}
      onlyDifferences={onlyDifferences}
      switchHref={paths.compare({ before: before.id, after: after.id, members })}
    />
  )
}
