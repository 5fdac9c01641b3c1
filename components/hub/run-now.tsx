import type { VersionChoice } from '@/lib/queries/run-desk'
import { renderedPaths } from '@/lib/rendered-paths'
import { buttonClass } from '../ui/button-class'

interface RunNowProps {
  readonly path: string
  readonly formToken: string
  readonly idempotencyKey: string
  readonly versions: readonly VersionChoice[]
  /** The version that was chosen before, where a run could not be started. */
  readonly chosen: string
}

/** Starts a run, of the version of the wallet that is chosen. */
export function RunNow({ path, formToken, idempotencyKey, versions, chosen }: RunNowProps) {
  return (
    <form method="post" action={renderedPaths.runPipeline(path)} className="flex min-w-0 flex-wrap items-end gap-2">
      <input type="hidden" name="form_token" value={formToken} />
      <input type="hidden" name="idempotency_key" value={idempotencyKey} />
      {versions.length > 0 && (
        <label className="grid min-w-0 gap-1 text-xs text-ink-2">
          Version of the wallet
          <select
            name="wallet_version"
            defaultValue={versions.some((version) => version.path === chosen) ? chosen : ''}
            className="h-(--control-size) max-w-full min-w-0 rounded-md border border-control bg-surface px-2 text-sm text-ink"
          >
            <option value="">As the definition says</option>
            {versions.map((version) => (
              <option key={version.path} value={version.path}>
                {version.name}
              </option>
            ))}
          </select>
        </label>
      )}
      <button type="submit" className={buttonClass({ look: 'solid' })}>
        Run now
      </button>
    </form>
  )
}
