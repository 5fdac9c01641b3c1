// Client: posts to the public API itself, so that a refusal is shown in place and the limit counts this reader alone.
'use client'

import { useRouter } from 'next/navigation'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { paths } from '@/lib/paths'
import { Note } from '../ui/note'
import { createIssuance, createPresentation } from './create-session'

const kinds = {
  issuance: { action: paths.startIssuance(), create: createIssuance, page: paths.inspectIssuance },
  presentation: { action: paths.startPresentation(), create: createPresentation, page: paths.inspectPresentation },
} as const

interface SessionFormProps {
  /** What the session is of; an issuance unless told. */
  readonly kind?: keyof typeof kinds
  /** Where buttons outside of the form name it. */
  readonly id?: string | undefined
  readonly labelledBy?: string | undefined
  readonly className?: string | undefined
  readonly children: ReactNode
}

/**
 * A form that makes a session and goes to its page. Without JavaScript the same fields go to a route below `/start`.
 */
export function SessionForm({ kind = 'issuance', id, labelledBy, className, children }: SessionFormProps) {
  const router = useRouter()
  const { action, create, page } = kinds[kind]
  const [refusal, setRefusal] = useState<string | null>(null)

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent
    // A run of the reference wallet is a plain post: the server makes the session and starts the wallet.
    if (submitter instanceof HTMLButtonElement && submitter.name === 'run') return
    event.preventDefault()
    setRefusal(null)
    const fields = new FormData(event.currentTarget, submitter)
    const outcome = await create(fields)
    if (outcome.created) router.push(page(outcome.sessionId))
    else setRefusal(outcome.reason)
  }

  return (
    <form
      id={id}
      method="post"
      // A browser that fills in by itself what was chosen before would show another sentence than the page knows.
      autoComplete="off"
      action={action}
      aria-labelledby={labelledBy}
      className={className}
      onSubmit={(event) => void submit(event)}
    >
      {children}
      <div role="alert">{refusal !== null && <Note kind="warning">{refusal}</Note>}</div>
    </form>
  )
}
