// Client: posts to the public API itself, so that a refusal is shown in place and the limit counts this reader alone.
'use client'

import { useRouter } from 'next/navigation'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { paths } from '@/lib/paths'
import { Note } from '../ui/note'
import { createSession } from './create-session'

interface SessionFormProps {
  readonly labelledBy?: string | undefined
  readonly className?: string | undefined
  readonly children: ReactNode
}

/**
 * A form whose fields are members of `POST /sessions`. Without JavaScript the same fields go to `/start`.
 */
export function SessionForm({ labelledBy, className, children }: SessionFormProps) {
  const router = useRouter()
  const [refusal, setRefusal] = useState<string | null>(null)

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setRefusal(null)
    const fields = new FormData(event.currentTarget, event.nativeEvent.submitter)
    const outcome = await createSession(fields)
    if (outcome.created) router.push(paths.inspectIssuance(outcome.sessionId))
    else setRefusal(outcome.reason)
  }

  return (
    <form
      method="post"
      action={paths.startIssuance()}
      aria-labelledby={labelledBy}
      className={className}
      onSubmit={(event) => void submit(event)}
    >
      {children}
      <div role="alert">{refusal !== null && <Note kind="warning">{refusal}</Note>}</div>
    </form>
  )
}
