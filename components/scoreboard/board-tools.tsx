import { buttonClass } from '../ui/button-class'
import { CopyButton } from '../ui/copy-button'
import { Icon } from '../ui/icon'

interface BoardToolsProps {
  /** The address of the view. */
  readonly address: string
  /** Whether all rows are loaded; until then no file can be written. */
  readonly isReady: boolean
  readonly onSave: (form: 'csv' | 'json') => void
}

/** What takes a view elsewhere: its link, and its rows as a file. */
export function BoardTools({ address, isReady, onSave }: BoardToolsProps) {
  return (
    <>
      <CopyButton text={address} what="link to this view" label="Copy link" asAddress />
      {(['csv', 'json'] as const).map((form) => (
        <button
          key={form}
          type="button"
          disabled={!isReady}
          className={buttonClass({ look: 'quiet' })}
          onClick={() => onSave(form)}
        >
          <Icon name="download" />
          {form.toUpperCase()}
        </button>
      ))}
    </>
  )
}
