import type { ReactNode } from 'react'
import { HiddenFields } from '../../start/hidden-fields'
import { SessionForm } from '../../start/session-form'
import { type ButtonLook, buttonClass } from '../../ui/button-class'
import type { SessionChoice } from './session-choice'

interface NewSessionFormProps extends ButtonLook {
  readonly choice: SessionChoice
  readonly children: ReactNode
}

/** A button that creates a new session and opens its page. */
export function NewSessionForm({ choice, children, ...look }: NewSessionFormProps) {
  return (
    <SessionForm className="inline-block">
      <HiddenFields fields={{ ...choice }} />
      <button type="submit" className={buttonClass(look)}>
        {children}
      </button>
    </SessionForm>
  )
}
