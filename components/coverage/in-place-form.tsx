// Client: posts the form itself, so that a refusal is shown beside what was typed.
'use client'

import { useRouter } from 'next/navigation'
import { type ReactNode, type SubmitEvent, startTransition, useState, useTransition } from 'react'
import { FormRefusal } from '../ui/note'

interface InPlaceFormProps {
  /** Route that takes the form: redirects on success, and answers a refusal as plain text. */
  readonly action: string
  readonly className: string
  readonly children: ReactNode
}

/** Form that keeps its input after a refusal. Without JavaScript the same route answers with a page of its own. */
export function InPlaceForm({ action, className, children }: InPlaceFormProps) {
  const router = useRouter()
  const [busy, startSending] = useTransition()
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isDone, setIsDone] = useState(false)

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const fields = new FormData(event.currentTarget, event.nativeEvent.submitter)
    setRefusal(null)
    setIsDone(false)
    startSending(async () => {
      const refused = await send(action, fields)
      // React requires a new transition after each await.
      startTransition(() => {
        setRefusal(refused)
        setIsDone(refused === null)
        if (refused === null) router.refresh()
      })
    })
  }

  return (
    <form method="post" action={action} className={className} onSubmit={submit}>
      {children}
      <span role="status" className="sr-only">
        {busy ? 'Waiting for the service' : isDone ? 'Saved' : ''}
      </span>
      <FormRefusal refusal={refusal} />
    </form>
  )
}

/** Sends a form. Returns the refusal as a sentence, or `null` on success. */
async function send(action: string, fields: FormData): Promise<string | null> {
  try {
    const answer = await fetch(action, { method: 'POST', body: fields, redirect: 'manual' })
    if (answer.type === 'opaqueredirect') return null
    return (await answer.text()).trim() || `The service responded with ${answer.status}. Try again.`
  } catch {
    return 'The service cannot be reached. Is it still running?'
  }
}
