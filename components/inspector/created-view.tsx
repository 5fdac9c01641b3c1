import type { ReactNode } from 'react'
import type { Reach } from '@/lib/core/shared/values/reach'
import type { HrefOf, InspectorTarget } from '@/lib/paths'
import { ReachNote, RefusedNote } from '../phone/phone-notes'
import { Panel } from '../ui/panel'
import { AfterIdle } from './live-refresh'
import type { ExpectedExchange, NowWords } from './model/flow-model'
import type { TimelineRow } from './model/timeline'
import { WhatToCheck } from './now-panel'
import { TimelinePanel } from './timeline-panel'

interface CreatedViewProps {
  readonly hrefOf: HrefOf
  /** Control that asks through this browser; `null` if a wallet reads the code itself. */
  readonly askHere: ReactNode
  /** QR code and its alternatives. */
  readonly code: ReactNode
  /** What to type into the wallet; `null` for nothing. */
  readonly typed: ReactNode
  /** What to check if nothing arrives, most likely first. */
  readonly hints: readonly string[]
  readonly now: NowWords
  readonly rows: readonly TimelineRow[]
  readonly expected: readonly ExpectedExchange[]
  readonly target: InspectorTarget
  readonly idleMillis: number
  /** Whether a phone can reach the service. */
  readonly reach: Reach
  /** When a client rejected our certificate during this session; `null` if none did. */
  readonly refusedAt: number | null
  /** Time of rendering, epoch milliseconds. */
  readonly drawnAt: number
  /** Control that runs the reference wallet. */
  readonly runWallet: ReactNode
  /** What is offered or requested, and the session's options. */
  readonly aside: ReactNode
}

/** View before the wallet connects: the QR code first, then what will happen. */
export function CreatedView({
  hrefOf,
  askHere,
  code,
  typed,
  hints,
  now,
  rows,
  expected,
  target,
  idleMillis,
  reach,
  refusedAt,
  drawnAt,
  runWallet,
  aside,
}: CreatedViewProps) {
  return (
    <div className="created-columns">
      <Panel labelledBy="scan" className="grid gap-4 p-4 md:p-5">
        <h2 id="scan" className="text-lg">
          {askHere === null ? 'Scan with the phone that holds the wallet' : 'Ask for the wallet'}
        </h2>
        {askHere !== null && (
          <>
            {askHere}
            <h3 className="text-md">Open on a phone</h3>
          </>
        )}
        <ReachNote {...reach} />
        {refusedAt !== null && <RefusedNote at={refusedAt} now={drawnAt} />}
        {code}
        {typed}
      </Panel>
      <div className="grid gap-4">
        <Panel labelledBy="now" className="grid gap-1.5 p-4">
          <h2 id="now" className="text-sm font-[550] text-ink-2">
            Next for you
          </h2>
          <p className="text-lg/[1.4] font-[550]">{now.say}</p>
          <p className="text-sm text-ink-2">{now.more}</p>
          <AfterIdle idleMillis={idleMillis} limitMillis={30_000}>
            <div className="mt-2 grid gap-1.5">
              <h3 className="text-sm">Nothing has arrived yet. What to check</h3>
              <WhatToCheck hints={hints} />
            </div>
          </AfterIdle>
        </Panel>
        <TimelinePanel
          hrefOf={hrefOf}
          rows={rows}
          count={rows.filter(({ type }) => type === 'exchange').length}
          expected={expected}
          chosenExchangeId={null}
          target={target}
        />
        {runWallet}
      </div>
      <div className="grid gap-4">{aside}</div>
    </div>
  )
}
