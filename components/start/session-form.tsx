// Client: posts to the public API itself, so that a refusal is shown in place and the rate limit counts this visitor
// only.
'use client'

import { useRouter } from 'next/navigation'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { paths } from '@/lib/paths'
import { FormRefusal } from '../ui/form-refusal'
import { createIssuance, createPresentation } from './create-session'
import { RenameDigest } from './rename-digest'

const kinds = {
  issuance: { action: paths.startIssuance(), create: createIssuance, page: paths.inspectIssuance },
  presentation: { action: paths.startPresentation(), create: createPresentation, page: paths.inspectPresentation },
} as const

interface SessionFormProps {
  /** The kind of session; defaults to issuance. */
  readonly kind?: keyof typeof kinds
  /** Id, if buttons outside the form refer to it. */
  readonly id?: string | undefined
  readonly labelledBy?: string | undefined
  readonly className?: string | undefined
  readonly children: ReactNode
}

/**
 * A form that creates a session and opens its page. Without JavaScript the same fields are posted to a route below
 * `/start`.
 */
export function SessionForm({ kind = 'issuance', id, labelledBy, className, children }: SessionFormProps) {
  const router = useRouter()
  const { action, create, page } = kinds[kind]
  const [refusal, setRefusal] = useState<string | null>(null)

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent
    // A run of the reference wallet is a plain form post: the server creates the session and starts the wallet.
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
      // A browser that restores earlier form values would show a different sentence from the page's state.
      autoComplete="off"
      action={action}
      aria-labelledby={labelledBy}
      className={className}
      onSubmit={(event) => void submit(event)}
    >
      {children}
      <RenameDigest />
      <FormRefusal refusal={refusal} />
    </form>
  )
}
