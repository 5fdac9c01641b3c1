'use client'

import { useRouter } from 'next/navigation'
import { type ReactNode, type SubmitEvent, useEffect, useState } from 'react'
import { waitWords } from '@/components/site/wait-words'
import { curlCommand } from '@/lib/core/shared/http/curl-command'
import { isObject, type Json } from '@/lib/core/shared/values/json'
import { paths } from '@/lib/paths'
import { FormRefusal } from '../ui/note'
import { renameKey } from './rename-key'
import { readSessionFields, readVerifierFields } from './session-fields'

/** Hidden field with the digest of this browser's rename key. Empty until the key is loaded. */
export function RenameDigest() {
  const [digest, setDigest] = useState('')
  useEffect(() => {
    let isGone = false
    void renameKey().then((key) => {
      if (!isGone && key !== null) setDigest(key.digest)
    })
    return () => {
      isGone = true
    }
  }, [])
  return <input type="hidden" name="rename_digest" value={digest} />
}

type CreateOutcome =
  | { readonly created: true; readonly sessionId: string }
  | { readonly created: false; readonly reason: string }

async function reasonOf(answer: Response): Promise<string> {
  const wait = answer.headers.get('retry-after')
  const body: unknown = await answer.json().catch(() => null)
  const said = isObject(body) ? (body.error_description ?? body.message) : null
  if (typeof said === 'string') return wait === null ? said : `${said} Try again in ${waitWords(Number(wait))}.`
  return `The service responded with ${answer.status}. Try again, and look at /readyz.`
}

/** Creates a session through the public API. Never throws: a refusal is returned as a sentence. */
async function post(path: string, members: object): Promise<CreateOutcome> {
  try {
    const answer = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(members),
    })
    if (!answer.ok) return { created: false, reason: await reasonOf(answer) }
    const body: unknown = await answer.json()
    if (isObject(body) && typeof body.session_id === 'string') return { created: true, sessionId: body.session_id }
    return { created: false, reason: 'The service did not return a session id.' }
  } catch {
    return { created: false, reason: 'The service cannot be reached. Is it still running?' }
  }
}

/** Creates an issuance session from a form; a refusal is returned as a sentence. */
const createIssuance = (fields: FormData): Promise<CreateOutcome> =>
  post(paths.api.sessions(), readSessionFields(fields))

/** Creates a presentation session from a form; a refusal is returned as a sentence. */
async function createPresentation(fields: FormData): Promise<CreateOutcome> {
  const read = readVerifierFields(fields)
  return read.ok ? post(paths.api.presentationSessions(), read.body) : { created: false, reason: read.reason }
}

const kinds = {
  issuance: { action: paths.createIssuance(), create: createIssuance, page: paths.inspectIssuance },
  presentation: { action: paths.createPresentation(), create: createPresentation, page: paths.inspectPresentation },
} as const

interface SessionFormProps {
  /** Kind of session; defaults to issuance. */
  readonly kind?: keyof typeof kinds
  /** Id, if buttons outside the form refer to it. */
  readonly id?: string | undefined
  readonly labelledBy?: string | undefined
  readonly className?: string | undefined
  readonly children: ReactNode
}

/**
 * Form that creates a session and opens its page. Without JavaScript the same fields are posted to `create` below
 * the page that has the form.
 */
export function SessionForm({ kind = 'issuance', id, labelledBy, className, children }: SessionFormProps) {
  const router = useRouter()
  const { action, create, page } = kinds[kind]
  const [refusal, setRefusal] = useState<string | null>(null)

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent
    // A run of the reference wallet is a plain form post: the server creates the session and starts the wallet. So is
    // what goes to another address.
    if (submitter instanceof HTMLButtonElement && (submitter.name === 'run' || submitter.hasAttribute('formaction')))
      return
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
      // A browser that restores earlier form values would show a sentence that differs from the page's state.
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

/** Hidden fields set by the page. */
export function HiddenFields({ fields }: { readonly fields: Readonly<Record<string, string>> }) {
  return Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
}

/** curl command equivalent to a form. Omits members without a value. */
export const curlOfForm = (url: string, request: Readonly<Record<string, Json>>): string =>
  curlCommand({
    method: 'POST',
    url,
    headers: [['content-type', 'application/json']],
    body: JSON.stringify(Object.fromEntries(Object.entries(request).filter(([, value]) => value !== '')), null, 2),
  })
