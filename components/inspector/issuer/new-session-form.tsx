import type { ReactNode } from 'react'
import { HiddenFields } from '../../start/hidden-fields'
import { SessionForm } from '../../start/session-form'
import { type ButtonLook, buttonClass } from '../../ui/button-class'

interface NewSessionFormProps extends ButtonLook {
  /** Its fields, by name. */
  readonly choice: Readonly<Record<string, string>>
  readonly children: ReactNode
}

/** A button that creates a new session and opens its page. */
export function NewSessionForm({ choice, children, ...look }: NewSessionFormProps) {
  return (
    <SessionForm className="inline-block">
      <HiddenFields fields={choice} />
      <button type="submit" className={buttonClass(look)}>
        {children}
      </button>
    </SessionForm>
  )
}
