import type { Metadata } from 'next'
import { readLedgerFilter, startLedger } from '@/components/ledger/ledger-filter'
import { LedgerTable } from '@/components/ledger/ledger-table'
import { EvidenceClosed } from '@/components/site/fallback-pages'
import { paths } from '@/lib/paths'
import { firstParam, type SearchParams } from '@/lib/queries/inspector-target'
import { ledgerRows, searchedSession } from '@/lib/queries/ledger'
import { unlessAway } from '../unless-away'

export const metadata: Metadata = {
  title: 'Request ledger',
  description: 'Every request sent by wallets, newest first, with its session.',
  robots: { index: false },
}

export default unlessAway(async function LedgerPage({
  searchParams,
}: {
  readonly searchParams: Promise<SearchParams>
}) {
  const [params, rows] = await Promise.all([searchParams, ledgerRows()])
  if (rows === null) return <EvidenceClosed />
  const filter = readLedgerFilter((name) => firstParam(params, name))
  return (
    <div className="mx-auto max-w-[1176px] px-4 md:px-6">
      <div className="pt-6 pb-4">
        <h1 className="text-2xl">Request ledger</h1>
        <p className="mt-1 max-w-[74ch] text-ink-2">
          The newest requests to protocol endpoints, including refused and unmatched ones. Select a row to open its
          exchange in the session inspector. Issuance requests as JSON:{' '}
          <a className="link" href={paths.api.requests()}>
            {paths.api.requests()}
          </a>
        </p>
      </div>
      <LedgerTable start={startLedger(rows, filter, { at: Date.now(), session: await searchedSession(filter.q) })} />
    </div>
  )
})
