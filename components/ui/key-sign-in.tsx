import type { ReactNode } from 'react'
import { buttonClass } from './button-class'

interface KeySignInProps {
  /** Address that exchanges the key for a session. */
  readonly action: string
  readonly label: string
  /** Page to return to; absent: the one that `action` leads to by itself. */
  readonly back?: string | undefined
  /** What the key is, and how long the session lasts. */
  readonly children: ReactNode
}

/** Asks for a key. It is sent to the server once; the browser then has a session that expires. */
export function KeySignIn({ action, label, back, children }: KeySignInProps) {
  return (
    <form
      method="post"
      action={action}
      className="grid max-w-[520px] gap-3 rounded-md border border-line bg-surface p-4 md:p-5"
    >
      {back !== undefined && <input type="hidden" name="back" value={back} />}
      <label className="grid gap-1.5">
        <span className="text-sm font-medium">{label}</span>
        <input
          type="password"
          name="key"
          required
          autoComplete="current-password"
          className="h-10 rounded-md border border-control bg-surface px-3"
        />
      </label>
      {children}
      <button type="submit" className={buttonClass({ look: 'solid' }, 'justify-self-start')}>
        Sign in
      </button>
    </form>
  )
}
