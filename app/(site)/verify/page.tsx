import type { Metadata } from 'next'
import { Panel } from '@/components/ui/panel'
import { VerifyPanel } from '@/components/verify/verify-panel'
import { notPromised, promised } from '@/lib/core/campaigns/bundle/verdict'
import { statementRoot } from '@/lib/queries/statement-root'
import { unlessAway } from '../unless-away'

export const metadata: Metadata = {
  title: 'Verify an evidence bundle',
  description: 'Whether a bundle is as it was exported, and who signed it. The file stays on your device.',
}

export default unlessAway(async function VerifyPage() {
  return (
    <div className="mx-auto grid max-w-[820px] grid-cols-[minmax(0,1fr)] gap-6 px-4 pb-12 md:px-6">
      <div className="grid gap-3 pt-6">
        <h1 className="text-2xl">Verify an evidence bundle</h1>
        <p className="text-ink-2">
          A bundle is the conformance statement of a wallet, or the report of a campaign or a session, with the evidence
          of every session that it names, in one signed file. This page finds any byte that was changed since the
          export.
        </p>
      </div>
      <VerifyPanel ownRoot={await statementRoot()}>
        <Panel labelledBy="meaning" className="grid gap-4 p-4 md:grid-cols-2 md:p-6">
          <h2 id="meaning" className="text-lg md:col-span-2">
            What a bundle can show
          </h2>
          <Lines title="An intact bundle shows" lines={promised} />
          <Lines title="No bundle shows" lines={notPromised} />
          <p className="text-sm text-ink-2 md:col-span-2">
            The same without this service and without a network:{' '}
            <code>npm run verify-report -- FILE --root ROOT.pem</code> in a clone of this project.
          </p>
        </Panel>
      </VerifyPanel>
    </div>
  )
})

function Lines({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  return (
    <section className="grid content-start gap-1.5">
      <h3 className="text-sm font-[550]">{title}</h3>
      <ul className="grid list-disc gap-1 pl-5 text-sm">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}
