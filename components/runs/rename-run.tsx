// Client: only the browser that started a run holds the key to rename it.
'use client'

import { useId, useState } from 'react'
import { isObject } from '@/lib/core/shared/values/json'
import { paths } from '@/lib/paths'
import { type RecentSession, update } from '../start/recent-store'
import { readRenameKey } from '../start/rename-key'
import { buttonClass } from '../ui/button-class'

interface RenameRunProps {
  readonly run: RecentSession
  readonly onRenamed: (name: string) => void
}

/** Renames a run. Shown to the browser that started it and to the operator; the service refuses everyone else. */
export function RenameRun({ run, onRenamed }: RenameRunProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [name, setName] = useState(run.name ?? '')
  const [refusal, setRefusal] = useState<string | null>(null)
  const problemId = useId()
  if (!isOpen)
    return (
      <button type="button" onClick={() => setIsOpen(true)} className={buttonClass()}>
        {run.name === undefined ? 'Add a name' : 'Rename'}
      </button>
    )
  const send = async () => {
    const refused = await rename(run.sessionId, name)
    setRefusal(refused)
    if (refused !== null) return
    update([{ ...run, name: name.trim() }])
    onRenamed(name.trim())
    setIsOpen(false)
  }
  return (
    <form
      className="flex flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <input
        aria-label="Name of the run"
        aria-describedby={problemId}
        required
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.target.value)}
        className="h-(--control-size) w-52 min-w-0 rounded-md border border-control bg-surface px-2"
      />
      <button type="submit" className={buttonClass()}>
        Save
      </button>
      <button type="button" onClick={() => setIsOpen(false)} className={buttonClass({ look: 'quiet' })}>
        Cancel
      </button>
      <span id={problemId} role="alert" className="text-sm text-fail-ink">
        {refusal}
      </span>
    </form>
  )
}

/** Refusal as a sentence; `null` on success. */
async function rename(run: string, name: string): Promise<string | null> {
  const secret = readRenameKey()?.secret
  try {
    const answer = await fetch(paths.api.names(), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ run, name, ...(secret === undefined ? {} : { secret }) }),
    })
    if (answer.ok) return null
    const body: unknown = await answer.json()
    return isObject(body) && typeof body.error_description === 'string'
      ? body.error_description
      : `The service responded with ${answer.status}.`
  } catch {
    return 'The service cannot be reached.'
  }
}
