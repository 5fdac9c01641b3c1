import Link from 'next/link'
import { paths } from '@/lib/paths'
import type { MisbehaviourChoice } from '@/lib/queries/misbehaviours'
import { buttonClass } from '../ui/button-class'
import { Icon } from '../ui/icon'
import { Panel } from '../ui/panel'
import { frequentOf, misbehaviourWords } from './misbehaviour-choices'
import { cleanRun } from './session-fields'

interface ReferenceRunProps {
  /** Every misbehaviour that a session of this kind can show. */
  readonly misbehaviours: readonly MisbehaviourChoice[]
  /** Misbehaviours of both kinds. */
  readonly count: number
  /** Id of the form with the session's options. */
  readonly form: string
}

/** Runs the reference wallet instead of one's own: in the session of the form, or with a frequent mistake in one that shows it. */
export function ReferenceRun({ misbehaviours, count, form }: ReferenceRunProps) {
  return (
    <Panel labelledBy="reference" className="mt-4 p-4 md:p-6">
      <h2 id="reference" className="text-lg">
        No wallet at hand?
      </h2>
      <p className="mt-1 mb-4 max-w-[760px] text-ink-2">
        The reference wallet of this service takes two seconds. Run it with the options above, or let it make a mistake:
        where these options cannot show the mistake, the session gets ones that can.
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <button type="submit" form={form} name="run" value={cleanRun} className={buttonClass()}>
          <Icon name="play" />
          Run without misbehaviour
        </button>
        <span className="flex min-w-0 flex-[1_1_480px] flex-wrap gap-2">
          <select
            name="fault"
            form={form}
            aria-label="Misbehaviour of the reference wallet"
            className="h-(--control-size) min-w-0 flex-[1_1_280px] rounded-md border border-control bg-surface px-2 text-sm"
          >
            {frequentOf(misbehaviours).map((misbehaviour) => (
              <option key={misbehaviour.id} value={misbehaviour.id}>
                {misbehaviourWords(misbehaviour)}
              </option>
            ))}
          </select>
          <button type="submit" form={form} name="run" value="fault" className={buttonClass()}>
            Run with this misbehaviour
          </button>
        </span>
      </div>
      <p className="mt-3 text-sm">
        <Link className="link target" prefetch={false} href={paths.checks({ misbehaviour: 'any' })}>
          All {count} misbehaviours
        </Link>
      </p>
    </Panel>
  )
}
