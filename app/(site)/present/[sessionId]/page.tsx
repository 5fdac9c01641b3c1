import type { Metadata } from 'next'
import { AskWallet } from '@/components/present/ask-wallet'
import { ProtocolNames } from '@/components/present/protocol-names'
import { SessionNotFound, sessionNotFoundMetadata } from '@/components/site/fallback-pages'
import { Panel } from '@/components/ui/panel'
import { paths } from '@/lib/paths'
import { browserAsking } from '@/lib/queries/present'
import { renderedPaths } from '@/lib/rendered-paths'
import { metadataUnlessAway, unlessAway } from '../../unless-away'

interface PageProps {
  readonly params: Promise<{ readonly sessionId: string }>
}

export const generateMetadata = metadataUnlessAway(async ({ params }: PageProps): Promise<Metadata> => {
  if ((await browserAsking((await params).sessionId)) === null) return sessionNotFoundMetadata
  // The URL opens a live request, so it must stay out of search engines.
  return { title: 'Present from your wallet', robots: { index: false } }
})

export default unlessAway(async function PresentPage({ params }: PageProps) {
  const asking = await browserAsking((await params).sessionId)
  if (asking === null) return <SessionNotFound />
  const { sessionId, origin, credentials, isChoice, protocols, ending } = asking
  return (
    <div className="mx-auto grid max-w-[620px] grid-cols-[minmax(0,1fr)] gap-4 px-4 pt-6 pb-12 md:px-6">
      <div className="grid gap-2">
        <h1 className="text-2xl">Present from your wallet</h1>
        <p className="text-ink-2">
          This page hands a request to your browser, which finds a wallet that fits and asks it.
        </p>
      </div>
      <Panel labelledBy="asked" className="grid gap-3 p-4 md:p-5">
        <h2 id="asked" className="text-lg">
          What is asked
        </h2>
        {isChoice && credentials.length > 1 && (
          <p className="text-sm text-ink-2">
            Your wallet need not present all of these: the request says which are enough.
          </p>
        )}
        <ul className="grid gap-3">
          {credentials.map(({ name, claims }) => (
            <li key={`${name} ${claims.join()}`} className="grid gap-1">
              <strong className="font-[550] [overflow-wrap:anywhere]">{name}</strong>
              <span className="text-sm text-ink-2 [overflow-wrap:anywhere]">
                {claims.length === 0 ? 'That you hold it, and none of its claims.' : claims.join(', ')}
              </span>
            </li>
          ))}
        </ul>
        {credentials.length === 0 && <p className="text-sm text-ink-2">Nothing that this page can put into words.</p>}
        <dl className="facts border-t border-line pt-3">
          <div>
            <dt>Asked by</dt>
            <dd>
              <code className="wire">{origin}</code>
            </dd>
          </div>
          <div>
            <dt>{protocols.length === 1 ? 'Protocol' : 'Protocols'}</dt>
            <dd>
              <code className="wire">
                <ProtocolNames protocols={protocols} />
              </code>
            </dd>
          </div>
        </dl>
      </Panel>
      <noscript>
        <p>This page needs JavaScript: only a script can ask the browser.</p>
      </noscript>
      <AskWallet
        origin={origin}
        path={renderedPaths.present(sessionId)}
        protocols={protocols}
        ending={ending}
        {...renderedPaths.browserRequest(sessionId)}
        evidenceUrl={paths.inspectPresentation(sessionId)}
      />
    </div>
  )
})
