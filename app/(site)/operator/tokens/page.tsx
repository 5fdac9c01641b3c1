import type { Metadata } from 'next'
import { FormProblem, KeyForm } from '@/components/operator/key-form'
import { MakeToken, PublishedList, TokenList } from '@/components/operator/publish-tokens'
import { Panel } from '@/components/ui/panel'
import { ShownOnce } from '@/components/ui/secrets'
import { paths } from '@/lib/paths'
import { publishTokensView } from '@/lib/queries/publish-tokens'
import { unlessAway } from '../../unless-away'

export const metadata: Metadata = { title: 'Publish tokens', robots: { index: false } }

interface TokensPageProps {
  readonly searchParams: Promise<{ readonly problem?: string | string[]; readonly made?: string | string[] }>
}

export default unlessAway(async function TokensPage({ searchParams }: TokensPageProps) {
  const { problem, made } = await searchParams
  const view = await publishTokensView(typeof made === 'string' ? made : '')
  return (
    <div className="mx-auto grid max-w-[1176px] grid-cols-[minmax(0,1fr)] gap-4 px-4 pb-12 md:px-6">
      <div className="pt-6">
        <h1 className="text-2xl">Publish tokens</h1>
        <p className="mt-1 text-ink-2">
          With a token an organisation publishes the official cases of its wallets, under its own slugs and no others.
        </p>
      </div>
      {typeof problem === 'string' && <FormProblem code={problem} />}
      {view === null ? (
        <KeyForm back={paths.operatorTokens()} />
      ) : (
        <>
          {view.made !== null && <ShownOnce text={view.made} what="token" />}
          <Panel labelledBy="make" className="p-4 md:p-5">
            <MakeToken formToken={view.formToken} />
          </Panel>
          <Panel labelledBy="tokens">
            <TokenList tokens={view.tokens} formToken={view.formToken} />
          </Panel>
          <Panel labelledBy="published">
            <PublishedList published={view.published} />
          </Panel>
        </>
      )}
    </div>
  )
})
