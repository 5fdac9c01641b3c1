import { attempts, nowSeconds, type Run } from '../run'
import type { StepName } from '../step-name'
import type { Patch, PatchContext } from './fault'

/** The context of a patch or a probe at this step. */
export function patchContext<Facts, Profile>(run: Run<Facts, Profile>, step: StepName): PatchContext<Facts, Profile> {
  const { facts, profile, log, random, newKey } = run
  return { facts, profile, log, random, newKey, attempt: attempts(run, step) + 1, now: nowSeconds(run) }
}

/** Lets the misbehaviour of this run, if it has this hook for this step, change the draft; gives the draft back. */
export function applyPatch<Draft extends object, Facts, Profile>(
  run: Run<Facts, Profile>,
  step: StepName,
  patch: Patch<Draft, Facts, Profile> | undefined,
  draft: Draft,
): Draft {
  if (patch !== undefined && patch.at === step) {
    const before = picture(draft)
    patch.change(draft, patchContext(run, step))
    if (picture(draft) !== before) run.deviating = true
  }
  return draft
}

/** Everything about a draft that can show on the wire, as text; a function member stands for itself. */
function picture(draft: object): string {
  return JSON.stringify(draft, (_name, value: unknown) => {
    if (value instanceof Map) return [...value]
    return typeof value === 'function' ? String(value) : value
  })
}
