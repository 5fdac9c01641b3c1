// Client: only this browser knows which runs it can offer.
'use client'

import { useState } from 'react'
import { shortId } from '../inspector/model/session-state'
import { walletWords } from '../runs/run-filter'
import { useKnownRuns } from '../runs/use-known-runs'
import { type RecentSession, runKindWords } from '../start/recent-store'
import { localInstant } from '../ui/time'

const fieldClass = 'h-(--control-size) w-full min-w-0 rounded-md border border-control bg-surface px-2.5 text-ink'

/** Most runs in the list; older ones are entered by address. */
const offeredMax = 200

const kindOf = ({ kind = 'issuance' }: RecentSession) => kind

/** One-line description of a run. */
function runWords(run: RecentSession): string {
  const wallet = walletWords(run)
  const what = `${runKindWords[kindOf(run)]}, ${run.title}`
  return [run.name ?? what, wallet, run.words, localInstant(run.createdAt, 'minute'), shortId(run.sessionId)]
    .filter((one) => one !== '')
    .join(' · ')
}

interface RunPickersProps {
  readonly before: string
  readonly after: string
  /** Newest runs of the whole installation, for the operator; `null` to offer only this browser's runs. */
  readonly listed: readonly RecentSession[] | null
}

/** Picks two runs from a list, or by address or id. Once one is chosen, the other list holds only comparable runs. */
export function RunPickers({ before, after, listed }: RunPickersProps) {
  const runs = useKnownRuns(listed)
  const [asked, setAsked] = useState({ before, after })
  const kindOfText = (text: string) => {
    const found = runs.find(({ sessionId }) => text.includes(sessionId))
    return found === undefined ? null : kindOf(found)
  }
  return (['before', 'after'] as const).map((side) => {
    const kind = kindOfText(asked[side === 'before' ? 'after' : 'before'])
    const offered = runs.filter((run) => kind === null || kindOf(run) === kind).slice(0, offeredMax)
    const words = side === 'before' ? 'Earlier run' : 'Later run'
    return (
      <fieldset key={side} className="grid gap-2 text-sm">
        <legend className="mb-1 font-medium">{words}</legend>
        {runs.length > 0 && (
          <label className="grid min-w-0 gap-1">
            {listed === null ? 'From this browser' : 'From the newest runs'}
            <select
              value={offered.some(({ sessionId }) => sessionId === asked[side]) ? asked[side] : ''}
              onChange={(event) => setAsked({ ...asked, [side]: event.target.value })}
              className={fieldClass}
            >
              <option value="">Choose a run</option>
              {offered.map((run) => (
                <option key={run.sessionId} value={run.sessionId}>
                  {runWords(run)}
                </option>
              ))}
            </select>
          </label>
        )}
        <label className="grid gap-1">
          {runs.length > 0 ? 'Or its URL or id' : 'Its URL or id'}
          <input
            name={side}
            required
            maxLength={500}
            value={asked[side]}
            onChange={(event) => setAsked({ ...asked, [side]: event.target.value })}
            autoComplete="off"
            className={fieldClass}
          />
        </label>
      </fieldset>
    )
  })
}
