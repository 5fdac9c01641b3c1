import type { ReactNode } from 'react'
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
      {Object.entries(choice).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className={buttonClass(look)}>
        {children}
      </button>
    </SessionForm>
  )
}
