// Client: shown only after a file was verified in the browser.
'use client'

import type { ReactNode } from 'react'
import {
  type BundleVerdict,
  kindWords,
  notPromised,
  promised,
  type VerifiedBundle,
} from '@/lib/core/campaigns/bundle/verdict'
import { Icon } from '../ui/icon'
import { Panel } from '../ui/panel'

/** What a bundle turned out to be, what that shows and what not. */
export function VerdictView({
  verdict,
  signer,
}: {
  readonly verdict: BundleVerdict
  /** Whose root it was verified with: that of this service, or one that was given. */
  readonly signer: 'own' | 'given'
}) {
  const { title, icon } = headOf(verdict, signer)
  return (
    <Panel labelledBy="result" className="grid grid-cols-[minmax(0,1fr)] gap-4 p-4 md:p-6">
      <h2 id="result" className="flex items-center gap-2 text-lg">
        {icon}
        {title}
      </h2>
      {verdict.result === 'unreadable' && <p>{verdict.problem}</p>}
      {verdict.result === 'broken' && (
        <p>
          <code className="wire [overflow-wrap:anywhere]">{verdict.entry ?? 'The archive'}</code>: {verdict.problem} Do
          not rely on anything in it.
        </p>
      )}
      {'bundle' in verdict && (
        <Verified bundle={verdict.bundle} isKnown={verdict.result === 'intact'} signer={signer} />
      )}
    </Panel>
  )
}

function Verified({
  bundle,
  isKnown,
  signer,
}: {
  readonly bundle: VerifiedBundle
  readonly isKnown: boolean
  readonly signer: 'own' | 'given'
}) {
  const facts: readonly (readonly [name: string, value: string])[] = [
    ['Kind', kindWords[bundle.kind]],
    ...(bundle.wallet === null ? [] : [['Wallet', `${bundle.wallet.name} ${bundle.wallet.version}`] as const]),
    ['Service', bundle.baseUrl],
    ['Says it was made at', bundle.madeAt],
    ['Holds', `${bundle.sessions} sessions in ${bundle.files} files`],
    ['SHA-256 of the manifest', bundle.manifestSha256],
    ['SHA-256 of the root', bundle.rootSha256],
  ]
  return (
    <>
      {!isKnown && (
        <p>
          Its files fit together, and whoever signed them named a root that is{' '}
          {signer === 'own' ? 'not that of this service' : 'another one than you gave'}. Ask the operator of the service
          for the root, and compare its SHA-256 below.
        </p>
      )}
      <dl className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-1 text-sm md:grid-cols-[max-content_minmax(0,1fr)]">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-3">{name}</dt>
            <dd className="wire text-xs/[1.7] [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="grid gap-4 md:grid-cols-2">
        <Lines id="shows" title="What this shows" lines={isKnown ? promised : promised.slice(0, 1)} />
        <Lines
          id="not-shown"
          title="What it does not show"
          lines={isKnown ? notPromised : ['Who signed it.', ...notPromised]}
        />
      </div>
    </>
  )
}

function Lines({
  id,
  title,
  lines,
}: {
  readonly id: string
  readonly title: string
  readonly lines: readonly string[]
}) {
  return (
    <section aria-labelledby={id} className="grid content-start gap-1.5">
      <h3 id={id} className="text-sm font-[550]">
        {title}
      </h3>
      <ul className="grid list-disc gap-1 pl-5 text-sm">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}

function headOf({ result }: BundleVerdict, signer: 'own' | 'given'): { title: string; icon: ReactNode } {
  const size = 'size-5 shrink-0'
  switch (result) {
    case 'intact':
      return {
        title:
          signer === 'own' ? 'Intact, and signed by this service' : 'Intact, and signed below the root that you gave',
        icon: <Icon name="pass" className={`${size} text-pass-mark`} />,
      }
    case 'unknown_signer':
      return { title: 'Intact, signer unknown', icon: <Icon name="warn" className={`${size} text-warn-mark`} /> }
    case 'broken':
      return { title: 'Broken', icon: <Icon name="fail" className={`${size} text-fail-mark`} /> }
    case 'unreadable':
      return { title: 'Not an evidence bundle', icon: <Icon name="warn" className={`${size} text-warn-mark`} /> }
  }
}
