import { buttonClass } from '../ui/button-class'
import { CopyButton } from '../ui/copy-button'
import { Popover } from '../ui/popover'

interface ShareWorkbenchProps {
  /** Path of the page for readers. */
  readonly view: string
  /** Take the forms that give readers a new link, and that end the workbench. */
  readonly newLink: string
  readonly end: string
}

/** The link for readers, and the end of a workbench. */
export const ShareWorkbench = ({ view, newLink, end }: ShareWorkbenchProps) => (
  <Popover
    summary="Share or delete"
    label="Share or delete this workbench"
    className={buttonClass({ size: 'small' }, 'shrink-0')}
  >
    <div className="grid w-72 max-w-full gap-3 p-1 text-sm">
      <p>Who has the view link reads the runs and their evidence, and sees no code.</p>
      <div className="flex flex-wrap gap-2">
        <a href={view} className={buttonClass()}>
          Open the view
        </a>
        <CopyButton text={view} what="view link" label="View link" asAddress />
      </div>
      <form method="post" action={newLink}>
        <button type="submit" className={buttonClass()}>
          New view link
        </button>
        <p className="mt-1 text-xs text-ink-2">The old one ends.</p>
      </form>
      <form method="post" action={end} className="border-t border-line pt-3">
        <button type="submit" className={buttonClass({}, 'text-fail-ink')}>
          Delete this workbench
        </button>
        <p className="mt-1 text-xs text-ink-2">Its codes and both its pages end at once. Its sessions stay.</p>
      </form>
    </div>
  </Popover>
)
