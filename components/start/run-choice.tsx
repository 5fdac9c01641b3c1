import type { MisbehaviourChoice } from '@/lib/queries/misbehaviours'
import { buttonClass } from '../ui/button-class'
import { Icon } from '../ui/icon'
import { MisbehaviourCombobox } from './misbehaviour-combobox'
import { cleanRun } from './session-fields'

interface RunChoiceProps {
  readonly misbehaviours: readonly MisbehaviourChoice[]
  /** Id of the form to submit, if it is elsewhere on the page. */
  readonly form?: string
}

/**
 * Buttons to run the reference wallet: without misbehaviour, or with the selected one. The first is the default for
 * Enter.
 */
export function RunChoice({ misbehaviours, form }: RunChoiceProps) {
  return (
    <div className="grid gap-2">
      <button type="submit" form={form} name="run" value={cleanRun} className={buttonClass({}, 'justify-self-start')}>
        <Icon name="play" />
        Run without misbehaviour
      </button>
      {misbehaviours.length > 0 && (
        <span className="flex min-w-0 flex-wrap gap-2">
          <MisbehaviourCombobox choices={misbehaviours} form={form} />
          <button type="submit" form={form} name="run" value="fault" className={buttonClass()}>
            Run with this misbehaviour
          </button>
        </span>
      )}
    </div>
  )
}
