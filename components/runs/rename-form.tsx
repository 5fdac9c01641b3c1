// Client: only the browser that started a run holds what gives the right to change its name.
'use client'

import { useId, useState } from 'react'
import { isObject } from '@/lib/core/ground/values/json'
import { paths } from '@/lib/paths'
import { type RecentSession, update } from '../start/recent-store'
import { readRenameKey } from '../start/rename-key'
import { buttonClass } from '../ui/button-class'

interface RenameFormProps {
  readonly run: RecentSession
  readonly onRenamed: (name: string) => void
}

/**
 * Gives a run another name. Shown to the browser that started the run and to the operator; to anybody else the service refuses it.
 */
export function RenameForm({ run, onRenamed }: RenameFormProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [name, setName] = useState(run.name ?? '')
  const [refusal, setRefusal] = useState<string | null>(null)
  const problemId = useId()
  if (!isOpen)
    return (
      <button
        type="button"
        onClick={() => {
          setName(run.name ?? '')
          setIsOpen(true)
        }}
        className={buttonClass({ look: 'quiet', size: 'small' }, 'text-ink-2')}
      >
        {run.name === undefined ? 'Add a name' : 'Rename'}
        <span className="sr-only"> {run.name ?? run.title}</span>
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
      className="flex basis-full flex-wrap items-center gap-2"
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
        className="h-(--control-size) min-w-0 flex-[1_1_180px] rounded-md border border-control bg-surface px-2"
      />
      <button type="submit" className={buttonClass({ size: 'small' })}>
        Save
      </button>
      <button type="button" onClick={() => setIsOpen(false)} className={buttonClass({ look: 'quiet', size: 'small' })}>
        Cancel
      </button>
      <span id={problemId} role="alert" className="basis-full text-sm text-fail-ink">
        {refusal}
      </span>
    </form>
  )
}

/** Why the name was not changed, in a sentence; `null` if it was. */
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
