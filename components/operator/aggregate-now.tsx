// Client: says at once that the aggregation has started, and shows its result when it has one.
'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, useEffect, useState } from 'react'
import useSWR from 'swr'
import { paths } from '@/lib/paths'
import { buttonClass } from '../ui/button-class'
import { pollEvery } from '../ui/in-browser'

/** Newest aggregation: its id, and whether it has ended. */
export interface LatestRun {
  readonly id: string
  readonly over: boolean
  /** Result in words, as in the list below. */
  readonly words: string
}

interface AggregateNowProps {
  readonly formToken: string
  /** `null` for none. */
  readonly latest: LatestRun | null
}

/** Polling interval for the list, in milliseconds. */
const lookMillis = 1000
/** Seconds after which the page stops waiting for a worker to start. */
const patienceSeconds = 30

/** Rerenders the page on the server. The result arrives as `latest`, with the list below, so nothing is cached here. */
function refreshPage({ refresh }: { readonly refresh: () => void }): null {
  refresh()
  return null
}

/** Starts an aggregation and waits for its result. Without JavaScript the form is posted normally. */
export function AggregateNow({ formToken, latest }: AggregateNowProps) {
  const router = useRouter()
  /** Newest aggregation when the button was pressed, while the next one is awaited. */
  const [before, setBefore] = useState<LatestRun | 'none' | null>(null)
  const [sending, setSending] = useState(false)
  const [said, setSaid] = useState('')
  const waiting = before !== null
  useSWR(waiting ? paths.operatorScoreboard() : null, () => refreshPage(router), pollEvery(lookMillis))
  useEffect(() => {
    if (!waiting) return
    const giveUp = setTimeout(() => {
      setBefore(null)
      setSaid('No result yet. The list below shows it after a reload, once a worker has run the aggregation.')
    }, patienceSeconds * 1000)
    return () => clearTimeout(giveUp)
  }, [waiting])
  useEffect(() => {
    if (before === null || latest === null || !latest.over) return
    // An aggregation already running when the button was pressed is the one to wait for.
    if (before !== 'none' && before.over && before.id === latest.id) return
    setBefore(null)
    setSaid(`Aggregation ended: ${latest.words}.`)
  }, [before, latest])

  const start = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sending || waiting) return
    setSending(true)
    setSaid('Starting the aggregation.')
    try {
      const body = new URLSearchParams({ form_token: formToken })
      const { ok, url } = await fetch(paths.startAggregation(), { method: 'POST', body })
      const problem = new URL(url).searchParams.get('problem')
      if (!ok || problem !== null) {
        router.push(paths.operatorScoreboard(problem ?? 'server_error'))
        setSaid('')
        return
      }
      setSaid('The aggregation is running. Its result appears here.')
      setBefore(latest ?? 'none')
    } catch {
      setSaid('The service did not respond. Reload the page to see whether the aggregation has started.')
    } finally {
      setSending(false)
    }
  }
  const busy = sending || waiting
  return (
    <form method="post" action={paths.startAggregation()} onSubmit={(event) => void start(event)}>
      <input type="hidden" name="form_token" value={formToken} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <button type="submit" aria-disabled={busy} className={buttonClass({ look: 'solid' })}>
          {busy ? 'Aggregating …' : 'Aggregate now'}
        </button>
        <span role="status" className="text-sm text-ink-2">
          {said}
        </span>
      </div>
    </form>
  )
}
