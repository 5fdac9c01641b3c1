import { buttonClass } from '../ui/button-class'
import { Icon } from '../ui/icon'
import { carelessRun, cleanRun } from './session-fields'

interface BuiltInRunsProps {
  /** The name of the group for assistive technology. */
  readonly label: string
  /** What the careless wallet does; `null` where none is built in. */
  readonly careless: string | null
}

/** The buttons that start a session and run a built-in wallet in it at once. */
export function BuiltInRuns({ label, careless }: BuiltInRunsProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would stand between the fields and their form.
    <div role="group" aria-label={label} className="mt-3 grid gap-1.5">
      <p className="flex flex-wrap gap-2">
        {careless !== null && (
          <button type="submit" name="run" value={carelessRun} className={buttonClass()}>
            <Icon name="play" />
            Run the careless wallet
          </button>
        )}
        <button type="submit" name="run" value={cleanRun} className={buttonClass()}>
          <Icon name="play" />
          Run the good wallet
        </button>
      </p>
      <p className="text-xs text-ink-3">
        {careless === null ? 'No careless wallet is built in for this one.' : `The careless one: ${careless}.`}
      </p>
    </div>
  )
}
