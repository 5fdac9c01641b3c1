import type { ReactNode } from 'react'
import { buttonClass } from './button-class'
import { CopyButton } from './copy-button'

/** A secret that was just made. Reloading the page does not show it again. */
export function ShownOnce({ text, what }: { readonly text: string; readonly what: 'key' | 'token' }) {
  return (
    <div role="status" className="grid gap-2 rounded-md border border-line-strong bg-pass-soft p-4">
      <p className="font-[550]">Copy the {what} now: it is not shown again.</p>
      <p className="flex flex-wrap items-center gap-2">
        <code className="wire text-sm [overflow-wrap:anywhere]" {...{ [`data-${what}`]: '' }}>
          {text}
        </code>
        <CopyButton text={text} what={`the ${what}`} />
      </p>
    </div>
  )
}

interface HeadedListProps {
  /** Id of the heading, which names the panel around the list. */
  readonly id: string
  readonly title: string
  /** What stands there instead of an empty list. */
  readonly none?: string
  /** Entries, each a `li`. */
  readonly children: readonly ReactNode[]
}

/** A list in a panel, with its heading. */
export function HeadedList({ id, title, none = 'None yet.', children }: HeadedListProps) {
  return (
    <>
      <h2 id={id} className="scroll-mt-16 px-4 pt-3 pb-2 text-lg md:px-5">
        {title}
      </h2>
      {children.length === 0 ? (
        <p className="px-4 pb-4 text-ink-2 md:px-5">{none}</p>
      ) : (
        <ul className="text-sm">{children}</ul>
      )}
    </>
  )
}

interface RevokeFormProps {
  readonly action: string
  /** Fields of the form that nobody sees. */
  readonly fields: Readonly<Record<string, string>>
  /** Names what is revoked, for who does not see its row. */
  readonly label: string
  /** What follows from it, in sentences. */
  readonly follows: string
}

/** Revokes a secret, once its reader has said so twice. */
export const RevokeForm = ({ action, fields, label, follows }: RevokeFormProps) => (
  <Confirmed words="Revoke" label={label} follows={follows}>
    <form method="post" action={action}>
      <HiddenFields fields={fields} />
      <button type="submit" className={buttonClass({ size: 'small', look: 'solid' })} aria-label={label}>
        Revoke
      </button>
    </form>
  </Confirmed>
)

interface ConfirmedProps {
  /** What is done, in a word. */
  readonly words: string
  /** Names what it is done to, for who does not see its row. */
  readonly label: string
  /** What follows from it, in sentences. */
  readonly follows: string
  /** The form. */
  readonly children: ReactNode
}

/** Asks before something is done that takes effect at once. Works without scripts. */
export const Confirmed = ({ words, label, follows, children }: ConfirmedProps) => (
  <details className="group max-w-full open:basis-full">
    <summary
      className={buttonClass({ size: 'small' }, 'w-fit cursor-pointer list-none group-open:mb-2')}
      aria-label={`${label}…`}
    >
      {`${words}…`}
    </summary>
    <div className="grid gap-2 rounded-md border border-line-strong bg-sunk p-3 text-sm">
      <p className="wrap-anywhere">{follows}</p>
      {children}
    </div>
  </details>
)

export const HiddenFields = ({ fields }: { readonly fields: Readonly<Record<string, string>> }) =>
  Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
