// Client: the file is read in the browser and goes nowhere.
'use client'

import { type ChangeEvent, type DragEvent, type ReactNode, useRef, useState } from 'react'
import { cn } from '@/lib/cn'
import {
  type BundleVerdict,
  editionWords,
  kindWords,
  notPromised,
  promised,
  type VerifiedBundle,
} from '@/lib/core/campaigns/bundle/verdict'
import { Icon } from '../ui/icon'
import { Note } from '../ui/note'
import { Panel } from '../ui/panel'
import { WalletName } from '../ui/wallet-name'

/** Verdict on a bundle: what it is, what that proves, and what not. */
function VerdictView({
  verdict,
  signer,
}: {
  readonly verdict: BundleVerdict
  /** Root used for verification: this service's, or one the user supplied. */
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
  const facts: readonly (readonly [name: string, value: ReactNode])[] = [
    ['Kind', kindWords[bundle.kind]],
    ...(bundle.wallet === null ? [] : [['Wallet', <WalletName key="wallet" {...bundle.wallet} />] as const]),
    ...(bundle.edition === null ? [] : [['Edition of the official cases', editionWords(bundle.edition)] as const]),
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

/** A file field whose button looks like the others. */
const fileField =
  'min-h-9 w-full min-w-0 text-sm file:mr-3 file:h-9 file:cursor-pointer file:rounded-md file:border file:border-solid file:border-line-strong file:bg-surface file:px-3 file:text-ink hover:file:bg-hover'

/** Result for the chosen file. */
type Outcome =
  | { readonly kind: 'none' }
  | { readonly kind: 'reading'; readonly percent: number }
  | { readonly kind: 'verdict'; readonly verdict: BundleVerdict; readonly signer: 'own' | 'given' }
  | { readonly kind: 'problem'; readonly problem: string }

/** Takes a bundle, and the root if another service signed it, and shows the verdict. */
export function VerifyPanel({
  ownRoot,
  children,
}: {
  readonly ownRoot: string
  /** General limits of any bundle; a verdict states its own. */
  readonly children: ReactNode
}) {
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'none' })
  const [file, setFile] = useState<File | null>(null)
  const [root, setRoot] = useState<File | null>(null)
  const [isOver, setOver] = useState(false)
  /** Only the newest choice may show its result. */
  const turn = useRef(0)

  const verify = async (chosen: File | null, given: File | null) => {
    setFile(chosen)
    setRoot(given)
    const own = ++turn.current
    const show = (next: Outcome) => {
      if (own === turn.current) setOutcome(next)
    }
    if (chosen === null) return show({ kind: 'none' })
    show({ kind: 'reading', percent: 0 })
    show(await outcomeOf(chosen, given, ownRoot, (percent) => show({ kind: 'reading', percent })))
  }

  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [dropped = null] = event.dataTransfer.files
    if (dropped !== null) void verify(dropped, root)
  }
  const chosenBy = (event: ChangeEvent<HTMLInputElement>): File | null => event.target.files?.[0] ?? null

  return (
    <>
      <Panel labelledBy="choose" className="grid grid-cols-[minmax(0,1fr)] gap-4 p-4 md:p-6">
        <h2 id="choose" className="text-lg">
          Choose a bundle
        </h2>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the file field inside does the same for keyboards. */}
        <div
          className={cn(
            'grid gap-2 rounded-md border border-dashed p-4',
            isOver ? 'border-control bg-hover' : 'border-line-strong bg-sunk',
          )}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          <label htmlFor="bundle" className="font-[550]">
            Evidence bundle (.tar)
          </label>
          <input
            id="bundle"
            type="file"
            accept=".tar,application/x-tar"
            className={fileField}
            onChange={(event) => void verify(chosenBy(event), root)}
          />
          <p className="text-sm text-ink-2">
            Or drop it here. <strong className="font-[550]">The file is not sent:</strong> this page reads it on your
            device.
          </p>
          {file !== null && <p className="wire text-xs [overflow-wrap:anywhere]">Chosen: {file.name}</p>}
        </div>
        <div className="grid gap-2">
          <label htmlFor="root" className="text-sm font-[550]">
            Root certificate of another service (.pem, optional)
          </label>
          <input
            id="root"
            type="file"
            accept=".pem,.crt,.cer"
            aria-describedby="root-help"
            className={fileField}
            onChange={(event) => void verify(file, chosenBy(event))}
          />
          <p id="root-help" className="text-sm text-ink-2">
            This page knows the root of this service. For a bundle of another one, get its root from its operator, not
            from the bundle.
          </p>
        </div>
        <noscript>
          <p className="text-sm">
            This needs JavaScript. Without it, run <code>npm run verify-report -- FILE</code> in a clone of this
            project.
          </p>
        </noscript>
      </Panel>
      <div role="status" className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {outcome.kind === 'reading' && <p className="text-ink-2">Reading the bundle: {outcome.percent} %</p>}
        {outcome.kind === 'problem' && <Note kind="warning">{outcome.problem}</Note>}
        {outcome.kind === 'verdict' && <VerdictView verdict={outcome.verdict} signer={outcome.signer} />}
      </div>
      {!(outcome.kind === 'verdict' && 'bundle' in outcome.verdict) && children}
    </>
  )
}

/** Loads the verifier with the first file: no other visitor needs it. */
async function outcomeOf(
  file: File,
  root: File | null,
  ownRoot: string,
  progress: (percent: number) => void,
): Promise<Outcome> {
  // Browsers withhold Web Crypto from pages loaded over plain http from another machine.
  if (globalThis.crypto?.subtle === undefined)
    return { kind: 'problem', problem: 'Browsers verify signatures on secure pages only: open this page over https.' }
  try {
    const { verifyFile } = await import('./verify-in-browser')
    const given = root === null ? null : await root.text()
    const told = (bytes: number) => progress(Math.floor((bytes / file.size) * 100))
    const verdict = await verifyFile(file, { roots: [given ?? ownRoot], progress: told })
    return { kind: 'verdict', verdict, signer: given === null ? 'own' : 'given' }
  } catch (error) {
    if (error instanceof RangeError) return { kind: 'problem', problem: error.message }
    return { kind: 'problem', problem: 'The file could not be read: choose it again.' }
  }
}
