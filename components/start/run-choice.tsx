import type { MisbehaviourChoice } from '@/lib/queries/misbehaviours'
import { issuerWords } from '../inspector/model/flows/issuance-titles'
import { buttonClass } from '../ui/button-class'
import { Icon } from '../ui/icon'
import { cleanRun } from './session-fields'

/** Second part of a check id as a heading, e.g. `vci.key_attestation.typ` gives `key attestation`. */
const groupOf = (id: string): string => (id.split('.')[1] ?? '').replaceAll('_', ' ')

/**
 * Fields that say how the reference wallet runs: one button for a clean run, one for the chosen fault. The clean one
 * stands first, so that Enter means it.
 */
export function RunChoice({ misbehaviours }: { readonly misbehaviours: readonly MisbehaviourChoice[] }) {
  const groups = [...new Set(misbehaviours.map(({ id }) => groupOf(id)))]
  return (
    <div className="flex flex-wrap items-center gap-2">
      <button type="submit" name="run" value={cleanRun} className={buttonClass()}>
        <Icon name="play" />
        Run without faults
      </button>
      {misbehaviours.length > 0 && (
        <>
          <button type="submit" name="run" value="fault" className={buttonClass()}>
            Run it with this fault
          </button>
          <select
            name="fault"
            aria-label="Fault of the reference wallet"
            className="h-(--control-size) min-w-0 flex-[1_1_180px] rounded-md border border-control bg-surface px-2 text-sm"
          >
            {groups.map((group) => (
              <optgroup key={group} label={group}>
                {misbehaviours
                  .filter(({ id }) => groupOf(id) === group)
                  .map(({ id, title, issuer }) => (
                    <option key={id} value={id}>
                      {title}
                      {issuer !== null && ` (at issuer ${issuerWords(issuer)})`}
                    </option>
                  ))}
              </optgroup>
            ))}
          </select>
        </>
      )}
    </div>
  )
}
