// Client: some contents are only drawn when it opens.
'use client'

import { type ReactNode, useId } from 'react'

interface PopoverProps {
  /** The text of the button. */
  readonly summary: ReactNode
  /** Names what opens. */
  readonly label: string
  readonly className?: string
  /** The browser is about to show it. */
  readonly onOpen?: () => void
  readonly children: ReactNode
}

/**
 * A button that shows something over the page. The browser opens and closes it, without JavaScript too: by keys, by touch,
 * by Escape and by a press elsewhere.
 */
export function Popover({ summary, label, className, onOpen, children }: PopoverProps) {
  const id = useId()
  return (
    <>
      <button type="button" popoverTarget={id} className={className}>
        {summary}
      </button>
      {/* biome-ignore lint/a11y/useSemanticElements: it groups names, not fields of a form */}
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
