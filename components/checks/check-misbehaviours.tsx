import { buttonClass } from '../ui/button-class'
import { Icon } from '../ui/icon'

interface Misbehaviour {
  readonly id: string
  readonly title: string
}

/**
 * How many rows are shown expanded. Refusal tests violate one rule in dozens of ways; other misbehaviours have one to
 * five.
 */
const openRows = 6

/**
 * What the reference wallet can do wrong to break a rule, each with a button that runs it.
 *
 * @param misbehaviours not empty
 * @param action where the forms go: the start of an issuance or of a presentation
 */
export function CheckMisbehaviours({
  misbehaviours,
  action,
}: {
  readonly misbehaviours: readonly Misbehaviour[]
  readonly action: string
}) {
  const folded = misbehaviours.slice(openRows)
  return (
    <>
      <MisbehaviourRows misbehaviours={misbehaviours.slice(0, openRows)} action={action} />
      {folded.length > 0 && (
        <details className="mt-2">
          <summary className="chevron flex min-h-10 items-center gap-x-2">{folded.length} more</summary>
          <MisbehaviourRows misbehaviours={folded} action={action} />
        </details>
      )}
    </>
  )
}

function MisbehaviourRows({
  misbehaviours,
  action,
}: {
  readonly misbehaviours: readonly Misbehaviour[]
  readonly action: string
}) {
  return (
    <ul className="grid gap-2">
      {misbehaviours.map(({ id, title }) => (
        <li key={id}>
          <form method="post" action={action} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <input type="hidden" name="fault" value={id} />
            <button type="submit" name="run" value="fault" className={buttonClass()}>
              <Icon name="play" />
              Run this misbehaviour
            </button>
            <span className="min-w-0 text-sm text-ink-2">{title}</span>
          </form>
        </li>
      ))}
    </ul>
  )
}
