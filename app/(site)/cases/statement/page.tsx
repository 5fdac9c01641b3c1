import type { Metadata } from 'next'
import { headers } from 'next/headers'
import Link from 'next/link'
import { StatementPage } from '@/components/coverage/statement-page'
import { EvidenceClosed } from '@/components/site/fallback-pages'
import { MessagePage } from '@/components/site/message-page'
import { buttonClass } from '@/components/ui/button-class'
import { statementNow } from '@/lib/actions/campaign'
import { newestEditionId } from '@/lib/core/campaigns/official-cases/edition-facts'
import { paths } from '@/lib/paths'
import { mayReadEvidence } from '@/lib/queries/evidence-access'
import { firstParam, type SearchParams } from '@/lib/queries/inspector-target'
import { unlessAway } from '../../unless-away'

export const metadata: Metadata = { title: 'Statement', robots: { index: false } }

export default unlessAway(async function Page({ searchParams }: { readonly searchParams: Promise<SearchParams> }) {
  if (!(await mayReadEvidence())) return <EvidenceClosed />
  const params = await searchParams
  const wallet = { name: firstParam(params, 'wallet') ?? '', version: firstParam(params, 'version') ?? '' }
  const statement = await statementNow(wallet, await headers(), firstParam(params, 'edition') ?? newestEditionId)
  if (statement !== null) return <StatementPage statement={statement} />
  return (
    <MessagePage
      title={wallet.name === '' ? 'Statement' : 'No campaign of this wallet'}
      actions={
        <Link href={paths.coverage()} className={buttonClass()}>
          Choose a wallet
        </Link>
      }
    >
      <p>A conformance statement is about one wallet and version that has a campaign.</p>
    </MessagePage>
  )
})
