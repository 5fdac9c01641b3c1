import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { ComparisonForm, ComparisonPage } from '@/components/comparison/comparison-page'
import { EvidenceClosed } from '@/components/site/fallback-pages'
import { comparisonOf } from '@/lib/actions/comparison'
import { mayReadEvidence } from '@/lib/queries/evidence-access'
import { firstParam, type SearchParams } from '@/lib/queries/inspector-target'
import { newestRuns } from '@/lib/queries/runs'
import { unlessAway } from '../unless-away'

export const metadata: Metadata = { title: 'What changed', robots: { index: false } }

export default unlessAway(async function Page({ searchParams }: { readonly searchParams: Promise<SearchParams> }) {
  if (!(await mayReadEvidence())) return <EvidenceClosed />
  const params = await searchParams
  const before = firstParam(params, 'before') ?? ''
  const after = firstParam(params, 'after') ?? ''
  if (before === '' || after === '')
    return <ComparisonForm before={before} after={after} problem={null} listed={await newestRuns()} />
  const compared = await comparisonOf({ before, after }, await headers())
  if ('refused' in compared)
    return <ComparisonForm before={before} after={after} problem={compared.reason} listed={await newestRuns()} />
  return <ComparisonPage comparison={compared} now={Date.now()} />
})
