// Client: some contents are rendered only when it opens.
'use client'

import { type ReactNode, useId } from 'react'

interface PopoverProps {
  /** Label of the button. */
  readonly summary: ReactNode
  /** Accessible name of the content. */
  readonly label: string
  readonly className?: string
  /** Called just before the browser shows it. */
  readonly onOpen?: () => void
  readonly children: ReactNode
}

/**
 * Button that shows content over the page. The browser opens and closes it even without JavaScript: by keyboard, touch,
 * Escape and a click elsewhere.
 */
export function Popover({ summary, label, className, onOpen, children }: PopoverProps) {
  const id = useId()
  return (
    <>
      <button type="button" popoverTarget={id} className={className}>
        {summary}
      </button>
      {/* biome-ignore lint/a11y/useSemanticElements: it groups names, not form fields */}
      <div
        id={id}
        popover="auto"
        role="group"
        aria-label={label}
        className="popover"
        onBeforeToggle={({ newState }) => newState === 'open' && onOpen?.()}
      >
        {children}
      </div>
    </>
  )
}
