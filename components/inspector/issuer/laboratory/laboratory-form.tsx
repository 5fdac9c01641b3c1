// Client: asks the public API itself, so that a refusal is shown in place and the page keeps its scroll position.
'use client'

import { useLinkStatus } from 'next/link'
import { useRouter } from 'next/navigation'
import { type ReactNode, type SubmitEvent, startTransition, useState, useTransition } from 'react'
import { isObject } from '@/lib/core/shared/values/json'
import { paths } from '@/lib/paths'
import { HiddenFields } from '../../../start/session-form'
import { buttonClass } from '../../../ui/button-class'
import { Note } from '../../../ui/note'
import { type LaboratoryAction, laboratoryRequest, offerIdOf } from './laboratory-action'

/** One button: the value it submits. */
interface Choice {
  readonly value: string
  readonly words: string
  /** Whether it would change nothing. */
  readonly isIdle?: boolean
}

interface LaboratoryFormProps {
  readonly sessionId: string
  readonly action: LaboratoryAction
  /** Field name of the buttons. */
  readonly name: string
  readonly choices: readonly Choice[]
  /** Hidden fields that identify the target. */
  readonly fields?: Readonly<Record<string, string>>
  /**
   * Accessible description of the target, for people who cannot see it beside the buttons; empty if the labels say it.
   */
  readonly about?: string
  readonly children?: ReactNode
}

/**
 * Form with one button per choice. Buttons do nothing while an answer is awaited, but keep the focus. Without
 * JavaScript the same fields are posted to a route below the page.
 */
export function LaboratoryForm({
  sessionId,
  action,
  name,
  choices,
  fields = {},
  about = '',
  children,
}: LaboratoryFormProps) {
  const router = useRouter()
  const [busy, startAction] = useTransition()
  const [refusal, setRefusal] = useState<string | null>(null)
  const [said, setSaid] = useState('')

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { submitter } = event.nativeEvent
    if (busy || submitter?.ariaDisabled === 'true') return
    const { path, body } = laboratoryRequest(sessionId, action, new FormData(event.currentTarget, submitter))
    const words = submitter?.textContent ?? ''
    setRefusal(null)
    setSaid('')
    startAction(async () => {
      const answer = await ask(path, body)
      // React requires a new transition after each await.
      startTransition(() => {
        if (typeof answer === 'string') return setRefusal(answer)
        setSaid(`Done: ${words}`)
        const offer = action === 'offers' ? offerIdOf(answer) : null
        if (offer === null) return router.refresh()
        const page = new URL(window.location.href)
        page.searchParams.set('offer', offer)
        router.push(`${page.pathname}${page.search}`, { scroll: false })
      })
    })
  }

  return (
    <form method="post" action={paths.actOnLaboratory(sessionId)} autoComplete="off" onSubmit={submit}>
      <HiddenFields fields={{ action, ...fields }} />
      <div className="flex flex-wrap items-end gap-2">
        {children}
        {choices.map(({ value, words, isIdle = false }) => (
          <button
            key={value}
            type="submit"
            name={name}
            value={value}
            aria-disabled={busy || isIdle || undefined}
            className={buttonClass({ size: children === undefined ? 'small' : 'normal' })}
          >
            {words}
            {about !== '' && <span className="sr-only"> {about}</span>}
          </button>
        ))}
      </div>
      <span role="status" className="sr-only">
        {busy ? 'Waiting for the service' : said}
      </span>
      <div role="alert" className="not-empty:mt-1">
        {refusal !== null && <Note kind="warning">{refusal}</Note>}
      </div>
    </form>
  )
}

/** Calls the API. Returns the members of its answer, or the refusal as a sentence. */
async function ask(path: string, body: object): Promise<Readonly<Record<string, unknown>> | string> {
  try {
    const answer = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
    })
    const read: unknown = await answer.json().catch(() => null)
    const members = isObject(read) ? read : {}
    if (answer.ok) return members
    const { error_description: said } = members
    return typeof said === 'string' ? said : `The service responded with ${answer.status}. Try again.`
  } catch {
    return 'The service cannot be reached. Is it still running?'
  }
}

/** Link text that indicates loading while the page behind it is fetched. */
export function LinkWords({ children }: { readonly children: string }) {
  const { pending } = useLinkStatus()
  return <span aria-live="polite">{pending ? 'Reading …' : children}</span>
}
